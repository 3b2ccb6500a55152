// #log: the newest line is in sight, unless one has scrolled back to read. #ticker says it over the dock.

const NEAR = 80;
const table = document.querySelector("#table");
const box = table.querySelector("#panel-log");
const ticker = table.querySelector("#ticker");

const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
const isOpen = () => box.checkVisibility?.({ visibilityProperty: true }) ?? true;
const toEnd = () => { if (isOpen()) box.scrollTop = box.scrollHeight; };
let follows = true;

function sayLast() {
  const last = [...table.querySelectorAll("#log .line-text")].at(-1);
  ticker.hidden = !last;
  ticker.querySelector(".ticker-text").replaceChildren(...(last?.cloneNode(true).childNodes ?? []));
}

box.addEventListener("scroll", () => { follows = atEnd(); }, { passive: true });
table.addEventListener("table:frame", () => {
  sayLast();
  if (follows) requestAnimationFrame(toEnd); // with the layout of the frame, not one of its own
});
table.addEventListener("table:panel", () => { if (follows) toEnd(); });
sayLast();
toEnd();
