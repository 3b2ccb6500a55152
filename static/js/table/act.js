// form[data-act]: after a tap all actions wait for the table's answer. The second half of a double click or tap is
// never another one: what stands there by then may be something else. What is tapped on a page that has just come is
// said once its table is open, if the table still offers it.

const LIMIT = 8000;
const TWICE = 400; // ms and px, between taps; clicks of a mouse are counted by the browser
const NEAR = 24;
const table = document.querySelector("#table");
let pressed = null;
let limit = 0;
let held = null; // what was tapped before the table came
let came = false; // from then on what is tapped while away is not played
let last = { timeStamp: -TWICE };

function lock(button) {
  pressed = button;
  table.dataset.locked = "";
  pressed?.setAttribute("aria-busy", "true");
  limit = setTimeout(unlock, LIMIT);
}

function unlock() {
  clearTimeout(limit);
  delete table.dataset.locked;
  pressed?.removeAttribute("aria-busy");
  pressed = held = null;
}

const isOpen = () => ["open", "slow"].includes(table.dataset.link);

function saidBy(form) {
  const fields = new FormData(form);
  fields.delete("csrfmiddlewaretoken"); // each page has its own
  return `${form.action}?${new URLSearchParams(fields)}`;
}

function hold(form, button) {
  lock(button);
  held = { said: saidBy(form), name: button.name, value: button.value };
}

// The same button, of a form that says the same.
function find({ said, name, value }) {
  const forms = [...table.querySelectorAll("form[data-act]")].filter((form) => saidBy(form) === said);
  const buttons = forms.flatMap((form) => [...form.querySelectorAll("button:not([type=button])")]);
  return buttons.find((one) => !one.disabled && one.name === name && one.value === value);
}

function sayWhatWasHeld() {
  came ||= isOpen();
  if (!held || table.dataset.link === "bye") return unlock();
  if (!came) return; // the line is slow to open
  const tapped = held;
  held = null;
  setTimeout(() => { // what the table brings is in its place by then
    unlock();
    const button = find(tapped);
    button?.form.requestSubmit(button);
  });
}

function refuse({ text }) {
  const button = pressed;
  unlock();
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, kind: "error" } }));
  if (!button?.isConnected) return;
  button.classList.add("is-refused");
  button.addEventListener("animationend", () => button.classList.remove("is-refused"), { once: true });
}

function isAgain(event, { timeStamp, clientX, clientY }) {
  if (event.detail !== 1 || event.pointerType === "mouse") return event.detail > 1;
  return event.timeStamp - timeStamp < TWICE && Math.hypot(event.clientX - clientX, event.clientY - clientY) < NEAR;
}

table.addEventListener("click", (event) => {
  const button = event.target.closest("button[type=submit], button:not([type])");
  if (!button?.form?.matches("[data-act]")) return;
  const again = isAgain(event, last);
  last = event;
  if (!again) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

table.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-act]")) return;
  const wrong = event.target.querySelector(":invalid"); // the page says why, beside it
  const button = event.submitter ?? event.target.querySelector("button:not([type=button])");
  const may = !wrong && !("locked" in table.dataset);
  if (may && isOpen()) return lock(button);
  wrong?.focus();
  event.preventDefault();
  event.stopImmediatePropagation();
  if (may && !came && table.dataset.link !== "bye" && button) hold(event.target, button);
}, true);

table.addEventListener("table:frame", () => { if (!held) unlock(); });
table.addEventListener("table:link", sayWhatWasHeld);
table.addEventListener("table:refused", (event) => refuse(event.detail));
