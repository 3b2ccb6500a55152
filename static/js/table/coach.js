// [data-coach]: points out to a newcomer what matters now, one thing at a time, on the real thing. What a game points out,
// where, when, and when it is done comes from its folder: [data-marks] has the address; [data-known] are those that this
// person knows. A mark stands over the felt alone, never over my hand, what I may do or the time, and over nothing to
// press; it goes by itself when the thing is done or its moment is over, with “got it”, and with Esc. Who knows one, or
// wants none any more, is remembered by the server. The page is only looked at: no zone is touched. No clock stops.

const layer = document.querySelector("[data-coach]");
const table = document.querySelector("#table");
const LOOK = 250;
const CALM = 700; // a moment lasts so long before it is spoken of
const READ = 4000; // who saw a mark for so long has read it
const GAP = 12;
const EDGE = 6;
const STEP = 10;
const NEVER = ".dock, .table-top, .strips > *, .ticker:not([hidden]), .felt :is(button:not(.name-ask), a, input), .bubble, .toast";
const RATHER_NOT = ".felt .card, .felt .seat-face, .felt .seat-points, .felt .seat-text, .felt .centre > *";
const BUSY = ".sheet-host[data-open], dialog[open]";

const known = new Set(layer.dataset.known.split(" "));
let marks = [];
let words = {};
let shown = null; // the mark
let since = 0;
let moment = null; // whose, and since when
let free = 0; // nothing new before
let stopped = false;
let last = ""; // how all lay when it was placed

// --- the moment ----------------------------------------------------------------------------------

const isSeen = (element) => element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true;
const has = (selector) => table.querySelector(selector) !== null;

function thingOf(mark) {
  return [...table.querySelectorAll(mark.at)].find((one) => one.getBoundingClientRect().width && isSeen(one));
}

const isNow = (mark) => (!mark.when || has(mark.when)) && thingOf(mark) !== undefined;
const isDone = (mark) => mark.done && has(mark.done);
const mayPoint = () => !stopped && !document.hidden && ["open", "slow"].includes(table.dataset.link) && !has(BUSY) && has(".seat.is-playing[data-mine]");

function look() {
  if (stopped) return;
  if (shown && isDone(shown)) learn(shown);
  if (shown && (!mayPoint() || !isNow(shown))) leave();
  if (!shown && mayPoint()) find();
  if (shown) stand();
}

function find() {
  const now = Date.now();
  const next = marks.find((mark) => !known.has(mark.key) && !isDone(mark) && isNow(mark));
  if (moment?.mark !== next) moment = { mark: next, since: now };
  if (next && now > free && now - moment.since >= CALM && !has("[data-untold]")) show(next);
}

// Its moment is over. Whoever had the time to read it knows it.
function leave() {
  if (Date.now() - since >= READ) learn(shown);
  else hide();
}

// --- the bubble ----------------------------------------------------------------------------------

const make = (kind, name, text = "") => Object.assign(document.createElement(kind), { className: name, textContent: text });
const ring = make("div", "coach-ring");
const bubble = make("section", "coach-mark");
const says = make("p", "coach-says");
const row = make("div", "coach-row");
const stop = make("button", "coach-stop");
const gotIt = make("button", "button button-turn button-small coach-got");

function build() {
  for (const button of [stop, gotIt]) button.type = "button";
  stop.textContent = words.stop;
  gotIt.textContent = words.got_it;
  gotIt.dataset.key = "Escape";
  bubble.setAttribute("aria-label", words.tip);
  row.append(stop, gotIt);
  bubble.append(says, row);
}

function show(mark) {
  shown = mark;
  since = Date.now();
  last = "";
  says.textContent = mark.says;
  layer.replaceChildren(ring, bubble);
  stand();
  table.dispatchEvent(new CustomEvent("table:say", { detail: says }));
}

function hide() {
  const held = layer.contains(document.activeElement);
  shown = null;
  free = Date.now() + CALM;
  layer.replaceChildren();
  if (held) (table.querySelector("#actions :is(button, input:not([type=hidden])):enabled") ?? table.querySelector("#dock")).focus({ preventScroll: true });
}

// --- where it stands -----------------------------------------------------------------------------

