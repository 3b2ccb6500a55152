// Where the socket does not open, the table is played without it: forms are posted, and every few seconds the page
// asks how the table stands. The socket is tried on and on (socket.js); once it brings the table, this rests.

const EVERY = 3000;
const PATIENCE = 4000; // for a socket to bring the table
const TRIES = 2;
const LIMIT = 8000;

const table = document.querySelector("#table");
const chat = table.querySelector("[data-chat-form]");
const room = new URL(".", chat.action.replace(/\/$/, ""));
const headers = { "HX-Request": "true", "X-CSRFToken": chat.elements.csrfmiddlewaretoken.value };

let have = "";
let failed = 0;
let timer = 0;
let asked = Promise.resolve(); // one question at a time: an older answer never comes after a newer one

const isOver = () => ["open", "bye"].includes(table.dataset.link);

function tell(name, detail) {
  table.dispatchEvent(new CustomEvent(`table:${name}`, { detail }));
}

function link(state) {
  if (isOver() || table.dataset.link === state) return;
  table.dataset.link = state;
  tell("link", state);
}

// True where all that came is the table: nothing was refused, and it was not the way that failed.
function ask(address, how) {
  const url = new URL(address);
  url.searchParams.set("language", document.documentElement.lang); // as over the socket
  const go = () => fetch(url, { ...how, headers, signal: AbortSignal.timeout(LIMIT) }); // once it is its turn
  asked = asked.then(go).then(take).catch(() => {
    have = "";
    link("lost");
    return false;
  });
  return asked;
}

async function take(response) {
  if (response.redirected) return sayGoodbye(response.url.includes("/login/") ? "logged_out" : "not_allowed");
  if (response.status === 403) return sayGoodbye("malformed");
  if (response.status === 404) return sayGoodbye("not_allowed");
  if (response.status === 429) return false; // too often: what the page shows stays until it asks again
  if (!response.ok) throw new Error(response.status);
  const { frames, have: now, at } = response.status === 204 ? { frames: [] } : await response.json();
  if (isOver()) return true; // the socket was quicker
  if (at) tell("clock", Date.parse(at) - Date.now());
  for (const frame of frames) await show(frame);
  have = now ?? have;
  link("slow");
  return !frames.some(isData);
}

function sayGoodbye(reason) {
  tell("heard", { type: "bye", reason });
  return false;
}

const isData = (frame) => frame.startsWith("{");

async function show(frame) {
  if (isData(frame)) return tell("heard", JSON.parse(frame));
  tell("news", frame);
  await htmx.swap({ sourceElement: table, target: table, swap: "none swapEmpty:false", text: frame });
  tell("frame", frame);
}

async function poll() {
  clearTimeout(timer);
  if (isOver()) return;
  await ask(`${room}zones/?have=${have}`);
  wait(EVERY);
}

function wait(time) {
  clearTimeout(timer);
  timer = setTimeout(poll, time);
}

async function post(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  form.dispatchEvent(new CustomEvent("table:sent", { detail: fields }));
  const accepted = await ask(form.action, { method: "POST", body: new URLSearchParams(fields) });
  if (!accepted) form.dispatchEvent(new CustomEvent("table:unsent"));
  wait(EVERY);
}

table.addEventListener("submit", (event) => {
  if (table.dataset.link !== "slow" || !event.target.matches("form[method=post]")) return;
  event.preventDefault();
  event.stopPropagation(); // the socket would say that it is not open
  post(event.target, event.submitter);
}, true);

table.addEventListener("htmx:ws:close", () => {
  if (isOver()) return;
  failed += 1;
  if (failed === 1) wait(PATIENCE);
  if (failed === TRIES) poll();
});

table.addEventListener("table:link", (event) => {
  if (event.detail !== "open") return;
  clearTimeout(timer);
  have = "";
  failed = 0;
});
wait(PATIENCE);
