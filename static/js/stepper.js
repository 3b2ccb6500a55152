// <input type="number" data-stepper> gets a − and a + beside it. The arrow keys already do the same, so the
// buttons stay out of the tab order and out of hearing.

function button(input, sign, step) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "stepper-button";
  made.tabIndex = -1;
  made.setAttribute("aria-hidden", "true");
  made.textContent = sign;
  made.addEventListener("click", () => {
    step();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return made;
}

for (const input of document.querySelectorAll('input[type="number"][data-stepper]')) {
  const box = document.createElement("div");
  box.className = "stepper";
  input.replaceWith(box);
  const less = button(input, "−", () => input.stepDown());
  const more = button(input, "+", () => input.stepUp());
  box.append(less, input, more);
  const ends = () => {
    less.disabled = input.min !== "" && input.valueAsNumber <= Number(input.min);
    more.disabled = input.max !== "" && input.valueAsNumber >= Number(input.max);
  };
  input.addEventListener("input", ends);
  ends();
}