const boxes = (what) => [...table.querySelectorAll(what)].map((one) => one.getBoundingClientRect()).filter((box) => box.width);
const across = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
const down = (a, b) => Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const shared = (a, b) => across(a, b) * down(a, b);
const apart = (from, to, low, high) => Math.max(0, low - to, from - high);

function* placesOf({ width, height }, room) {
  for (let top = room.top + EDGE; top + height <= room.bottom - EDGE; top += STEP) {
    for (let left = room.left + EDGE; left + width <= room.right - EDGE; left += STEP) {
      yield { left, top, right: left + width, bottom: top + height };
    }
  }
}

// Near the thing, beside all that may not be covered, and over as little else as can be.
function placeFor(thing, size, room) {
  const never = [...boxes(NEVER), { left: thing.left - GAP, top: thing.top - GAP, right: thing.right + GAP, bottom: thing.bottom + GAP }];
  const ratherNot = boxes(RATHER_NOT);
  let best = null;
  let least = Infinity;
  for (const place of placesOf(size, room)) {
    if (never.some((box) => shared(place, box))) continue;
    const far = apart(place.left, place.right, thing.left, thing.right) + apart(place.top, place.bottom, thing.top, thing.bottom);
    const aside = Math.abs(place.left + place.right - thing.left - thing.right) / 20;
    const cost = far * 2 + aside + ratherNot.reduce((sum, box) => sum + shared(place, box), 0) / 40;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

function sideOf(place, thing) {
  if (place.bottom <= thing.top) return "top";
  if (place.top >= thing.bottom) return "bottom";
  return place.right <= thing.left ? "left" : "right";
}

function roomOf(felt) {
  return { left: Math.max(felt.left, 0), right: Math.min(felt.right, window.innerWidth), top: Math.max(felt.top, 0), bottom: Math.min(felt.bottom, window.innerHeight) };
}

function stand() {
  const thing = thingOf(shown).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const felt = table.querySelector(".felt").getBoundingClientRect();
  const now = [thing.left, thing.top, thing.width, thing.height, width, height, felt.width, felt.bottom, ...boxes(NEVER).map(({ top }) => top)].join();
  if (now === last) return;
  const place = placeFor(thing, { width, height }, roomOf(felt));
  layer.style.visibility = place ? "" : "hidden";
  if (!place) {
    since = Date.now(); // nobody has read it yet
    return;
  }
  last = now;
  put(ring, thing);
  put(bubble, place);
  bubble.dataset.side = sideOf(place, thing);
  bubble.style.setProperty("--tail-x", `${(thing.left + thing.right) / 2 - place.left}px`);
  bubble.style.setProperty("--tail-y", `${(thing.top + thing.bottom) / 2 - place.top}px`);
}

function put(element, { left, top, right, bottom }) {
  const at = { x: left, y: top, wide: right - left, high: bottom - top };
  for (const [name, value] of Object.entries(at)) element.style.setProperty(`--${name}`, `${value}px`);
}

// --- what is remembered --------------------------------------------------------------------------

function remember(what) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, ...what });
  fetch(layer.dataset.remember, { method: "POST", body, headers: { "HX-Request": "true" }, keepalive: true }).catch(() => {}); // it comes once more
}

function learn(mark) {
  known.add(mark.key);
  hide();
  remember({ known: `${layer.dataset.of}.${mark.key}` });
}

function stopAll() {
  stopped = true;
  hide();
  remember({ stop: "" });
  document.dispatchEvent(new CustomEvent("toast", { detail: { text: words.stopped } }));
}

gotIt.addEventListener("click", () => learn(shown));
stop.addEventListener("click", stopAll);

// -------------------------------------------------------------------------------------------------

async function begin() {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: layer.dataset.styles });
  const dressed = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  document.head.append(link);
  const [answer] = await Promise.all([fetch(layer.dataset.marks), dressed]);
  ({ marks, words } = await answer.json());
  build();
  table.addEventListener("table:frame", () => table.dispatchEvent(new CustomEvent("table:wait", { detail: { of: "#table", then: look } })));
  window.addEventListener("resize", look);
  window.addEventListener("scroll", look, { passive: true });
  setInterval(look, LOOK);
}

begin().catch(() => layer.remove()); // who plays without it is told by the rules
