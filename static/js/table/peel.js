// #my-cards[data-peel]: who likes to peels the newest card of a hand that nobody else sees. It lies face down and turns
// by its corner as far as the finger pulls; let go past half and it is open, else it falls back. A held key pulls it,
// too. A tap, Enter, or whatever one does at the table opens it at once: it is never needed. data-peel: the cards as
// they came, where they lie in another order; until the last is seen they lie as they came. What speaks of it waits
// (unseen.js). The server knows nothing of it; how many cards of the round are seen is kept for a reload of the page.

const OPENED = "peeled";
const TAP = 6; // px: a finger is never quite still
const HALF = 0.5; // of the way to where the card ends
const WHOLE = 0.97; // of the card is turned: there is nothing left to peel
const SLOWLY = 3000; // ms for a key to pull the card over
const BACK = 160; // ms
const PULLED_BY_KEY = { x: -0.5, y: -0.87 }; // from the lower right, mostly up
const KEYS = ["n", " "];
const MOVE = { duration: 240, easing: "cubic-bezier(.2,.8,.2,1)" };
const FADE = { duration: BACK, easing: "ease-out", fill: "forwards" };
const TEXT = "input, textarea, select, [contenteditable]";
const PRESSED = "a, button, summary"; // by keys of their own
const ACTS = ["#actions", ".seat-act"];

const table = document.querySelector("#table");
const dock = table.querySelector("#dock");
const words = table.querySelector("template[data-peel-words]").dataset;
const stop = table.querySelector('template[data-words="stop"]').content.textContent;
const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

let round = "";
let opened = 0; // so many cards of the round are seen
let peel = null; // the card that is not

const isStill = () => reduced.matches || document.documentElement.dataset.motion === "still";
const tell = (name, detail) => table.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));

function say(text) {
  const spoken = document.createElement("p");
  spoken.textContent = text;
  tell("say", spoken);
}

// What lies where, of a card whose corner is pulled by so much. It folds where corner and finger are equally far away;
// what is turned over shows its face, mirrored there.

function cut(polygon, side) {
  return polygon.flatMap((from, n) => {
    const to = polygon[(n + 1) % polygon.length];
    const [a, b] = [side(from), side(to)];
    const kept = a >= 0 ? [from] : [];
    if (a * b >= 0) return kept;
    const part = a / (a - b);
    return [...kept, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }];
  });
}

