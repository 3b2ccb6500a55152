// [data-open-panel] opens the log, scores, rules, chat or menu: a sheet on phones, a drawer on tablets; on
// desktops only the menu opens, the rest stands beside the table. Esc, Back on Android, a tap beside it and
// [data-close-panel] close it, and the focus goes back to where it was. The chat stands above my hand, or beside it, which
// stays in sight and in reach; and under a finger it opens without a keyboard.

const DESK = window.matchMedia("(min-width: 1100px)");
const LOW = window.matchMedia("(min-width: 640px) and (max-width: 1099px) and (max-height: 639px)"); // my hand is a column
const FINGER = window.matchMedia("(pointer: coarse)");
const ROOM = 250; // px that the chat needs beside my hand
const table = document.querySelector("#table");
const rail = document.querySelector("#rail");
const menu = document.querySelector("#menu-panel");
const dock = document.querySelector("#dock");
const sheet = rail.querySelector("[data-tonight]"); // with the address of what fills the evening in, once it is looked at
const tabs = [...rail.querySelectorAll("[data-tab-for]")];
let open = null;
let from = null;
let watcher = null;

function choose(tab) {
  rail.dataset.tab = tab;
  for (const button of tabs) {
    const chosen = button.dataset.tabFor === tab;
    button.setAttribute("aria-selected", chosen);
    button.tabIndex = chosen ? 0 : -1;
  }
  if (tab === "sheet") import(sheet.dataset.tonight).then(({ look }) => look(), () => {}); // no line: it stays as it was
}

function keepBehind(behind, but = null) {
  for (const part of table.querySelectorAll("[data-behind]")) part.inert = behind && part !== but;
}

// What my hand takes of the room below or beside it, if what opens leaves it free.
function handOf(panel) {
  if (panel !== "chat" || DESK.matches) return [0, 0];
  const [below, beside] = LOW.matches ? [0, dock.offsetWidth] : [dock.offsetHeight, 0];
  return window.innerHeight - below < ROOM || window.innerWidth - beside < ROOM ? [0, 0] : [below, beside];
}

function stand() {
  if (!open) return;
  const [below, beside] = handOf(open.dataset.open);
  rail.style.setProperty("--below", `${below}px`);
  rail.style.setProperty("--beside", `${beside}px`);
  const free = below + beside > 0;
  if (free) open.removeAttribute("aria-modal");
  else open.setAttribute("aria-modal", "true");
  keepBehind(true, free ? dock : null);
}

function show(panel) {
  const host = panel === "menu" ? menu : rail;
  if (tabs.some((tab) => tab.dataset.tabFor === panel)) choose(panel);
  if (host === rail && DESK.matches) return focusOn(panel);
  hide();
  from = document.activeElement;
  open = host;
  host.dataset.open = panel;
  host.setAttribute("role", "dialog");
  stand();
  watcher = "CloseWatcher" in window ? new CloseWatcher() : null;
  if (watcher) watcher.onclose = hide;
  focusOn(panel);
  table.dispatchEvent(new CustomEvent("table:panel", { detail: panel }));
}

function focusOn(panel) {
  const text = panel === "chat" && !FINGER.matches && rail.querySelector("#chat-text");
  const target = text || (open ? reachable()[0] : rail.querySelector(`[data-tab-for="${panel}"]`));
  target?.focus({ preventScroll: true });
}

function hide() {
  if (!open) return;
  const host = open;
  open = null;
  for (const name of ["data-open", "role", "aria-modal"]) host.removeAttribute(name);
  keepBehind(false);
  watcher?.destroy();
  watcher = null;
  document.activeElement.blur();
  if (from?.isConnected) from.focus({ preventScroll: true });
}

function reachable() {
  const all = [...open.querySelectorAll("a[href], button, input, select, summary")];
  return all.filter((one) => !one.disabled && one.tabIndex >= 0 && one.offsetParent);
}

function keepInside(event) {
  const [first, last] = [reachable()[0], reachable().at(-1)];
  if (document.activeElement !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

function walkTabs(event) {
  const at = tabs.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (at < 0 || !step) return;
  const next = tabs[(at + step + tabs.length) % tabs.length];
  choose(next.dataset.tabFor);
  next.focus();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-open-panel]");
  const tab = event.target.closest("[data-tab-for]");
  if (opener) show(opener.dataset.openPanel);
  else if (tab) choose(tab.dataset.tabFor);
  else if (event.target.closest("[data-close-panel]") || event.target === open) hide();
});

document.addEventListener("keydown", (event) => {
  walkTabs(event);
  if (!open) return;
  if (event.key === "Escape" && !watcher) hide();
  if (event.key === "Tab") keepInside(event);
});

// Other modules ask for a panel by name.
document.addEventListener("open-panel", (event) => show(event.detail));
DESK.addEventListener("change", hide);
new ResizeObserver(stand).observe(dock);
choose("log");
