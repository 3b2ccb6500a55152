// form[data-pick]: one card of #my-cards is picked for it, and put down again by another tap. Its buttons name the
// card, wait for one, and lay off only what fits; the melds that take it glow, and a tap on one of those lays it off
// there; #dock[data-onto] has to make room for the choice between several. [data-presses]: a tap here presses the
// button of that name. [data-trays-opener] brings trays.js, which opens the melds to be laid; where that does not come,
// they are laid as proposed.

const table = document.querySelector("#table");
const form = () => table.querySelector("form[data-pick]");
const picked = () => table.querySelector("#my-cards input[type=radio]:checked");
const fits = (card) => card?.dataset.fits.split(" ").filter(Boolean) ?? [];
const { trays } = document.querySelector("template[data-trays]").dataset;
let last = null;

function show() {
  const card = picked();
  const melds = form() ? fits(card) : [];
  last = card;
  for (const meld of table.querySelectorAll("[data-meld]")) glow(meld, melds.includes(meld.dataset.meld));
  if (form()) fill(card, melds);
  table.querySelector("#dock").toggleAttribute("data-onto", melds.length > 1);
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

function layOff(meld) {
  const button = form()?.querySelector("[data-needs-fit]:not(:disabled)");
  if (!button) return;
  form().querySelector("select").value = meld.dataset.meld;
  button.click();
}

async function openTrays(proposal) {
  try {
    (await import(trays)).open();
  } catch {
    proposal.requestSubmit(); // the line is gone
  }
}

table.addEventListener("change", (event) => {
  if (event.target.closest("#my-cards")) show();
});

table.addEventListener("click", (event) => {
  if (event.target.matches("#my-cards input[type=radio]") && event.target === last) {
    last.checked = false;
    show();
  }
  const opener = event.target.closest("[data-trays-opener]");
  const meld = event.target.closest("[data-takes]");
  const pile = event.target.closest("[data-presses]");
  if (opener?.form) {
    event.preventDefault();
    openTrays(opener.form);
  }
  if (meld) layOff(meld);
  if (pile) table.querySelector(pile.dataset.presses)?.click();
});

table.addEventListener("table:frame", show);
show();
