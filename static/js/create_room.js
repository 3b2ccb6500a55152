// The form of a new room: shows what belongs to the chosen rules, and never offers more bots than chairs.

const form = document.querySelector("[data-room-form]");

function showChosenRules() {
  const chosen = form.querySelector('[name="ruleset"]:checked')?.value;
  if (!chosen) return;
  for (const part of form.querySelectorAll("[data-rulesets]")) {
    part.hidden = !part.dataset.rulesets.split(" ").includes(chosen);
  }
}

function capBots() {
  const { seats, bots } = form.elements;
  if (!seats || !bots || !seats.validity.valid) return;
  bots.max = seats.valueAsNumber - 1;
  if (bots.valueAsNumber > bots.max) bots.value = bots.max;
  bots.dispatchEvent(new Event("input", { bubbles: true }));
}

if (form) {
  form.addEventListener("change", (event) => {
    if (event.target.name === "ruleset") showChosenRules();
    if (event.target.name === "seats") capBots();
  });
  showChosenRules();
  capBots();
}
