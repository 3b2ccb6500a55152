// While I play a round and this tab is seen, the screen does not go dark, where the browser can see to that. And what
// many pages never have need of comes when they do, from the addresses in [data-signals]: signals.js once the tab is not
// seen, or the menu is opened; sound.js with the first tap, before which nothing may sound; moment.js with a moment. So do
// coach.js once a newcomer plays a round ([data-coach]), and minute.js with the first tap on [data-minute]: where that does
// not come, the link leads to the page that has the rules.

const { signals, sound, moment } = document.querySelector("template[data-signals]").dataset;
const table = document.querySelector("#table");
const coach = table.querySelector("[data-coach]");
const bring = (script) => import(script).catch(() => {}); // the line is gone: the table says so, and is whole without it
const celebrates = () => table.querySelector("#result[data-moment]") !== null;
const isMyTurn = () => table.querySelector("[data-my-turn]") !== null;
let lock = null;
let asking = false;

function isWanted() {
  const plays = table.querySelector(".seat.is-playing[data-mine]:not([data-over])") !== null;
  return plays && !document.hidden && table.dataset.link !== "bye";
}

async function ask() {
  lock = await navigator.wakeLock.request("screen");
  lock.addEventListener("release", () => { lock = null; }); // by us, or as the tab goes out of sight
  if (!isWanted()) await lock.release();
}

async function keep() {
  if (asking || isWanted() === Boolean(lock)) return;
  asking = true;
  try {
    await (lock ? lock.release() : ask());
  } catch {} // the battery is low, or the tab has just gone out of sight
  asking = false;
}

async function send() {
  if (!document.hidden) return;
  const before = isMyTurn();
  const brought = await bring(signals);
  if (!before) brought?.comeMeanwhile();
}

function sendForMoment() {
  if (!celebrates()) return;
  table.removeEventListener("table:frame", sendForMoment);
  bring(moment);
}

document.addEventListener("visibilitychange", send);
for (const tap of ["pointerup", "keydown"]) document.addEventListener(tap, () => bring(sound), { once: true });
if (localStorage.getItem("table-muted") !== null) bring(sound); // its buttons say so
table.addEventListener("table:frame", sendForMoment);
table.toggleAttribute("data-moment", celebrates()); // who comes now sees the rays, but no petals fall
if (celebrates()) sendForMoment();
table.addEventListener("table:panel", ({ detail }) => { if (detail === "menu") bring(signals); });
send();

function teach() {
  if (!table.querySelector(".seat.is-playing[data-mine]")) return;
  table.removeEventListener("table:frame", teach);
  bring(coach.dataset.coach);
}

if (coach) table.addEventListener("table:frame", teach);

table.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-minute]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await (await import(table.querySelector("[data-minute-script]").dataset.minuteScript)).show(link.href);
  } catch {
    location.assign(link.href);
  }
});

if ("wakeLock" in navigator) {
  for (const news of ["table:frame", "table:link"]) table.addEventListener(news, keep);
  document.addEventListener("visibilitychange", keep);
  keep();
}
