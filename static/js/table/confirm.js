// form[data-confirm]: asks once, in the place of its own button; the second tap within four seconds means it.

const PATIENCE = 4000;

function ask(form, button) {
  const words = [...button.childNodes];
  button.replaceChildren(form.dataset.confirm);
  form.dataset.asked = "";
  setTimeout(() => {
    delete form.dataset.asked;
    if (button.isConnected && button.textContent === form.dataset.confirm) button.replaceChildren(...words);
  }, PATIENCE);
}

document.querySelector("#table").addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-confirm]") || "asked" in form.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(form, event.submitter ?? form.querySelector("button"));
}, true);
