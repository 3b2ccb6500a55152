// #log: the newest line is in sight, unless one has scrolled back to read. #ticker says it over the dock. Both wait for
// the cards it tells of (unseen.js).

const NEAR = 80;
const table = document.querySelector("#table");
const box = table.querySelector("#panel-log");
const ticker = table.querySelector("#ticker");

const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
const isOpen = () => box.checkVisibility?.({ visibilityProperty: true }) ?? true;
const toEnd = () => { if (isOpen()) box.scrollTop = box.scrollHeight; };
let follows = true;

const linesNow = () => [...table.querySelectorAll("#log [data-line]")];
let told = keys();

function keys() {
  return new Set(linesNow().map((line) => line.dataset.line));
}

function sayLast() {
  const last = linesNow().findLast((line) => !("untold" in line.dataset))?.querySelector(".line-text");
  ticker.hidden = !last;
  ticker.querySelector(".ticker-text").replaceChildren(...(last?.cloneNode(true).childNodes ?? []));
}

// What it tells of my cards waits for these too; all of it for what lies on the felt.
function tell(line) {
  const of = line.matches("[data-mine]") || line.querySelector(".line-hand") ? "#table" : ".felt";
  wait({ of, shows: line });
  wait({ of, then: sayLast, says: "ticker" });
}

function wait(detail) {
  table.dispatchEvent(new CustomEvent("table:wait", { detail }));
}

box.addEventListener("scroll", () => { follows = atEnd(); }, { passive: true });
table.addEventListener("table:frame", () => {
  const fresh = linesNow().filter((line) => !told.has(line.dataset.line));
  fresh.forEach(tell);
  told = keys();
  if (!fresh.length) sayLast();
  if (follows) requestAnimationFrame(toEnd); // with the layout of the frame, not one of its own
});
table.addEventListener("table:panel", () => { if (follows) toEnd(); });
sayLast();
toEnd();
