// The link of the room, sent on: [data-share] by the phone's own sheet, where it has one; [data-copy] copied whole, which is
// said beside it for a moment; [data-qr] as a square to be held up, over the table.

const MOMENT = 2000;
const panel = document.querySelector("#qr-panel");

const whole = (address) => new URL(address, location.href).href;

if (navigator.share) document.documentElement.dataset.shares = "";

async function copy(button) {
  const address = whole(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    document.dispatchEvent(new CustomEvent("toast", { detail: { text: address } }));
    return;
  }
  const done = button.parentElement.querySelector("[data-copied]");
  done.hidden = false;
  setTimeout(() => { done.hidden = true; }, MOMENT);
}

async function share(button) {
  try {
    await navigator.share({ url: whole(button.dataset.share) });
  } catch (error) {
    if (error.name !== "AbortError") copy(button.parentElement.querySelector("[data-copy]"));
  }
}

function hold(link) {
  const place = panel.querySelector("[data-qr-picture]");
  place.replaceChildren(Object.assign(new Image(), { src: link.href, alt: place.dataset.says }));
  panel.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share], [data-qr]");
  if (!button) return;
  if ("qr" in button.dataset) {
    event.preventDefault();
    hold(button);
  } else if ("share" in button.dataset) share(button);
  else copy(button);
});

panel.addEventListener("click", (event) => {
  if (event.target === panel) panel.close();
});
