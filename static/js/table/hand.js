// #my-cards: a hand of buttons, or of choices, is one tab stop. Arrows, Home and End move in it; the focus
// stays on the same card when the table changes, or on its right neighbour, or on the first action where the
// hand is empty.

const table = document.querySelector("#table");
let card = null;
let place = 0;

const seenAt = (button) => Number(button.closest(".card-button").style.order);
const cards = () => [...table.querySelectorAll("#my-cards button.card-button, #my-cards .card-button:not([hidden]) input")]
  .sort((one, other) => seenAt(one) - seenAt(other)); // as they are seen: sorting leaves them where they stand
const codeOf = (button) => {
  const card = button.closest(".card-button");
  return card.querySelector("[data-card]")?.dataset.card ?? card.dataset.card;
};

function rove(to) {
  for (const button of cards()) button.tabIndex = button === to ? 0 : -1;
}

function remember(button) {
  card = codeOf(button);
  place = cards().indexOf(button);
  rove(button);
}

function restore() {
  const all = cards();
  const same = all.find((button) => codeOf(button) === card);
  rove(same ?? all[0]);
  if (card === null || document.activeElement !== document.body) return;
  const next = same ?? all[Math.min(place, all.length - 1)];
  (next ?? table.querySelector("#actions button:not(:disabled)"))?.focus({ preventScroll: true });
}

table.addEventListener("focusin", (event) => {
  const button = cards().find((one) => one === event.target);
  if (button) remember(button);
  else card = null;
});

table.addEventListener("keydown", (event) => {
  const all = cards();
  const at = all.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  all[Math.max(0, Math.min(to, all.length - 1))].focus();
});

table.addEventListener("table:frame", restore);
rove(cards()[0]);
