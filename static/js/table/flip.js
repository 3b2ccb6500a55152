// [data-card], [data-slot]: cards come to where the page already shows them, in the order of the table. A card is known
// by its code, a face-down one only by its slot. A deal: backs fly from the stock, one lap after the other, and mine turn
// over in the dock. At the end others open one by one, mine is told last. What is under way is unseen (unseen.js): all
// that is told of it waits. Only transform and opacity; where less motion is wanted nothing travels or turns, what is
// seen fades in, in the same order. Nothing flies face up that was not face up.

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 240, easing: "cubic-bezier(.2,.8,.2,1)" };
const DEAL = { duration: 260, easing: "cubic-bezier(.16,.84,.3,1)" };
const TURN = { duration: 320, easing: "ease-in-out" };
const FADE = { duration: 120, easing: "linear" };
const APART = 70;
const TURNS_APART = 40;
const ALL_TURN = 160; // my first card begins to turn, and my last
const ALL_DEALT = 900;
const NEXT_HAND = 220;

const table = document.querySelector("#table");
const felt = table.querySelector(".felt");
const dock = table.querySelector(".dock");
let before = null;
let round = ""; // the number of the one that lies here
let steps = new Set(); // still to come
let running = [];

const wantsLess = () => STILL.matches || document.documentElement.dataset.motion === "still";
const isOpen = (slot) => slot.querySelector("[data-card]") !== null;
const chairOf = (slot) => slot.dataset.slot.split(".")[0];
const lapOf = (slot) => Number(slot.dataset.slot.split(".")[1]);
const placeOf = (seat) => Number(seat?.dataset.place ?? 99);
const faceOf = (slot) => slot.querySelector("[data-card]");
const all = (what, within = table) => [...within.querySelectorAll(what)];

// --- what lies there -----------------------------------------------------------------------------

// Where things are is only asked for those who have cards that may travel: it may cost a layout.
function look() {
  const cards = new Map();
  const mine = new Set(all("[data-card]", dock).map((card) => card.dataset.card));
  for (const card of mine.size ? all(":is(.felt, .dock) [data-card]") : []) {
    const box = "covered" in card.dataset ? null : card.getBoundingClientRect(); // from there none flies face up
    if (!box || box.width) cards.set(card.dataset.card, box);
  }
  const slots = new Map(all("[data-slot]").map((slot) => [slot.dataset.slot, isOpen(slot)]));
  const chairs = new Set(all("[data-slot]").filter((slot) => !isOpen(slot)).map(chairOf));
  return { cards, mine, slots, chairs, points: pointed(), ended: isOver() };
}

function pointed() {
  return new Set(all(".seat-points").map((points) => points.closest(".seat")));
}

function isOver() {
  return dock.querySelector("#result.result:not([hidden])") !== null;
}

// A new round begins with nothing, and so does one that is dealt anew.
function cleared(then, isNew) {
  const mine = all("[data-card]", dock);
  const again = then.mine.size > 1 && mine.length > 1 && !mine.some((card) => then.mine.has(card.dataset.card));
  if (!isNew && !again) return then;
  return { ...then, cards: new Map(), mine: new Set(), slots: new Map(), chairs: new Set() };
}

// --- one thing after the other -------------------------------------------------------------------

function later(time, what) {
  const step = { time, what };
  step.timer = setTimeout(() => {
    steps.delete(step);
    what();
  }, time);
  steps.add(step);
}

function unseen(what, time) {
  const until = new Promise((seen) => { later(time, seen); });
  table.dispatchEvent(new CustomEvent("table:unseen", { detail: { what, until } }));
}

function animate(element, frames, options) {
  running.push(element.animate(frames, { fill: "backwards", ...options }));
}

// A card that lies open in the page shows its back until it is turned. When it is.
function turn(card, at) {
  const less = wantsLess();
  const { duration } = less ? FADE : TURN;
  card.dataset.covered = "";
  unseen(card, at + duration);
  if (!less) later(at, () => animate(card, [{}, { transform: "rotateY(90deg)" }, {}], TURN));
  later(less ? at : at + duration / 2, () => {
    delete card.dataset.covered;
    if (less) animate(card, [{ opacity: 0 }, {}], FADE);
  });
  return at + duration;
}

