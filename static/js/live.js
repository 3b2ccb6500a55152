// [hx-ws:connect][data-live]: a page that only listens answers pings, so the server knows somebody reads.
// htmx brings it back after a break; the server then tells it everything anew.

document.addEventListener("htmx:ws:after:message:incoming", (event) => {
  const { data } = event.detail.message;
  if (typeof data !== "string" || !data.startsWith("{") || !event.target.matches?.("[data-live]")) return;
  const frame = JSON.parse(data);
  if (frame.type === "ping") event.detail.connection.socket.send(JSON.stringify({ pong: frame.k }));
});

// Where the connection stays away for longer than a moment, the list says that it stands still.
const GRACE = 3000;
const still = document.querySelector("[data-still]");
let away = 0;

function tell(stands) {
  clearTimeout(away);
  away = 0;
  still.hidden = !stands;
}

if (still) {
  document.addEventListener("htmx:ws:close", () => { away ||= setTimeout(tell, GRACE, true); });
  document.addEventListener("htmx:ws:after:connection", () => tell(false));
}

// A row never moves under a finger or the focus: rooms that are new above it wait until it is left.
const rooms = document.querySelector("#rooms");
let known = new Set();

function settle() {
  const held = rooms.querySelector(".room:is(:hover, :focus-within)");
  for (const row of rooms.children) {
    row.hidden = held !== null && !known.has(row.id) && row.compareDocumentPosition(held) === Node.DOCUMENT_POSITION_FOLLOWING;
  }
  known = new Set([...rooms.children].filter((row) => !row.hidden).map((row) => row.id));
}

if (rooms) {
  settle();
  new MutationObserver(settle).observe(rooms, { childList: true });
  for (const left of ["pointerleave", "pointerover", "focusout"]) rooms.addEventListener(left, () => setTimeout(settle));
}
