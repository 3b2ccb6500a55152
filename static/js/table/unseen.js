// The one gate: nothing is told before the cards it speaks of are seen. The page is right at once; what moves says here
// what is not seen yet, and whoever tells something waits here for it. All by events on the table:
//
//   table:unseen  detail {what, until, stays}. An element is not seen before the promise `until` is kept: a card, or
//                 all that stands at a seat. Said before or while a table:frame is told. A card that lies face up in
//                 the page may wear data-covered meanwhile: so it shows its back (cards.css), and pieces.js leaves it on.
//                 What `stays` is not hurried: it is for its own hand to turn.
//   table:wait    detail {of, then, shows, says}. `of`: an element, or what finds it. Once nothing in it, and not it
//                 itself, is unseen: `then` is called, and the element `shows` stands there to be read, which is hidden
//                 until then by data-untold. Never at once, but before anything is painted. `says` names it, for records.
//   table:hurry   what moves is seen now, all of it but what stays: the person taps or presses a key, the tab goes out
//                 of sight, or a frame moves cards anew. Whoever moves it brings it to its end.
//
// Words of the page ask for it by themselves: [data-after] wait for what that finds, or where it is empty for the seat,
// or the dock, in which they stand; only those which are new. For records, in the order in which it happens:
//
//   table:seen    detail: the element          table:told    detail {shows, says}

const CARDS = / data-(?:card|slot)=|seat-points/; // in a frame
const table = document.querySelector("#table");
const unseen = new Map(); // what, and until when
let waiting = [];
let asked = false;
let fresh = false; // a frame has come, and with it perhaps new words
let known = new WeakMap(); // what words said when they were last told

const tell = (name, detail) => table.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));
const placeOf = (word) => word.dataset.after || word.closest(".seat, .dock") || table;

function isUnseen(of = "#table") {
  if (!unseen.size) return false;
  const place = typeof of === "string" ? document.querySelector(of) : of;
  return [...unseen.keys()].some((one) => place?.contains(one));
}

function see(what) {
  if (!unseen.delete(what)) return;
  what.removeAttribute("data-covered");
  tell("seen", what);
  soon();
}

function cover(how) {
  const { what, until } = how;
  const ends = () => { if (unseen.get(what) === how) see(what); };
  unseen.set(what, how);
  until.then(ends, ends);
}

function end({ then, shows, says }) {
  shows?.removeAttribute("data-untold");
  then?.();
  tell("told", { shows, says });
}

function newWords() {
  for (const word of table.querySelectorAll("[data-after]")) {
    const text = word.textContent;
    if (known.get(word) === text) continue;
    known.set(word, text);
    if (text.trim() && !waiting.some(({ shows }) => shows === word)) waiting.push({ of: placeOf(word), shows: word });
  }
}

// In the order in which they came; what one of them brings about waits behind them.
function look() {
  asked = false;
  if (fresh) newWords();
  fresh = false;
  const here = waiting.filter(({ shows }) => shows?.isConnected ?? true);
  const late = new Set(here.filter(({ of }) => isUnseen(of)));
  waiting = [...late];
  for (const { shows } of late) shows?.setAttribute("data-untold", "");
  for (const one of here) if (!late.has(one)) end(one);
}

function soon() {
  if (!asked) queueMicrotask(look);
  asked = true;
}

// All that moves, and then in its order all that waits for it.
function hurry() {
  if (!unseen.size) return;
  tell("hurry");
  for (const [what, { stays }] of [...unseen]) if (!stays) see(what);
  look();
}

table.addEventListener("table:unseen", ({ detail }) => cover(detail));
table.addEventListener("table:wait", ({ detail }) => {
  waiting.push(detail);
  soon();
});
table.addEventListener("table:frame", () => {
  fresh = true;
  soon();
});
table.addEventListener("table:news", ({ detail }) => { if (CARDS.test(detail)) hurry(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) hurry(); });
for (const tap of ["pointerdown", "keydown"]) document.addEventListener(tap, hurry, { capture: true, passive: true });
for (const word of table.querySelectorAll("[data-after]")) known.set(word, word.textContent); // who comes now sees it all