// From where it was to where it is; nothing where it has not moved. Measured now, set in motion by a call.
function travel(element, from, options, tilt = 0) {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (!to.width || Math.abs(x) + Math.abs(y) < 2) return null;
  const transform = `translate(${x}px, ${y}px) scale(${from.width / to.width}) rotate(${tilt}deg)`;
  return () => animate(element, [{ transform, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], options);
}

// --- a deal, a draw ------------------------------------------------------------------------------

function stock() {
  const pile = table.querySelector("[data-stock]")?.getBoundingClientRect();
  if (pile?.width) return pile;
  const { left, top, width, height } = felt.getBoundingClientRect();
  return { left: left + width / 2, top: top + height / 2, width: 50 };
}

// The first card of everybody before the second of anybody, from one seat to the next.
function inLaps(slots, mine) {
  const own = placeOf(table.querySelector(".seat[data-mine]"));
  const cards = [
    ...slots.map((card) => ({ card, lap: lapOf(card), place: placeOf(card.closest(".seat")) })),
    ...mine.map((card, lap) => ({ card, lap: lap + 1, place: own })),
  ];
  return cards.sort((a, b) => a.lap - b.lap || a.place - b.place).map(({ card }) => card);
}

// Backs, whatever they are: what lies open in the page is covered, and turned once all lie there. When they do.
function deal(slots, mine) {
  const less = wantsLess();
  const cards = inLaps(slots, mine).filter((card) => less || card.getBoundingClientRect().width); // only what travels is measured
  if (!cards.length) return 0;
  const apart = less ? 0 : Math.min(APART, (ALL_DEALT - DEAL.duration) / cards.length);
  const from = less ? null : stock();
  const ways = less ? [] : cards.map((card, n) => travel(card, from, { ...DEAL, delay: n * apart }, n % 2 ? 9 : -9));
  cards.forEach((card, n) => {
    if (less) animate(card, [{ opacity: 0 }, {}], FADE);
    else ways[n]?.();
    if (!mine.includes(card)) unseen(card, n * apart + (less ? FADE : DEAL).duration);
  });
  return (cards.length - 1) * apart + (less ? FADE : DEAL).duration;
}

// A dock that scrolls cuts off what flies into it.
function letIn(time) {
  dock.dataset.dealt = "";
  later(time, () => { delete dock.dataset.dealt; });
}

function turnMine(cards, from) {
  const apart = wantsLess() ? 0 : Math.min(TURNS_APART, ALL_TURN / cards.length);
  const ends = cards.map((card, n) => turn(card, from + n * apart));
  const seat = table.querySelector(".seat[data-mine]");
  if (ends.length && seat) unseen(seat, Math.max(...ends));
  return Math.max(from, ...ends);
}

// --- how it ends ---------------------------------------------------------------------------------

// Who is told of anew: whose hand is turned, or whose points stand there.
function newlyTold(turned, then) {
  const points = [...pointed()].filter((seat) => !then.points.has(seat));
  return new Set([...turned.map((slot) => slot.closest(".seat")), ...points]);
}

// One after the other: a hand opens, then it is said what it is and what it brings; mine at the end, in the dock.
function tellSeats(turned, then, from) {
  const told = newlyTold(turned, then);
  const mine = table.querySelector(".seat[data-mine]");
  let at = from;
  for (const seat of [...told].filter((one) => one !== mine).sort((a, b) => placeOf(a) - placeOf(b))) {
    const open = turned.filter((slot) => seat.contains(slot)).map((slot) => turn(faceOf(slot), at));
    at = Math.max(at, ...open);
    unseen(seat, at);
    at += NEXT_HAND;
  }
  if (told.has(mine)) unseen(mine, at);
  if (isOver() && !then.ended) unseen(dock, at);
}

// --- a frame -------------------------------------------------------------------------------------

// A hand that lay there face down lies open now: not only the cards that were seen of it.
function isTurned(slot, { slots, chairs }) {
  const lay = slots.get(slot.dataset.slot);
  return isOpen(slot) && (lay === false || (lay === undefined && chairs.has(chairOf(slot))));
}

// Of my cards, and those of mine that lie on the felt now. Measured here, set in motion by what comes back.
function moves(mine, then) {
  const played = all(".felt [data-card]").filter((card) => then.mine.has(card.dataset.card));
  const known = wantsLess() ? [] : [...mine, ...played].filter((card) => then.cards.get(card.dataset.card));
  return known.map((card) => [card, travel(card, then.cards.get(card.dataset.card), MOVE)]).filter(([, go]) => go);
}

// Everything is measured before anything is set in motion: the page is laid out once.
function show(then) {
  const slots = all("[data-slot]");
  const mine = all("[data-card]", dock);
  const turned = slots.filter((slot) => isTurned(slot, then));
  const dealt = slots.filter((slot) => !then.slots.has(slot.dataset.slot) && !turned.includes(slot));
  const drawn = mine.filter((card) => !then.cards.has(card.dataset.card));
  const ways = moves(mine, then);
  const lie = deal(dealt, drawn);
  if (drawn.length) letIn(lie);
  for (const [card, go] of ways) {
    go();
    unseen(card, MOVE.duration);
  }
  const rest = Math.max(ways.length && MOVE.duration, turnMine(drawn.filter((card) => !card.matches(".is-peeled")), lie));
  tellSeats([...turned, ...dealt.filter(isOpen)], then, rest);
}

function end() {
  for (const step of [...steps].sort((a, b) => a.time - b.time)) {
    clearTimeout(step.timer);
    step.what();
  }
  steps = new Set();
  for (const animation of running) animation.finish();
  running = [];
}

table.addEventListener("table:hurry", end);

table.addEventListener("table:news", ({ detail }) => {
  const now = /^<[^>]* data-version="(\d+)\./.exec(detail)?.[1] ?? round;
  const follows = ["open", "slow"].includes(table.dataset.link) && !document.hidden;
  before = follows ? { ...look(), isNew: now !== round } : null; // who comes, or comes back, sees how it stands
  round = now;
  running = running.filter(({ playState }) => playState === "running");
});

table.addEventListener("table:frame", () => {
  if (before && !document.hidden) show(cleared(before, before.isNew));
  before = null;
});
