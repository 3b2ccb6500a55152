// form[data-pick]: one card of #my-cards is picked for it. Its buttons name the card, wait for one, and lay off
// only what fits; the melds that take it glow, and a tap on one of those lays it off there.

const table = document.querySelector("#table");
const form = () => table.querySelector("form[data-pick]");
const picked = () => table.querySelector("#my-cards input:checked");
const fits = (card) => card?.dataset.fits.split(" ").filter(Boolean) ?? [];

function show() {
  const card = picked();
  const melds = form() ? fits(card) : [];
  for (const meld of table.querySelectorAll("[data-meld]")) glow(meld, melds.includes(meld.dataset.meld));
  if (form()) fill(card, melds);
}

function glow(meld, takes) {
  meld.toggleAttribute("data-takes", takes);
  meld.querySelector(".meld-takes").hidden = !takes;
}

function fill(card, melds) {
  for (const word of form().querySelectorAll("[data-picked]")) word.textContent = card?.dataset.short ?? "";
  wait("[data-needs-card]", card === null);
  wait("[data-needs-fit]", melds.length === 0);
  const choice = form().querySelector("select");
  if (!choice) return;
  for (const option of choice.options) option.hidden = option.disabled = !melds.includes(option.value);
  if (!melds.includes(choice.value)) choice.value = melds[0] ?? "";
  choice.closest("label").hidden = melds.length < 2;
}

// What the table itself holds back stays so.
function wait(which, on) {
  const button = form().querySelector(which);
  if (!button) return;
  button.dataset.held ??= String(button.disabled);
  button.disabled = on || button.dataset.held === "true";
}

table.addEventListener("change", (event) => {
  if (event.target.closest("#my-cards")) show();
});

table.addEventListener("click", (event) => {
  const meld = event.target.closest("[data-takes]");
  const button = form()?.querySelector("[data-needs-fit]:not(:disabled)");
  if (!meld || !button) return;
  form().querySelector("select").value = meld.dataset.meld;
  button.click();
});

table.addEventListener("table:frame", show);
show();
