// A page that is long in coming: after 300 ms main shows the shape of what comes, until it is there or one stays.
// The table has no part in this: it plays on until the next page is there.

const WAIT = 300;
const SHAPES = [ // of what is asked for, the first that fits
  [/^POST \/rooms\/(new|\w+\/join)\//, "table"],
  [/^POST \/practice\//, "table"],
  [/^POST \/accounts\/(login|signup|guest)\//, "lobby"],
  [/^GET \/lobby\/\?code=/, "table"],
  [/ \/lobby\//, "lobby"],
  [/ \/(accounts|rooms\/new|rooms\/\w+\/join)\//, "form"],
  [/ \/(leaderboard|players|rooms\/\w+\/(history|fairness))\//, "rows"],
  [/ \/rooms\/\w+\//, "table"],
  [/ /, "text"],
];
const FILE = /\.\w+$/; // is saved, or shown by the browser itself

const main = document.querySelector("main");
const status = document.querySelector("[data-loading]");
const words = document.querySelector("[data-loading-words]");

let waiting = 0;
let before = null;

function stay() {
  clearTimeout(waiting);
  if (!before) return;
  const { focus, top } = before;
  before = null;
  main.querySelector(".skeleton").remove();
  main.removeAttribute("aria-busy");
  status.textContent = "";
  window.scrollTo(0, top);
  focus.focus({ preventScroll: true });
}

function show(shape) {
  stay();
  before = { focus: document.activeElement, top: window.scrollY };
  main.append(document.querySelector(`[data-shape="${shape}"]`).content.cloneNode(true));
  main.setAttribute("aria-busy", "true");
  status.textContent = words.content.textContent;
  window.scrollTo(0, 0);
}

function leave(method, url) {
  clearTimeout(waiting);
  if (url.origin !== location.origin || FILE.test(url.pathname)) return;
  const asked = `${method} ${url.pathname}${url.search}`;
  waiting = setTimeout(show, WAIT, SHAPES.find(([known]) => known.test(asked))[1]);
}

const isHere = (url) => url.hash && url.href.split("#")[0] === location.href.split("#")[0];
const isElsewhere = (target) => target && target !== "_self";

window.addEventListener("click", (event) => {
  const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey) return;
  const link = event.target.closest?.("a[href]");
  if (!link || link.hasAttribute("download") || isElsewhere(link.target)) return;
  const url = new URL(link.href);
  if (!isHere(url)) leave("GET", url);
});

// A form leads to the page it says comes `next`, or else to its address.
window.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || isElsewhere(form.target)) return;
  const next = form.elements.next?.value;
  const url = new URL(next || form.getAttribute("action") || "", location);
  if (form.method === "get") url.search = new URLSearchParams(new FormData(form));
  leave(next || form.method === "get" ? "GET" : "POST", url);
});

for (const here of ["pagehide", "pageshow"]) window.addEventListener(here, stay);
window.addEventListener("keydown", ({ key }) => { if (key === "Escape") stay(); }); // stops the browser, too
window.navigation?.addEventListener("navigateerror", stay);
