// [data-live]: what happened, for ears. Polite: new lines of the log and [data-say="polite"] (what my cards make,
// how it ended for me), joined while they come fast. Assertive: my turn ([data-say="assertive"]), the last ten
// seconds, the connection. All of it once the cards are seen that it speaks of (unseen.js). [data-tells="kind"]: the table says in full what the newest line of that kind may not
// keep. template[data-unspoken]: kinds of lines that are there to be read, not to be read out. Other modules say what an
// element says by `table:say`.

const JOIN = 900;
const LATE = '[data-kind="timed_out"]';
const table = document.querySelector("#table");
const live = Object.fromEntries(["polite", "assertive"].map((how) => [how, table.querySelector(`[data-live="${how}"]`)]));
const words = (name) => table.querySelector(`template[data-words="${name}"]`).content.textContent;

const unspoken = document.querySelector("[data-unspoken]")?.dataset.unspoken.split(" ") ?? [];

let heard = [0, -1]; // the round, and the line of it
let waiting = [];
let joining = 0;
let said = "";
let mine = new Set();
let asked = null;

function spoken(element) {
  const copy = element.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden], [hidden], time")) silent.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function lines() {
  return [...table.querySelectorAll("#log [data-line]")];
}

const numbers = (line) => line.dataset.line.split(".").map(Number);

function fresh() {
  const told = lines();
  const [round, last] = told.length ? numbers(told.at(-1)) : [0, -1];
  if (round !== heard[0]) {
    hush();
    heard = [round, -1];
  }
  const news = told.filter((line) => numbers(line)[1] > heard[1]); // at the end covered ones come back
  heard = [round, last];
  return news;
}

// The result says it better, or a toast says it already.
function inWords(news) {
  const silent = `[data-kind="round_over"][data-mine], ${LATE}`;
  const tells = table.querySelector("[data-tells]");
  const newest = news.findLast((line) => line.dataset.kind === tells?.dataset.tells);
  const aloud = news.filter((line) => !line.matches(silent) && !unspoken.includes(line.dataset.kind));
  return aloud.map((line) => spoken(line === newest && !line.matches("[data-mine]") ? tells : line));
}

// The table moved for who looks; the ticker may tell the next thing by now.
function showLate(news) {
  for (const line of news.filter((one) => one.matches(LATE))) {
    const text = spoken(line.querySelector(".line-text"));
    document.dispatchEvent(new CustomEvent("toast", { detail: { text } }));
  }
}

function ofMine() {
  return [...table.querySelectorAll('[data-say="polite"]')].map(spoken);
}

// Asked when it is time to speak: the total follows a moment after the result.
function newsOfMine() {
  const now = ofMine();
  const fresh = now.filter((sentence) => !mine.has(sentence));
  mine = new Set(now);
  return fresh;
}

function hush() {
  live.polite.textContent = "";
  waiting = [];
}

function soon() {
  joining ||= setTimeout(() => wait(".felt", say), JOIN);
}

function wait(of, then) {
  table.dispatchEvent(new CustomEvent("table:wait", { detail: { of, then } }));
}

function say() {
  if (!table.querySelector(".dock [data-untold]")) waiting.push(...newsOfMine());
  if (asked && !asked.hidden) waiting.push(spoken(asked));
  asked = null;
  const stop = words("stop"); // and in most languages a space
  const ended = waiting.map((line) => line + (/[.!?…。！？]$/.test(line) ? stop.slice(1) : stop));
  live.polite.textContent = ended.join("").trim();
  waiting = [];
  joining = 0;
}

function saySoon(sentences) {
  waiting.push(...sentences);
  if (!waiting.length && ofMine().every((sentence) => mine.has(sentence))) return;
  soon();
}

function myTurn() {
  const turn = table.querySelector('[data-say="assertive"]');
  const now = turn ? spoken(turn) : "";
  if (now && now !== said) live.assertive.textContent = now;
  said = now;
}

table.addEventListener("table:frame", () => {
  const news = fresh();
  const mine = news.filter((line) => line.matches("[data-mine]") || line.querySelector(".line-hand"));
  wait(".felt", () => {
    showLate(news);
    saySoon(inWords(news.filter((line) => !mine.includes(line))));
  });
  wait("#table", () => {
    saySoon(inWords(mine));
    myTurn();
  });
});

table.addEventListener("table:say", (event) => {
  asked = event.detail;
  soon();
});
table.addEventListener("table:ten", () => { live.assertive.textContent = words("ten"); });
table.addEventListener("table:link", (event) => {
  if (["lost", "slow", "back"].includes(event.detail)) live.assertive.textContent = words(event.detail);
});
fresh();
newsOfMine();
