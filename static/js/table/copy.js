// [data-copy]: copies this address, whole, and says so beside it for a moment.

const MOMENT = 2000;

async function copy(button) {
  const address = new URL(button.dataset.copy, location.href).href;
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

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});
