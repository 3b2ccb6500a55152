// form[data-confirm]: asks once, in the place of its own button; the second tap within four seconds means it, and Esc
// does not.

const PATIENCE = 4000;
const table = document.querySelector("#table");
let takeBack = () => {};

function ask(form, button) {
  const words = [...button.childNodes];
  takeBack();
  button.replaceChildren(form.dataset.confirm);
  form.dataset.asked = "";
  const timer = setTimeout(() => takeBack(), PATIENCE);
  takeBack = () => {
    clearTimeout(timer);
    delete form.dataset.asked;
    if (button.isConnected && button.textContent === form.dataset.confirm) button.replaceChildren(...words);
    takeBack = () => {};
  };
}

table.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-confirm]") || "asked" in form.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(form, event.submitter ?? form.querySelector("button"));
}, true);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") takeBack(); });
