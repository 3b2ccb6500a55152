// What happened, to be heard: made here, without files, and only after the first tap. [data-mute] silences it, and is
// remembered; #table[data-sound="off"] is the person's setting. Whatever sounds is also seen. The game says by
// template[data-sounds] which sound a new line of the log makes, "kind:sound kind:sound", and by data-status-sounds
// which one a seat whose status is new.

const APART = 80; // ms between two sounds of a kind
const MUTED = "table-muted";
const pairs = (text = "") => new Map(text.split(" ").filter(Boolean).map((pair) => pair.split(":")));
const said = document.querySelector("[data-sounds]")?.dataset ?? {};
const KINDS = pairs(said.sounds);
const STATUSES = pairs(said.statusSounds);

const table = document.querySelector("#table");
const off = table.dataset.sound === "off";
const last = new Map();
let context = null;
let volume = null;
let muted = localStorage.getItem(MUTED) !== null;
let then = look();

function wake() {
  context ??= new AudioContext();
  if (!volume) {
    volume = new GainNode(context, { gain: 0.5 });
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
  if (off || muted || document.hidden || context?.state !== "running" || now - (last.get(kind) ?? -APART) < APART) return;
  last.set(kind, now);
  SOUNDS[kind]();
}

function look() {
  return {
    lines: new Map([...table.querySelectorAll("#log [data-line]")].map((line) => [line.dataset.line, line.dataset.kind])),
    mine: table.querySelector("[data-my-turn]") !== null,
    won: table.querySelector("#result .is-gain.result-big") !== null,
    moment: table.querySelector("#result[data-moment]") !== null,
    seats: new Map([...STATUSES.keys()].map((status) => [status, table.querySelectorAll(`.seat[data-status="${status}"]`).length])),
  };
}

function listen() {
  const now = look();
  for (const [key, kind] of now.lines) if (!then.lines.has(key) && KINDS.has(kind)) play(KINDS.get(kind));
  for (const [status, seats] of now.seats) if (seats > then.seats.get(status)) play(STATUSES.get(status));
  if (now.moment && !then.moment) play("gong");
  if (now.won && !then.won) play("win");
  if (now.mine && !then.mine) {
    play("turn");
    if (context) navigator.vibrate?.(20);
  }
  then = now;
}

function mute(silent) {
  muted = silent;
  if (silent) localStorage.setItem(MUTED, "");
  else localStorage.removeItem(MUTED);
  for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", silent);
}

for (const tap of ["pointerup", "keydown"]) document.addEventListener(tap, wake); // a finger counts once it is lifted
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-mute]")) mute(!muted);
  else if (event.target.closest("#my-cards .card-button")) play("select");
});
table.addEventListener("table:frame", listen);
setInterval(() => { if (table.querySelector("[data-my-turn].is-last")) play("tick"); }, 1000);
mute(muted);
