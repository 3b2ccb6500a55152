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

const lines = () => [...table.querySelectorAll("#log [data-line]")];
const numbers = (line) => line.dataset.line.split(".").map(Number); // of the round, and in it
let newest = lines().map(numbers).at(-1) ?? [0, -1];

// The table moved for who looks, and the ticker may tell the next thing already. At the end older lines come back.
function sayLate() {
  const [round, number] = newest;
  newest = lines().map(numbers).at(-1) ?? newest;
  const late = lines().filter((line) => line.dataset.kind === "timed_out").filter((line) => {
    const [its, here] = numbers(line);
    return its > round || its === round && here > number;
  });
  for (const line of late) {
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
