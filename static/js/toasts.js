// Toasts: at most two, gone after 4 s (8 s with something to press), held while pointed at or focused.
// New ones come from the page (messages), from the server (a [data-toast] put into the region), or from a
// script: document.dispatchEvent(new CustomEvent("toast", {detail: {text, title, kind}})).

const region = document.querySelector("[data-toasts]");
const MOST = 2;
const BRIEF = 4000;
const LONG = 8000;

function linger(toast) {
  const busy = toast.querySelector("a, button:not([data-toast-close])");
  let timer = 0;
  const wait = () => { timer = setTimeout(() => toast.remove(), busy ? LONG : BRIEF); };
  const hold = () => clearTimeout(timer);
  const resume = () => { hold(); if (!toast.matches(":hover, :focus-within")) wait(); };
  for (const event of ["pointerenter", "focusin"]) toast.addEventListener(event, hold);
  for (const event of ["pointerleave", "focusout"]) toast.addEventListener(event, () => setTimeout(resume));
  const close = toast.querySelector("[data-toast-close]");
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  wait();
}

function welcome(toasts) {
  toasts.forEach(linger);
  const all = region.querySelectorAll("[data-toast]");
  for (let extra = 0; extra < all.length - MOST; extra += 1) all[extra].remove();
}

function show({ text, title = "", kind = "info" }) {
  const template = document.querySelector(`template[data-toast-kind="${kind}"]`)
    ?? document.querySelector('template[data-toast-kind="info"]');
  const toast = template.content.querySelector("[data-toast]").cloneNode(true);
  const words = toast.querySelector(".toast-text");
  words.textContent = text;
  if (title) {
    const heading = document.createElement("strong");
    heading.className = "toast-title";
    heading.textContent = title;
    words.before(heading, document.createElement("br"));
  }
  region.append(toast);
}

if (region) {
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    welcome(added.filter((node) => node instanceof Element && node.matches("[data-toast]")));
  }).observe(region, { childList: true });
  welcome(region.querySelectorAll("[data-toast]"));
  document.addEventListener("toast", (event) => show(event.detail));
}
