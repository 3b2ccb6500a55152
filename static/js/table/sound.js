// What happened, to be heard: made here, without files, and only after the first tap (seen.js). [data-mute] silences it and
// [data-volume] says how loud it is; both are remembered. #table[data-sound="off"] and [data-vibration="off"] are the
// person's settings. Whatever sounds is also seen; what nobody sees is silent, but for my turn. The game says by
// template[data-sounds] which sound a new line of the log makes, "kind:sound kind:sound", and by data-status-sounds
// which one a seat whose status is new. What sounds is told as `table:sounds` (unseen.js says when it may).

const APART = 80; // ms between two sounds of a kind
const MUTED = "table-muted";
const VOLUME = "table-volume";
const BUZZ = 20; // ms
const AFAR = "turn"; // heard from a tab that nobody sees, too
const OF_CARDS = new Set(["deal", "place", "flip"]);
const pairs = (text = "") => new Map(text.split(" ").filter(Boolean).map((pair) => pair.split(":")));
const said = document.querySelector("[data-sounds]")?.dataset ?? {};
const KINDS = pairs(said.sounds);
const STATUSES = pairs(said.statusSounds);

const table = document.querySelector("#table");
const off = table.dataset.sound === "off";
const still = table.dataset.vibration === "off";
const last = new Map();
let context = null;
let volume = null;
let loud = Number(localStorage.getItem(VOLUME) ?? 50); // of a hundred
let muted = localStorage.getItem(MUTED) !== null;
let then = look();

function wake() {
  context ??= new AudioContext();
  if (!volume) {
    volume = new GainNode(context, { gain: loud / 100 });
    volume.connect(context.destination);
  }
  if (context.state !== "running") context.resume(); // also after a call, which takes the sound away
}

// Loud at once, gone after `length` seconds.
function fade(at, length, gain) {
  const node = new GainNode(context, { gain: 0 });
  const start = context.currentTime + at;
  node.gain.setValueAtTime(gain, start);
  node.gain.exponentialRampToValueAtTime(0.001, start + length);
  node.connect(volume);
  return node;
}

function run(source, at, length) {
  source.start(context.currentTime + at);
  source.stop(context.currentTime + at + length);
}

function noise({ at = 0, length, band = 2200, gain = 0.4 }) {
  const buffer = new AudioBuffer({ length: context.sampleRate * length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: band })).connect(fade(at, length, gain));
  run(source, at, length);
}

function tone({ at = 0, length, from, to = from, shape = "sine", gain = 0.25 }) {
  const source = new OscillatorNode(context, { type: shape, frequency: from });
  source.frequency.linearRampToValueAtTime(to, context.currentTime + at + length);
  source.connect(fade(at, length, gain));
  run(source, at, length);
  return source;
}

function gong() {
  const ring = tone({ length: 0.7, from: 196, gain: 0.3 });
  const shimmer = new OscillatorNode(context, { frequency: 274 });
  shimmer.connect(new GainNode(context, { gain: 180 })).connect(ring.frequency);
  run(shimmer, 0, 0.7);
}

const SOUNDS = {
  deal: () => noise({ length: 0.04 }),
  place: () => { noise({ length: 0.04 }); tone({ length: 0.07, from: 180 }); },
  flip: () => { noise({ length: 0.012 }); noise({ at: 0.03, length: 0.012 }); },
  select: () => tone({ length: 0.045, from: 660, to: 880, gain: 0.125 }),
  turn: () => [659, 880].forEach((from, n) => tone({ at: n * 0.12, length: 0.12, from, shape: "triangle" })),
  tick: () => tone({ length: 0.03, from: 1000, gain: 0.06 }),
  win: () => [587, 740, 880, 988, 1175].forEach((from, n) => tone({ at: n * 0.09, length: 0.5, from, shape: "triangle" })),
  gong,
  duck: () => [0, 0.18].forEach((at) => tone({ at, length: 0.12, from: 430, to: 290, shape: "sawtooth", gain: 0.08 })),
};

function play(kind) {
  const now = performance.now();
  if (off || muted || context?.state !== "running" || now - (last.get(kind) ?? -APART) < APART) return;
  if (document.hidden && kind !== AFAR) return;
  last.set(kind, now);
  SOUNDS[kind]();
  table.dispatchEvent(new CustomEvent("table:sounds", { detail: kind }));
}

function buzz() {
  if (context && !still) navigator.vibrate?.(BUZZ);
}

function look() {
  return {
    lines: new Map([...table.querySelectorAll("#log [data-line]")].map((line) => [line.dataset.line, line.dataset.kind])),
    mine: table.querySelector("[data-my-turn]") !== null,
    won: table.querySelector("#result .is-gain.result-big") !== null,
    moment: table.querySelector("#result[data-moment]") !== null,
    seats: new Map([...table.querySelectorAll(".seat")].map(({ id, dataset }) => [id, dataset.status])),
  };
}

function wait(of, then) {
  table.dispatchEvent(new CustomEvent("table:wait", { detail: { of, then } }));
}

// With the first card that is seen; where none is on its way, with the frame.
function withCards(kinds) {
  const once = () => {
    table.removeEventListener("table:seen", once);
    kinds.splice(0).forEach(play);
  };
  table.addEventListener("table:seen", once);
  wait(".felt", once);
}

// The cards make their noise as they come; what speaks of them waits until all of them are seen, and what of mine, for mine.
function listen() {
  const now = look();
  const fresh = [...now.lines].filter(([key]) => !then.lines.has(key)).map(([, kind]) => KINDS.get(kind)).filter(Boolean);
  const after = (of, kind) => wait(of, () => play(kind));
  withCards(fresh.filter((kind) => OF_CARDS.has(kind)));
  for (const kind of fresh) if (!OF_CARDS.has(kind)) after(".felt", kind);
  for (const [seat, status] of now.seats) if (STATUSES.has(status) && then.seats.get(seat) !== status) after(`#${seat}`, STATUSES.get(status));
  if (now.moment && !then.moment) after("#table", "gong");
  if (now.won && !then.won) after("#table", "win");
  if (now.mine && !then.mine) {
    after(".felt", "turn");
    wait(".felt", buzz);
  }
  then = now;
}

function mute(silent) {
  muted = silent;
  if (silent) localStorage.setItem(MUTED, "");
  else localStorage.removeItem(MUTED);
  for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", silent);
}

function turnUp(to) {
  loud = to;
  localStorage.setItem(VOLUME, to);
  if (volume) volume.gain.value = loud / 100;
  for (const slider of document.querySelectorAll("[data-volume]")) slider.value = loud;
}

for (const tap of ["pointerup", "keydown"]) document.addEventListener(tap, wake); // a finger counts once it is lifted
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-mute]")) mute(!muted);
  else if (event.target.closest("#my-cards .card-button")) play("select");
});
document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-volume]")) return;
  mute(false);
  turnUp(Number(target.value));
});
document.addEventListener("change", ({ target }) => { if (target.matches("[data-volume]")) play("turn"); }); // so loud it is
table.addEventListener("table:frame", listen);
table.addEventListener("table:ten", () => {
  if (document.hidden) play("turn");
  buzz();
});
setInterval(() => { if (table.querySelector("[data-my-turn].is-last")) play("tick"); }, 1000);
if (navigator.userActivation?.hasBeenActive) wake();
mute(muted);
turnUp(loud);
