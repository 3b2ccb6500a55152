// The page for when there is no network: in the language of the pages before, and until there is one again.

const LOOK = 5000;
const language = localStorage.getItem("language");
const sections = [...document.querySelectorAll("[data-language]")];

if (sections.some((section) => section.dataset.language === language)) {
  document.documentElement.lang = language;
  for (const section of sections) section.hidden = section.dataset.language !== language;
}

async function look() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload();
  } catch {} // not yet
}

window.addEventListener("online", look);
setInterval(look, LOOK);
