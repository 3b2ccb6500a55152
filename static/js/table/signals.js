// It is my turn, and nobody sees this tab: its title and its icon say so; and, where I allowed it, the device does, when
// the turn begins and once more for its last ten seconds. All is as before once the tab is seen or the turn is over.
// template[data-signals] has the words: of the game and, where everybody may know it, of the room; never of a card.
//
// [data-notify]: where a device can tell it, with [data-notify-switch], and with [data-notify-blocked] where the browser
// keeps us from that. Nobody is asked before they press. Who has missed a turn is offered it once, by a toast; who closes
// that does not want it, and it is remembered as a choice is.

const CHOICE = "table-notify"; // "on" or "off"
const BUZZ = [80, 60, 80]; // ms
const table = document.querySelector("#table");
const said = document.querySelector("template[data-signals]").dataset;
const box = document.querySelector("[data-notify]");
const icon = document.querySelector('link[rel="icon"]');
const usual = { title: document.title, icon: icon.href };
const canTell = "Notification" in window && window.isSecureContext;

let mine = isMine();
let until = ends(); // the end of this turn
let words = said.turn;
let told = null; // what was shown, where there is no worker to show it
let isTold = false;
let missed = false;

function isMine() {
  return table.dataset.link !== "bye" && table.querySelector("[data-my-turn]") !== null;
}

function ends() {
  return table.querySelector("#clock")?.dataset.deadline;
}

function wear() {
  const calls = mine && document.hidden;
  document.title = calls ? `● ${words}` : usual.title;
  icon.href = calls ? said.favicon : usual.icon;
}

// --- by the device -----------------------------------------------------------------------------

const chosen = () => localStorage.getItem(CHOICE);
const isOn = () => canTell && Notification.permission === "granted" && chosen() === "on";
const worker = () => navigator.serviceWorker?.getRegistration();

async function tell() {
  if (!isOn()) return;
  const vibrate = table.dataset.vibration === "off" ? [] : BUZZ;
  const { pathname } = location;
  const how = { body: said.room, tag: pathname, data: pathname, renotify: true, vibrate, icon: said.picture, badge: said.badge };
  const shows = await worker();
  isTold = true;
  told?.close();
  if (shows?.active) await shows.showNotification(words, how);
  else told = new Notification(words, how);
  if (!mine || !document.hidden) await takeBack(); // meanwhile
}

async function takeBack() {
  if (!isTold) return;
  isTold = false;
  told?.close();
  told = null;
  for (const one of (await (await worker())?.getNotifications({ tag: location.pathname })) ?? []) one.close();
}

// --- whether it may ----------------------------------------------------------------------------

function choose(on) {
  localStorage.setItem(CHOICE, on ? "on" : "off");
  show();
}

async function press() {
  if (isOn()) return choose(false);
  const answer = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  choose(answer === "granted");
}

function show() {
  box.hidden = !canTell;
  if (!canTell) return;
  const blocked = Notification.permission === "denied";
  box.querySelector("[data-notify-blocked]").hidden = !blocked;
  Object.assign(box.querySelector("[data-notify-switch]"), { checked: isOn(), disabled: blocked });
}

function offerIt() {
  if (!missed || mine || document.hidden) return;
  missed = false;
  if (!canTell || chosen() || Notification.permission !== "default") return;
  const toast = document.querySelector('template[data-toast-kind="info"]').content.querySelector("[data-toast]").cloneNode(true);
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button button-turn", textContent: said.yes });
  toast.dataset.offered = button.dataset.notifySwitch = "";
  toast.querySelector(".toast-text").textContent = said.missed;
  toast.querySelector(".toast-close").before(button);
  document.querySelector("[data-toasts]").append(toast);
}

// -----------------------------------------------------------------------------------------------

function begin(what) {
  words = what;
  wear();
  if (!document.hidden) return;
  missed = true;
  tell().catch(() => {}); // a phone has none but by our worker, which is not there yet
}

// The turn came between the tab's going out of sight and this script's arrival.
export function comeMeanwhile() {
  if (mine) begin(said.turn);
}

function look() {
  const before = mine;
  mine = isMine();
  if (ends() !== until) words = said.turn;
  until = ends();
  wear();
  if (mine && !before) begin(said.turn);
  if (!mine) takeBack();
  offerIt();
}

table.addEventListener("table:frame", look);
table.addEventListener("table:link", look);
table.addEventListener("table:ten", () => begin(said.ten));
document.addEventListener("visibilitychange", () => {
  wear();
  if (!document.hidden) takeBack();
  offerIt();
});
window.addEventListener("pagehide", takeBack);
document.addEventListener("click", ({ target }) => {
  const here = target.closest("[data-notify-switch], [data-offered] [data-toast-close]");
  if (!here) return;
  if (here.matches("[data-toast-close]")) choose(false);
  else press();
  here.closest("[data-offered]")?.remove();
});
show();
wear();
