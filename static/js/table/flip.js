// [data-card], [data-slot]: cards travel to where the page already shows them. A card is known by its code, a
// face-down one only by its slot. State first: the frame is in place before anything moves, and a second frame
// skips to the end. Only transform and opacity; nothing travels where motion is not wanted.

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 240, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" };
const DEAL = { duration: 260, easing: "cubic-bezier(.16,.84,.3,1)", fill: "backwards" };
const FLIP = { duration: 320, easing: "ease-in-out", fill: "backwards" };
const APART = 70;
const ALL_DEALT = 900;

const table = document.querySelector("#table");
let before = null;
let running = [];

const isOpen = (slot) => slot.querySelector("[data-card]") !== null;

// Where things are is only asked for those who have cards that may travel: it may cost a layout.
function look() {
  const cards = new Map();
  const mine = table.querySelector(".dock [data-card]");
  for (const card of mine ? table.querySelectorAll(".felt [data-card], .dock [data-card]") : []) {
    const box = card.getBoundingClientRect();
    if (box.width) cards.set(card.dataset.card, box);
  }
  const slots = new Map();
  for (const slot of table.querySelectorAll("[data-slot]")) slots.set(slot.dataset.slot, isOpen(slot));
  return { cards, slots };
}

function wantsMotion() {
  return !STILL.matches && !document.hidden && document.documentElement.dataset.motion !== "still";
}

// From where it was to where it is; nothing where it has not moved.
function travel(element, from, options) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (!to.width || Math.abs(x) + Math.abs(y) < 2) return [];
  const start = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0" };
  return [[element, [start, { transformOrigin: "0 0" }], options]];
}

function stock() {
  const pile = table.querySelector("[data-stock]")?.getBoundingClientRect();
  if (pile?.width) return pile;
  const { left, top, width, height } = table.querySelector(".felt").getBoundingClientRect();
  return { left: left + width / 2, top: top + height / 2, width: 50 };
}

// Lap by lap, as cards are dealt: the first of every slot before the second of any.
function inLaps(slots) {
  const lap = (slot) => Number(slot.dataset.slot.split(".")[1]);
  return slots.sort((a, b) => lap(a) - lap(b));
}

function deals(fresh) {
  if (!fresh.length) return [];
  const from = stock();
  const apart = Math.min(APART, ALL_DEALT / fresh.length);
  return fresh.flatMap((element, index) => travel(element, from, { ...DEAL, delay: index * apart }));
}

function turns(slots, then) {
  const turned = slots.filter((slot) => then.slots.get(slot.dataset.slot) === false && isOpen(slot));
  return turned.map((slot) => [slot, [{ transform: "rotateY(90deg)" }, { transform: "none" }], FLIP]);
}

// Everything is measured before anything is set in motion: the page is laid out once.
function moves(then) {
  const slots = inLaps([...table.querySelectorAll("[data-slot]")]);
  const mine = [...table.querySelectorAll(".dock [data-card]")];
  const isOld = (card) => then.cards.has(card.dataset.card);
  const fresh = [...slots.filter((slot) => !then.slots.has(slot.dataset.slot)), ...mine.filter((card) => !isOld(card))];
  const moved = mine.filter(isOld).flatMap((card) => travel(card, then.cards.get(card.dataset.card), MOVE));
  return [...turns(slots, then), ...moved, ...deals(fresh)];
}

table.addEventListener("table:news", () => {
  for (const animation of running) animation.finish();
  running = [];
  before = wantsMotion() ? look() : null;
});

table.addEventListener("table:frame", () => {
  if (before && wantsMotion()) running = moves(before).map(([element, frames, options]) => element.animate(frames, options));
  before = null;
});
