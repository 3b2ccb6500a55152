// [form="who"]: a name at the table or in the chat opens what one may do about that person, over the table. Where that
// fails the page of it is opened instead, as it is without us.

const asks = document.querySelector("#who");
const panel = document.querySelector("#person-panel");
const LIMIT = 8000;

async function show(form, button, address, how) {
  try {
    const response = await fetch(address, { ...how, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(LIMIT) });
    if (!response.ok || response.redirected) throw new Error(response.status);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    panel.querySelector("#person").replaceWith(page.querySelector("#person"));
  } catch {
    if (button.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
    form.submit();
    return;
  }
  if (!panel.open) panel.showModal();
  panel.querySelector("h1").focus();
}

asks.addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = new URLSearchParams(new FormData(asks, event.submitter));
  show(asks, event.submitter, `${asks.action}?${asked}`, {});
});

panel.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  show(form, event.submitter, form.action, { method: "POST", body: new FormData(form) });
});

panel.addEventListener("click", (event) => {
  const back = event.target.closest("[data-person-close]");
  if (!back && event.target !== panel) return;
  event.preventDefault();
  panel.close();
});

// The name that was pressed may be gone with the lines that are not read any more.
panel.addEventListener("close", () => {
  const at = document.activeElement;
  if (at === document.body || panel.contains(at)) document.querySelector("#dock").focus({ preventScroll: true });
});
