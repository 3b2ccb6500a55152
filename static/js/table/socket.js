// #table[hx-ws:connect]: keeps the socket alive, says on the page how it is, and passes on what comes as data.
//
// It tells the other modules by events on the table:
//   table:link     detail "open" | "lost" | "slow" | "back" | "bye"; data-link on the table says the same, and
//                  "opening" until the socket has brought the table for the first time. "slow": post.js stands in
//   table:news     a frame is about to change the page; detail: the frame
//   table:frame    it did; detail: the frame
//   table:clock    detail: how many ms the server's clock is ahead of ours
//   table:refused  detail {code, text}
// and is told by post.js, with table:heard, what came as data over another way.

const GRACE = 1500; // a short gap is nobody's business
const PATIENCE = 8000; // for a socket to open and to bring the table
const SILENCE = 25000;
const THANKS = 2000;
const MOST_WAIT = 5000;
const FOR_GOOD = Object.entries(JSON.parse(document.querySelector('meta[name="closes-for-good"]').content)); // reason, code
const FINAL = new Set(FOR_GOOD.map(([reason]) => reason));
const STAY_AWAY = new Map(FOR_GOOD.reverse().map(([reason, code]) => [code, reason])); // of two with one code the first

const table = document.querySelector("#table");
const strip = table.querySelector("[data-connection]");
const attemptWord = strip.querySelector("[data-attempt]");

let connection = null;
let attempt = 0;
let retry = 0;
let grace = 0;
let opening = 0;
let heard = Date.now();

function tell(name, detail) {
  table.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));
}

function link(state) {
  table.dataset.link = state;
  tell("link", state);
}

const isAway = () => ["lost", "slow"].includes(table.dataset.link);
const isSlow = () => table.dataset.link === "slow";

function show(state) {
  strip.dataset.state = state;
  strip.hidden = !state;
}

function waitForTable() {
  clearTimeout(opening);
  opening = setTimeout(letGo, PATIENCE);
  grace ||= setTimeout(() => {
    if (!isSlow()) link("lost");
  }, GRACE);
}

function connect() {
  clearTimeout(retry);
  waitForTable();
  htmx.trigger(table, "table:reconnect");
}

function tryNow() {
  letGo();
  connect();
}

// hx-ws lets go of a connection when it hears of its close; one that is half dead would keep silent for minutes.
function letGo() {
  if (connection?.socket) connection.socket.dispatchEvent(new CloseEvent("close"));
  else comeBack();
}

function comeBack() {
  clearTimeout(retry);
  attempt += 1;
  attemptWord.textContent = attempt;
  const wait = Math.min(MOST_WAIT, 500 * 2 ** (attempt - 1)) * (0.7 + 0.6 * Math.random());
  waitForTable();
  retry = setTimeout(connect, wait);
}

function sayGoodbye(reason) {
  for (const timer of [retry, grace, opening]) clearTimeout(timer);
  for (const word of strip.querySelectorAll("[data-bye]")) word.toggleAttribute("data-now", word.dataset.bye === reason);
  show("bye");
  link("bye");
  document.body.classList.add("is-over"); // what the house said makes room for the strip
}

// The table has come: only now does the page show how it stands.
function arrive() {
  if (["open", "bye"].includes(table.dataset.link)) return;
  for (const timer of [retry, grace, opening]) clearTimeout(timer);
  const missed = ["lost", "slow"].includes(strip.dataset.state);
  attempt = grace = 0;
  show(missed ? "back" : "");
  link("open");
  if (!missed) return;
  tell("link", "back");
  setTimeout(() => { if (strip.dataset.state === "back") show(""); }, THANKS);
}

table.addEventListener("htmx:ws:before:connection", (event) => { connection = event.detail.connection; });

table.addEventListener("htmx:ws:after:connection", (event) => {
  connection = event.detail.connection;
  connection.queue.length = 0; // what was tapped while away is not played now
  heard = Date.now();
});

table.addEventListener("htmx:ws:close", (event) => {
  const { code, reason } = event.detail;
  if (reason === "removed" || table.dataset.link === "bye") return;
  connection = null;
  const why = STAY_AWAY.get(code);
  const ours = why !== "closed" || table.dataset.link === "open"; // what stands between may say that, too
  if (!isSlow()) table.dataset.link = "lost"; // actions lock at once, the strip waits
  if (why && ours) sayGoodbye(why);
  else comeBack();
});

// A frame that could not be put in place: the server believes that the page shows it, so begin anew.
table.addEventListener("htmx:ws:error", () => {
  if (table.dataset.link === "open" && connection?.socket?.readyState === WebSocket.OPEN) letGo();
});

table.addEventListener("htmx:ws:before:message:outgoing", (event) => {
  delete event.detail.message.values.csrfmiddlewaretoken; // the socket knows who speaks
});

table.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const { data } = event.detail.message;
  heard = Date.now();
  if (typeof data === "string" && !data.startsWith("{")) tell("news", data);
});

table.addEventListener("htmx:ws:after:message:incoming", (event) => {
  const { data } = event.detail.message;
  if (typeof data !== "string") return;
  if (data.startsWith("{")) hear(JSON.parse(data));
  else {
    arrive();
    tell("frame", data);
    if (table.querySelector("[data-same]")) letGo(); // what should have stayed was not there: begin anew
  }
});

function hear(frame) {
  if (frame.type === "ping") {
    connection?.socket?.send(JSON.stringify({ pong: frame.k }));
    tell("clock", Date.parse(frame.at) - Date.now());
  } else if (frame.type === "refused") {
    tell("refused", frame);
  } else if (frame.type === "bye" && FINAL.has(frame.reason)) {
    sayGoodbye(frame.reason);
  }
}

table.addEventListener("table:heard", (event) => hear(event.detail));
table.addEventListener("table:link", () => { if (isAway()) show(table.dataset.link); });
strip.querySelector("[data-try-now]").addEventListener("click", tryNow);
window.addEventListener("online", () => { if (isAway()) tryNow(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden && isAway()) tryNow(); });
setInterval(() => { if (table.dataset.link === "open" && Date.now() - heard > SILENCE) letGo(); }, 1000);
table.dataset.link = "opening";
waitForTable();