function area(polygon) {
  const twice = polygon.reduce((sum, { x, y }, n) => {
    const next = polygon[(n + 1) % polygon.length];
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

function fold({ width, height }, { x, y }) {
  const long = Math.hypot(x, y);
  const [nx, ny] = long ? [x / long, y / long] : [1, 0];
  const at = (x < 0 ? width * nx : 0) + (y < 0 ? height * ny : 0) + long / 2 - (long ? 0 : 1);
  const beyond = (point) => point.x * nx + point.y * ny - at;
  const card = [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: height }, { x: 0, y: height }];
  const turned = cut(card, (point) => -beyond(point));
  const shift = 2 * (at - width * nx);
  return {
    lies: cut(card, beyond),
    turned: turned.map((point) => ({ x: width - point.x, y: point.y })),
    matrix: [2 * nx * nx - 1, 2 * nx * ny, -2 * nx * ny, 1 - 2 * ny * ny, width + shift * nx, shift * ny],
    part: area(turned) / (width * height),
    way: long / (Math.abs(width * nx) + Math.abs(height * ny)),
  };
}

const polygonOf = (points) => `polygon(${points.map(({ x, y }) => `${x.toFixed(1)}px ${y.toFixed(1)}px`).join(", ") || "0 0"})`;

// The cover over a card: its back, and what of it is turned over.

function piece(name) {
  const element = document.createElement("span");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  return element;
}

function turnedOver(card) {
  const face = piece("peel-turned card");
  face.classList.add(...[...card.classList].filter((name) => name.startsWith("suit-")));
  face.append(card.querySelector(".face").cloneNode(true));
  return face;
}

class Peel {
  constructor(card, count) {
    this.code = card.dataset.card;
    this.count = count; // of cards, with this one
    this.pulled = { x: 0, y: 0 };
    this.way = 0;
    this.step = 0;
    this.seen = new Promise((resolve) => { this.see = resolve; });
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "peel";
    this.button.setAttribute("aria-label", words.says);
    this.tag = piece("peel-tag");
    this.tag.textContent = isStill() ? words.tap : words.pull;
    this.title = document.createElement("p");
    this.title.className = "peel-title hand-title display";
    this.lies = piece("peel-back card is-back");
    this.shade = piece("peel-shade");
    this.turned = turnedOver(card);
    this.button.append(this.lies, this.shade, this.turned, this.tag);
    this.button.addEventListener("pointerdown", (event) => this.take(event));
    this.button.addEventListener("click", () => { if (!this.wasPulled) open(); });
    this.lay(card);
  }

  // A frame may have taken from the page what is not of the server.
  lay(card) {
    this.card = card;
    card.classList.add("is-peeled");
    if (this.button.parentNode !== card) card.append(this.button);
    const title = table.querySelector("#hand-title"); // which may speak of the card
    if (title.previousSibling !== this.title) title.before(this.title);
    this.turn(table.querySelector("#heading[data-my-turn]") !== null);
  }

  turn(mine) {
    table.dataset.peeling = mine ? "turn" : "";
    if (this.mine === mine) return;
    this.mine = mine;
    this.title.textContent = mine ? words.turn : words.title;
    say(mine ? words.turn + stop + words.says : words.says);
  }

  pull(by) {
    const { lies, turned, matrix, part, way } = fold({ width: this.card.offsetWidth, height: this.card.offsetHeight }, by);
    this.pulled = by;
    this.way = way;
    this.button.classList.toggle("is-pulled", part > 0);
    this.lies.style.setProperty("clip-path", polygonOf(lies));
    for (const one of [this.turned, this.shade]) one.style.setProperty("clip-path", polygonOf(turned));
    this.turned.style.setProperty("transform", `matrix(${matrix})`);
    this.shade.style.setProperty("transform", `translate(3px, 4px) matrix(${matrix})`);
    if (part > WHOLE) open();
  }

  // By so much, from moment to moment, until it is told to stop.
  go(next) {
    cancelAnimationFrame(this.step);
    const start = performance.now();
    const tick = (now) => {
      const by = next(now - start);
      if (by && peel === this) {
        this.pull(by);
        if (peel === this) this.step = requestAnimationFrame(tick);
      }
    };
    this.step = requestAnimationFrame(tick);
  }

  letGo() {
    if (this.way >= HALF) return open();
    const { x, y } = this.pulled;
    this.go((time) => {
      const left = Math.max(0, 1 - time / BACK);
      return this.way > 0 ? { x: x * left, y: y * left } : null;
    });
  }

  take(event) {
    this.wasPulled = false;
    if (event.button || isStill()) return;
    const { pointerId, clientX, clientY } = event;
    const until = new AbortController();
    const listen = (name, heard) => document.addEventListener(name, (one) => {
      if (one.pointerId === pointerId) heard(one);
    }, { signal: until.signal });
    listen("pointermove", (one) => {
      const by = { x: one.clientX - clientX, y: one.clientY - clientY };
      if (!this.wasPulled && Math.hypot(by.x, by.y) < TAP) return;
      if (!this.wasPulled) dock.setPointerCapture(pointerId); // a frame may take the button away for a moment
      this.wasPulled = true;
      cancelAnimationFrame(this.step);
      if (peel === this) this.pull(by);
    });
    const end = () => {
      until.abort();
      if (this.wasPulled && peel === this) this.letGo();
    };
    listen("pointerup", end);
    listen("pointercancel", end);
  }

  holdsKey() {
    const { width, height } = this.card.getBoundingClientRect();
    const far = 2 * Math.hypot(width, height);
    this.go((time) => {
      const by = (far * time) / SLOWLY;
      return { x: PULLED_BY_KEY.x * by, y: PULLED_BY_KEY.y * by };
    });
  }

  lift() {
    cancelAnimationFrame(this.step);
    const hadFocus = document.activeElement === this.button;
    this.card.classList.remove("is-peeled");
    this.title.remove();
    if (hadFocus) table.querySelector("#my-cards").focus({ preventScroll: true });
    this.button.inert = true;
    this.button.animate({ opacity: [1, 0] }, FADE).finished.finally(() => this.button.remove());
    this.see();
  }
}

// The hand

const handOf = () => table.querySelector("#hand #my-cards[data-peel]");

function asTheyCame(hand) {
  const cards = [...hand.querySelectorAll("[data-card]")];
  const codes = hand.dataset.peel.split(" ").filter(Boolean);
  return codes.length ? codes.map((code) => cards.find(({ dataset }) => dataset.card === code)) : cards;
}

function newRound() {
  const now = [...table.querySelectorAll("#log [data-line]")].at(-1)?.dataset.line.split(".")[0] ?? "";
  if (now === round) return;
  round = now;
  opened = 0;
}

function keep(count) {
  opened = count;
  sessionStorage.setItem(OPENED, [location.pathname, round, opened].join(" "));
}

function remember() {
  const [path, last, count] = (sessionStorage.getItem(OPENED) ?? "").split(" ");
  if (path !== location.pathname) return;
  round = last;
  opened = Number(count);
}

// Where they lie in another order they go there once the last is seen.
function arrange(cards) {
  for (const [place, card] of cards.entries()) card.style.order = place;
}

function asTheyLie() {
  const cards = [...table.querySelectorAll("#my-cards [data-card]")];
  const before = new Map(cards.map((card) => [card, card.getBoundingClientRect()]));
  for (const card of cards) card.style.order = "";
  delete table.dataset.peeling;
  if (isStill()) return;
  for (const [card, from] of before) {
    const to = card.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) > 1) card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], MOVE);
  }
}

