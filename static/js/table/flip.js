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

function look() {
  const cards = new Map();
  for (const card of table.querySelectorAll(".felt [data-card], .dock [data-card]")) {
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

function play(element, frames, options) {
  running.push(element.animate(frames, options));
}

function travel(element, from, options) {
  const to = element.getBoundingClientRect();
  if (!to.width) return;
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  const scale = from.width / to.width;
  play(element, [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], options);
}

function stock() {
  const pile = table.querySelector("[data-stock]") ?? table.querySelector(".felt");
  const { left, top, width, height } = pile.getBoundingClientRect();
  return pile.matches("[data-stock]") ? { left, top, width } : { left: left + width / 2, top: top + height / 2, width: 50 };
}

// Lap by lap, as cards are dealt: the first of every slot before the second of any.
function inLaps(slots) {
  const lap = (slot) => Number(slot.dataset.slot.split(".")[1]);
  return slots.sort((a, b) => lap(a) - lap(b));
}

function deal(fresh) {
  const from = stock();
  const apart = Math.min(APART, ALL_DEALT / Math.max(fresh.length, 1));
  fresh.forEach((element, index) => travel(element, from, { ...DEAL, delay: index * apart }));
}

function move(then) {
  const slots = inLaps([...table.querySelectorAll("[data-slot]")]);
  const fresh = slots.filter((slot) => !then.slots.has(slot.dataset.slot));
  for (const slot of slots) {
    if (then.slots.get(slot.dataset.slot) === false && isOpen(slot)) {
      play(slot, [{ transform: "rotateY(90deg)" }, { transform: "none" }], FLIP);
    }
  }
  for (const card of table.querySelectorAll(".dock [data-card]")) {
    const from = then.cards.get(card.dataset.card);
    if (from) travel(card, from, MOVE);
    else fresh.push(card);
  }
  deal(fresh);
}

table.addEventListener("table:news", () => {
  for (const animation of running) animation.finish();
  running = [];
  before = wantsMotion() ? look() : null;
});

table.addEventListener("table:frame", () => {
  if (before && wantsMotion()) move(before);
  before = null;
});
