// [hx-ws:connect][data-live]: a page that only listens answers pings, so the server knows somebody reads.
// htmx brings it back after a break; the server then tells it everything anew.

document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  const { data } = event.detail.message;
  if (typeof data !== "string" || !data.startsWith("{") || !event.target.matches?.("[data-live]")) return;
  const frame = JSON.parse(data);
  if (frame.type === "ping") event.detail.connection.socket.send(JSON.stringify({ pong: frame.k }));
  if (frame.reason === "too_many") say(frame.reason); // and it stays away
});

// Where the connection stays away for longer than a moment, the list says that it stands still.
const GRACE = 3000;
const still = document.querySelector("[data-still]");
let away = 0;

function say(why) {
  for (const word of still?.querySelectorAll("[data-why]") ?? []) word.hidden = word.dataset.why !== why;
}

function tell(stands) {
  clearTimeout(away);
  away = 0;
  still.hidden = !stands;
}

if (still) {
  document.addEventListener("htmx:ws:close", () => { away ||= setTimeout(tell, GRACE, true); });
  document.addEventListener("htmx:ws:after:connection", () => tell(false));
}

// A row never moves under a pointer, a finger or the focus. While one is held, rooms that are new above it wait, those
// that are gone keep their place, closed, and no row changes its height. A finger leaves a hover behind that holds nothing.
const LET_GO = 300; // a tap is told only after its finger has left
const MOUSE = window.matchMedia("(hover: hover)");
const rooms = document.querySelector("#rooms");
const watch = new MutationObserver(settle);
let known = new Set();

function held() {
  const hold = MOUSE.matches ? ".room:is(:hover, :focus-within)" : ".room:is(:active, :has(:focus-visible))";
  return [...rooms.querySelectorAll(hold)].at(-1);
}

function settle() {
  const hold = held();
  for (const row of rooms.querySelectorAll("[data-gone], [data-beyond]")) {
    const back = rooms.querySelector(`#${row.id}:not([data-gone], [data-beyond])`);
    if (back) row.replaceWith(back);
    else if (!hold) row.remove();
  }
  for (const row of rooms.children) {
    row.hidden = Boolean(hold) && !known.has(row.id) && row.compareDocumentPosition(hold) === Node.DOCUMENT_POSITION_FOLLOWING;
  }
  const shown = [...rooms.children].filter((row) => !row.hidden);
  known = new Set(shown.map((row) => row.id));
  const above = shown.slice(0, shown.indexOf(hold) + 1);
  rooms.style.gridTemplateRows = above.map((row) => `${row.getBoundingClientRect().height}px`).join(" ");
  watch.takeRecords();
}

// It keeps the focus, and leads nowhere.
function close(row) {
  const [word, door] = [row.querySelector(".room-state .pill"), row.querySelector(".room-action a")];
  row.dataset.gone = "";
  word.className = "pill pill-outline";
  word.textContent = rooms.dataset.closed;
  door?.removeAttribute("href");
  if (door) Object.assign(door, { tabIndex: 0, role: "link", ariaDisabled: "true" });
  return row;
}

// It stays until nothing is held: newer rooms are shown in its place, and it may be as open as before.
function passOver(row) {
  row.dataset.beyond = "";
  return row;
}

// What a frame would take out is closed instead; a whole list, told anew, leaves the rows where they are.
function inPlace(frame) {
  const told = document.createElement("template");
  told.innerHTML = frame;
  for (const piece of told.content.querySelectorAll("hx-partial")) {
    const [target, swap] = [piece.getAttribute("hx-target"), piece.getAttribute("hx-swap")];
    if (swap === "delete") {
      for (const row of rooms.querySelectorAll(target)) close(row);
      piece.remove();
    } else if (target === "#rooms" && swap === "innerMorph" && held()) {
      const untold = piece.hasAttribute("data-beyond") ? passOver : close;
      piece.append(...[...rooms.children].map((row) => piece.querySelector(`#${row.id}`) ?? untold(row.cloneNode(true))));
    }
  }
  return told.innerHTML;
}

if (rooms) {
  settle();
  watch.observe(rooms, { childList: true, subtree: true, attributeFilter: ["hidden", "data-gone", "data-beyond"] });
  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout", "touchstart", "touchend", "touchcancel"]) {
    rooms.addEventListener(kind, () => setTimeout(settle, LET_GO), { passive: true });
  }
  window.addEventListener("resize", () => {
    rooms.style.gridTemplateRows = "";
    settle();
  });
  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const { message } = event.detail;
    if (message.data.startsWith("{")) return;
    settle();
    message.data = inPlace(message.data);
    if (!message.data) event.preventDefault();
  });
}
