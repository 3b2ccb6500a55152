// What a tap does can be done by dragging too: a card of #my-cards onto [data-discards], a meld that takes it or a
// tray; the top of a pile, [data-presses], into the dock. A mouse drags at once, a finger once it has held still, so
// that scrolling stays scrolling and a tap a tap.

const FAR = 6;
const HOLD = 220;
const table = document.querySelector("#table");
let from = null; // where it began: {source, x, y}
let ghost = null;
let hold = 0;

const cardOf = (source) => source.querySelector(".card");
const pile = (source) => table.querySelector(`${source.dataset.presses}:not(:disabled)`);

function begin() {
  const card = cardOf(from.source);
  ghost = card.cloneNode(true);
  ghost.classList.add("card-ghost");
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.setProperty("--card-width", `${card.offsetWidth}px`);
  table.append(ghost);
  table.dataset.dragging = "";
  follow({ clientX: from.x, clientY: from.y });
  from.source.setAttribute("data-dragged", "");
  const input = from.source.querySelector("input");
  if (!input) return;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function follow({ clientX, clientY }) {
  ghost.style.setProperty("translate", `${clientX - ghost.offsetWidth / 2}px ${clientY - ghost.offsetHeight / 2}px`);
}

function drop({ clientX, clientY }) {
  const onto = document.elementFromPoint(clientX, clientY);
  const { source } = from;
  if (source.matches("[data-presses]")) {
    if (onto?.closest("#dock")) pile(source)?.click();
  } else if (onto?.closest("[data-discards]")) {
    table.querySelector("[data-needs-card]:not(:disabled)")?.click();
  } else {
    onto?.closest("[data-takes], [data-tray]")?.click();
  }
}

function end() {
  clearTimeout(hold);
  ghost?.remove();
  delete table.dataset.dragging;
  from?.source.removeAttribute("data-dragged");
  from = ghost = null;
}

// The browser may count the end of a drag as a click.
function noClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
}

table.addEventListener("pointerdown", (event) => {
  end();
  const source = event.target.closest("#my-cards .card-button, [data-presses]");
  if (!source || !event.isPrimary || event.button !== 0 || (source.matches("[data-presses]") && !pile(source))) return;
  from = { source, x: event.clientX, y: event.clientY };
  if (event.pointerType === "touch") hold = setTimeout(begin, HOLD);
});

document.addEventListener("pointermove", (event) => {
  if (!from || !event.isPrimary) return;
  const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
  if (!ghost && far && event.pointerType === "touch") end();
  else if (!ghost && far) begin();
  if (ghost) follow(event);
});

document.addEventListener("pointerup", (event) => {
  if (ghost) {
    drop(event);
    noClick();
  }
  end();
});

document.addEventListener("pointercancel", end);
table.addEventListener("table:frame", () => { if (from && !from.source.isConnected) end(); });
table.addEventListener("dragstart", (event) => { if (from) event.preventDefault(); });
table.addEventListener("contextmenu", (event) => { if (ghost) event.preventDefault(); });
table.addEventListener("touchmove", (event) => { if (ghost) event.preventDefault(); }, { passive: false });
