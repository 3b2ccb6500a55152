// table:said: what somebody who sits here says stands beside their face for four seconds, where it covers no card,
// nothing to press and nobody else's face, or else not at all; a name only where there is no other place. It is taken
// from the chat as this person reads it: who is not read there says nothing here. A picture stands without a bubble.
// For ears there is the chat.

const STAY = 4000;
const GAP = 8;
const EDGE = 4;
const WIDTHS = [15, 11, 8, 6]; // rem: the first that fits
const KEPT = `.felt .card, .felt [data-slot], .felt [data-stock], .felt button:not(.name-ask), .felt a, .felt .lobby-card, .felt .seat-points,
  .seat-face, .ticker:not([hidden]), .dock, .table-top, .strips > *, .bubble`;
const NAMES = ".felt .seat-who, .felt .seat[data-mine] .seat-name"; // free too, where that can be

const table = document.querySelector("#table");
const layer = table.querySelector("[data-bubbles]");
const shown = new Map(); // by seat: what it says

function seatOf(line) {
  if ("mine" in line.dataset) return table.querySelector(".seat[data-mine]");
  const name = line.querySelector(".name-ask")?.value;
  return [...table.querySelectorAll(".seat .name-ask")].find((one) => one.value === name)?.closest(".seat");
}

function bubbleOf(line) {
  const bubble = document.createElement("div");
  const picture = line.querySelector(".emote");
  const words = document.createElement("span");
  bubble.className = picture ? "bubble is-emote" : "bubble";
  words.className = "bubble-words";
  words.textContent = line.querySelector(".chat-text")?.textContent ?? "";
  bubble.append(picture ? picture.cloneNode() : words);
  return bubble;
}

// Beside the face, on its outer side first; above, below, and where the name stands.
function* places(face, width, height, room) {
  const [x, y] = [(face.left + face.right) / 2, (face.top + face.bottom) / 2];
  const held = (at, size, from, to) => Math.max(from + EDGE, Math.min(at, to - EDGE - size));
  const beside = { left: face.left - GAP - width, right: face.right + GAP };
  const rows = [y - height / 2, face.top, face.bottom - height];
  const columns = [x - width / 2, face.left, face.right - width].map((at) => held(at, width, room.left, room.right));
  const outer = x < (room.left + room.right) / 2 ? "left" : "right";
  const inner = outer === "left" ? "right" : "left";
  for (const top of rows) yield { left: beside[outer], top, side: outer };
  for (const left of columns) yield { left, top: face.top - GAP - height, side: "top" };
  for (const left of columns) yield { left, top: face.bottom + GAP, side: "bottom" };
  for (const top of rows) yield { left: beside[inner], top, side: inner };
}

const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

function freePlace(bubble, face, room, kept) {
  const { width, height } = bubble.getBoundingClientRect();
  for (const place of places(face, width, height, room)) {
    const box = { ...place, right: place.left + width, bottom: place.top + height };
    if (inside(box, room) && kept.every((one) => apart(box, one))) return place;
  }
  return null;
}

// A picture may stand on the face of who shows it: the name is beside it.
function onFace(bubble, face, room, kept) {
  const { width, height } = bubble.getBoundingClientRect();
  const others = kept.filter((one) => one.left !== face.left || one.top !== face.top);
  const [x, y] = [(face.left + face.right - width) / 2, (face.top + face.bottom - height) / 2];
  const near = width / 4;
  for (const top of [y, y - near, y + near]) {
    for (const left of [x, x - near, x + near].map((at) => Math.max(room.left, Math.min(at, room.right - width)))) {
      const box = { left, top, right: left + width, bottom: top + height, side: "on" };
      if (inside(box, room) && others.every((one) => apart(box, one))) return box;
    }
  }
  return null;
}

const boxes = (what) => [...table.querySelectorAll(what)].map((one) => one.getBoundingClientRect()).filter((box) => box.width);

function stand(bubble, seat) {
  bubble.hidden = true;
  const [kept, names] = [boxes(KEPT), boxes(NAMES)];
  bubble.hidden = false;
  const face = seat.querySelector(".seat-face").getBoundingClientRect();
  const felt = table.querySelector(".felt").getBoundingClientRect();
  const room = { left: felt.left, right: felt.right, top: Math.max(felt.top, 0), bottom: Math.min(felt.bottom, window.innerHeight) };
  let place = null;
  for (const [least, width] of [[...kept, ...names], kept].flatMap((free) => WIDTHS.map((one) => [free, one]))) {
    bubble.style.setProperty("--most", `${width}rem`);
    place = freePlace(bubble, face, room, least);
    if (place) break;
  }
  if (bubble.matches(".is-emote")) place ??= onFace(bubble, face, room, kept);
  bubble.hidden = !place;
  if (!place) return;
  bubble.dataset.side = place.side;
  bubble.style.setProperty("--x", `${place.left}px`);
  bubble.style.setProperty("--y", `${place.top}px`);
  bubble.style.setProperty("--tail-x", `${(face.left + face.right) / 2 - place.left}px`);
  bubble.style.setProperty("--tail-y", `${(face.top + face.bottom) / 2 - place.top}px`);
}

function hush(id) {
  shown.get(id)?.bubble.remove();
  clearTimeout(shown.get(id)?.until);
  shown.delete(id);
}

function say(line) {
  const seat = seatOf(line);
  if (!seat?.querySelector(".seat-face")) return;
  hush(seat.id);
  const bubble = bubbleOf(line);
  layer.append(bubble);
  shown.set(seat.id, { bubble, line: line.dataset.said, until: setTimeout(hush, STAY, seat.id) });
  stand(bubble, seat);
}

// What moves under a bubble moves it; a line that is taken away takes it along.
function again() {
  for (const [id, { bubble, line }] of shown) {
    const seat = document.getElementById(id);
    if (seat?.querySelector(".seat-face") && table.querySelector(`[data-said="${line}"]`)) stand(bubble, seat);
    else hush(id);
  }
}

table.addEventListener("table:said", ({ detail }) => {
  if (!table.querySelector(".rail[data-open], .menu-host[data-open]")) detail.forEach(say);
});
table.addEventListener("table:frame", again);
window.addEventListener("resize", again);
window.addEventListener("scroll", again, { passive: true });
