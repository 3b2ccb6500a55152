// form[data-act]: after a tap all actions wait for the table's answer, so a double click plays once.

const LIMIT = 8000;
const table = document.querySelector("#table");
let pressed = null;
let limit = 0;

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
  pressed = null;
}

function refuse({ text }) {
  const button = pressed;
  unlock();
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, kind: "error" } }));
  if (!button?.isConnected) return;
  button.classList.add("is-refused");
  button.addEventListener("animationend", () => button.classList.remove("is-refused"), { once: true });
}

table.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-act]")) return;
  if ("locked" in table.dataset || !["open", "slow"].includes(table.dataset.link)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  lock(event.submitter ?? event.target.querySelector("button"));
}, true);

table.addEventListener("table:frame", unlock);
table.addEventListener("table:link", unlock);
table.addEventListener("table:refused", (event) => refuse(event.detail));
