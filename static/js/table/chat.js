// [data-chat-form]: the line empties when it is sent and has its words again where they were refused; [data-quick] sends
// itself and leaves it alone, and [data-more-words] shows these where they do not stand by themselves. The newest is in
// sight, unless one reads back, and [data-unread] counts what came while nobody looked. Others hear of it by `table:said`.

const NEAR = 40;
const REFUSED = ["muted", "rate_limited", "unavailable"]; // of what is said

const table = document.querySelector("#table");
const form = table.querySelector("[data-chat-form]");
const text = form.querySelector("[name=text]");
const bubbles = table.querySelector("[data-bubbles]");
const badge = table.querySelector("[data-unread]");
const more = form.querySelector("[data-more-words]");
const tray = document.getElementById(more.getAttribute("aria-controls"));
let newest = last();
let unread = 0;
let follows = true;
let draft = ""; // beside a quick word
let sent = ""; // and not yet said
let quick = ""; // said with one tap

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

table.addEventListener("scroll", ({ target }) => {
  if (target.id === "chat") follows = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR;
}, true);

function look() {
  const fresh = [...table.querySelectorAll("[data-said]")].filter((line) => Number(line.dataset.said) > newest);
  const others = fresh.filter((line) => !("mine" in line.dataset)).length;
  if (fresh.length > others) sent = "";
  if (fresh.length && (follows || fresh.length > others)) toEnd();
  newest = last();
  if (others && !inSight()) mark(unread + others);
  return fresh;
}

// Who puts it beside the seats comes once there is something to put there.
async function tell(fresh) {
  await import(bubbles.dataset.bubbles).catch(() => {}); // the line is gone again: the chat says it all the same
  table.dispatchEvent(new CustomEvent("table:said", { detail: fresh }));
}

function show(all) {
  tray.toggleAttribute("data-open", all);
  more.setAttribute("aria-expanded", all);
}

table.addEventListener("table:panel", (event) => {
  if (event.detail !== "chat") return;
  mark(0);
  toEnd();
});

text.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) text.blur(); });

function leave(words) {
  sent = words === quick ? "" : words;
  quick = "";
  if (text.value !== words) return;
  text.value = draft;
  draft = "";
}

function comeBack() {
  text.value = [sent, text.value].filter(Boolean).join(" ");
  sent = "";
}

form.addEventListener("htmx:ws:after:message:outgoing", (event) => leave(event.detail.message.values.text));
form.addEventListener("table:sent", (event) => leave(event.detail.get("text")));
form.addEventListener("table:unsent", comeBack);
table.addEventListener("table:refused", ({ detail }) => { if (REFUSED.includes(detail.code)) comeBack(); });
table.addEventListener("table:frame", () => {
  const fresh = look();
  if (fresh.length) tell(fresh);
});
table.addEventListener("table:link", ({ detail }) => { // what was said as the line broke is there now, or never was
  if (detail !== "open") return;
  look();
  comeBack();
});
table.addEventListener("click", (event) => {
  if (event.target.closest("[data-more-words]")) return show(!tray.hasAttribute("data-open"));
  const button = event.target.closest("[data-quick]");
  if (!tray.contains(event.target) || button) show(false);
  if (!button || !["open", "slow"].includes(table.dataset.link)) return;
  draft = text.value;
  quick = button.dataset.quick || button.textContent.trim();
  text.value = quick;
  form.requestSubmit();
});
tray.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !tray.hasAttribute("data-open")) return;
  event.stopPropagation();
  show(false);
  more.focus();
});
toEnd();
