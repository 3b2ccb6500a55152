// The evening, on the sheet of points: fetched each time that is opened. Where it stays open it is fetched anew a while
// after a round has ended, so that nothing is told before its cards were seen. Where that fails a link to its page stays.

const LIMIT = 8000;
const SEEN = 8000; // by then the end of a round lies open
const SPREAD = 2000; // not all who look at once
const DESK = window.matchMedia("(min-width: 1100px)");
const rail = document.querySelector("#rail");
const panel = rail.querySelector("[data-tonight]");
const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: panel.dataset.style });
const dressed = new Promise((done) => {
  style.onload = style.onerror = done;
  document.head.append(style);
});
let later = 0;
const news = new MutationObserver(() => {
  clearTimeout(later);
  later = setTimeout(lookAgain, SEEN + SPREAD * Math.random());
});

function isRead() {
  return rail.dataset.tab === "sheet" && (DESK.matches || "open" in rail.dataset) && !document.hidden;
}

function lookAgain() {
  const old = panel.querySelector("#tonight");
  if (isRead() && !old.contains(document.activeElement)) look();
}

async function fetched() {
  const response = await fetch(panel.dataset.evening, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(LIMIT) });
  if (!response.ok || response.redirected) throw new Error(response.status);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return document.adoptNode(page.querySelector("#tonight"));
}

export async function look() {
  news.disconnect();
  news.observe(panel.querySelector("#sheet"), { childList: true, characterData: true, subtree: true });
  try {
    const [fresh] = await Promise.all([fetched(), dressed]);
    panel.querySelector("#tonight").replaceWith(fresh);
  } catch {}
}
