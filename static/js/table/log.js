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

// The table moved for who looks, and the ticker may tell the next thing already.
const late = () => [...table.querySelectorAll('#log [data-kind="timed_out"]')];
const known = new Set(late().map((line) => line.dataset.line));

function sayLate() {
  for (const line of late().filter((one) => !known.has(one.dataset.line))) {
    known.add(line.dataset.line);
    const text = line.querySelector(".line-text").textContent;
    document.dispatchEvent(new CustomEvent("toast", { detail: { text } }));
  }
}

box.addEventListener("scroll", () => { follows = atEnd(); }, { passive: true });
table.addEventListener("table:frame", () => {
  sayLast();
  sayLate();
  if (follows) requestAnimationFrame(toEnd); // with the layout of the frame, not one of its own
});
table.addEventListener("table:panel", () => { if (follows) toEnd(); });
sayLast();
toEnd();
