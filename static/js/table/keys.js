// [data-key]: the key, or several with spaces between, that presses this button. Off in text fields, while
// composing (Telex), with a sheet open, and where #table[data-keys="off"] says so. C opens the chat, ? the help.

const table = document.querySelector("#table");
const TEXT = "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable]";
const OWN_ENTER = "a, button, summary";

function ignores(event) {
  return event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat
    || table.dataset.keys === "off" || event.target.closest?.(TEXT)
    || table.querySelector(".sheet-host[data-open], dialog[open]");
}

function open(panel) {
  document.dispatchEvent(new CustomEvent("open-panel", { detail: panel }));
}

function help() {
  open("menu");
  document.querySelector("#menu-keys").open = true;
}

document.addEventListener("keydown", (event) => {
  if (ignores(event)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && event.target.closest?.(OWN_ENTER)) return;
  const others = { c: () => open("chat"), "?": help };
  const button = [...table.querySelectorAll("[data-key]")].find((one) => one.dataset.key.split(" ").includes(key) && !one.disabled && !one.closest("[hidden]"));
  if (!button && !others[key]) return;
  event.preventDefault();
  if (button) button.click();
  else others[key]();
});
