// [data-fill][data-value]: puts a value into the field with that id.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fill]");
  if (!button) return;
  const field = document.getElementById(button.dataset.fill);
  field.value = button.dataset.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
