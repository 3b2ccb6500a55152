// [data-show-password]: what was typed into the field before it is seen, until it is pressed again or the form is sent.

function show(button, shown) {
  button.previousElementSibling.type = shown ? "text" : "password";
  button.toggleAttribute("data-shown", shown);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-show-password]");
  if (button) show(button, !button.hasAttribute("data-shown"));
});

// Before anything else hears of it: what is sent as a password is remembered as one.
document.addEventListener("submit", ({ target }) => {
  for (const button of target.querySelectorAll("[data-shown]")) show(button, false);
}, true);
