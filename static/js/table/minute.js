// #minute-panel: the rules in one minute, over the table. They come from the page that has them.

const LIMIT = 8000;
const panel = document.querySelector("#minute-panel");
let styles = null;

function dress() {
  styles ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: panel.dataset.minuteStyles });
    Object.assign(link, { onload: resolve, onerror: reject });
    document.head.append(link);
  });
  return styles;
}

async function told(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(LIMIT) });
  if (!response.ok) throw new Error(response.status);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const minute = page.querySelector("#minute");
  minute.querySelector("nav")?.remove(); // of other rulesets than the room's
  return minute.children;
}

export async function show(address) {
  const [words] = await Promise.all([told(address), dress()]);
  panel.querySelector("[data-minute-here]").replaceChildren(...words);
  panel.showModal();
  panel.querySelector("#minute-title").focus();
}

panel.addEventListener("click", ({ target }) => { if (target === panel) panel.close(); });
