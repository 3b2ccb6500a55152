// [data-chat-form]: the line empties when it is sent, quick words send themselves, the newest is in sight, and
// [data-unread] counts what came while nobody looked.

const table = document.querySelector("#table");
const form = table.querySelector("[data-chat-form]");
const text = form.querySelector("[name=text]");
const badge = table.querySelector("[data-unread]");
let newest = last();
let unread = 0;

function last() {
  return Number([...table.querySelectorAll("[data-said]")].at(-1)?.dataset.said ?? 0);
}

function toEnd() {
  const box = table.querySelector("#chat");
  box.scrollTop = box.scrollHeight;
}

function inSight() {
  const panel = table.querySelector("#panel-chat");
  return panel.offsetParent !== null && getComputedStyle(panel).visibility === "visible";
}

function mark(count) {
  unread = count;
  badge.textContent = count;
  badge.hidden = count === 0;
}

table.addEventListener("table:frame", () => {
  const fresh = [...table.querySelectorAll("[data-said]:not([data-mine])")].filter((line) => Number(line.dataset.said) > newest);
  if (last() > newest) toEnd();
  newest = last();
  if (fresh.length && !inSight()) mark(unread + fresh.length);
});

table.addEventListener("table:panel", (event) => {
  if (event.detail !== "chat") return;
  mark(0);
  toEnd();
});

text.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) text.blur(); });
for (const sent of ["htmx:ws:after:message:outgoing", "table:posted"]) form.addEventListener(sent, () => { text.value = ""; });
table.addEventListener("click", (event) => {
  const quick = event.target.closest("[data-quick]");
  if (!quick) return;
  text.value = quick.textContent.trim();
  form.requestSubmit();
});
toEnd();
