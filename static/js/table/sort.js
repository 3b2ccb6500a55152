// [data-sort]: orders the cards of the hand with that id by rank, then by suit, as they say themselves. A card
// that comes later stands last until the next tap; a new hand is ordered as the last was. data-sorted says how
// they come.

const table = document.querySelector("#table");
let by = null;
let places = new Map();
let held = []; // when last looked

const now = () => by ?? button().dataset.sorted;
const button = () => table.querySelector("[data-sort]");
const cards = () => [...document.getElementById(button().dataset.sort).querySelectorAll("[data-rank]")];
const codeOf = (card) => card.querySelector("[data-card]").dataset.card;

function sort() {
  by = now() === "rank" ? "suit" : "rank";
  give();
  arrange();
}

function give() {
  const sorted = cards().sort((a, b) => a.dataset[by] - b.dataset[by]);
  places = new Map(sorted.map((card, place) => [codeOf(card), place]));
}

const isNew = (codes) => codes.filter((code) => !held.includes(code)).length > 1; // one is drawn

function arrange() {
  if (!button()) return;
  const codes = cards().map(codeOf);
  if (by && isNew(codes)) give();
  held = codes;
  button().hidden = false;
  const next = now() === "rank" ? "suit" : "rank";
  for (const word of button().querySelectorAll("[data-by]")) word.hidden = word.dataset.by !== next;
  for (const card of cards()) card.style.order = places.get(codeOf(card)) ?? (by ? 99 : 0);
}

table.addEventListener("click", (event) => {
  if (event.target.closest("[data-sort]")) sort();
});

table.addEventListener("table:frame", arrange);
arrange();