function open() {
  const last = peel;
  peel = null;
  keep(last.count);
  asTheyLie();
  last.lift();
}

function cover(card, count) {
  peel = new Peel(card, count);
  tell("unseen", { what: peel.button, until: peel.seen, stays: true });
}

function look() {
  newRound();
  const hand = handOf();
  const cards = hand ? asTheyCame(hand) : [];
  const newest = cards.length > opened ? cards.at(-1) : null;
  if (peel && newest?.dataset.card !== peel.code) open(); // another has come, or it lies open for all
  if (!newest) return;
  if (peel) peel.lay(newest);
  else cover(newest, cards.length);
  if (hand.dataset.peel) arrange(cards);
}

// Who comes to the table now is told nothing of it, either.
function waitForIt() {
  const told = [...table.querySelectorAll("[data-after], #ticker, #log [data-line]:is([data-mine], :has(.line-hand))")];
  for (const shows of told) {
    const of = shows.matches("[data-after]") ? shows.dataset.after || shows.closest(".seat, .dock") || "#table" : "#dock";
    tell("wait", { of, shows });
  }
}

// Keys

function isForUs(event) {
  if (!peel || !event.key || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target === peel.button) return true;
  const busy = table.dataset.keys === "off" || table.querySelector(".sheet-host[data-open], dialog[open]");
  const own = [" ", "Enter"].includes(event.key) ? `${TEXT}, ${PRESSED}` : TEXT;
  return !busy && !event.target.closest?.(own);
}

const pressesNothing = (key) => [...table.querySelectorAll(ACTS.map((one) => `${one} [data-key]:disabled`).join())]
  .some(({ dataset }) => dataset.key.split(" ").includes(key));

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

document.addEventListener("keydown", (event) => {
  if (!isForUs(event)) return;
  if (KEYS.includes(event.key.toLowerCase())) {
    swallow(event);
    if (event.repeat) return;
    if (isStill()) open();
    else peel.holdsKey();
  } else if (event.key === "Enter" || pressesNothing(event.key.toLowerCase())) {
    swallow(event);
    if (!event.repeat) open();
  }
}, true);

document.addEventListener("keyup", (event) => {
  if (!KEYS.includes(event.key.toLowerCase()) || !isForUs(event)) return;
  swallow(event);
  if (!isStill()) peel.letGo();
}, true);

// Whatever one does at the table, and what cannot be pressed: until the card is seen nobody is shown which that is.
table.addEventListener("click", (event) => {
  if (peel && event.target.closest(ACTS.join())) open();
}, true);

remember();
look();
if (peel) waitForIt();
table.dataset.peels = "";
table.addEventListener("table:frame", look);
