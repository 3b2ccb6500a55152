// #actions, .seat-act, .seat-offers: where the button in focus goes or cannot be pressed any more, the focus comes
// to the next thing to press, else to my hand.

const table = document.querySelector("#table");
let held = false;

function keep() {
  const now = document.activeElement;
  if (!held || (now !== document.body && !now.disabled)) return;
  const next = table.querySelector("#actions button:enabled:not([type=button])") ?? table.querySelector("#dock");
  next.focus({ preventScroll: true });
}

table.addEventListener("focusin", (event) => {
  held = event.target.closest("#actions, .seat-act, .seat-offers") !== null;
});
table.addEventListener("table:frame", () => requestAnimationFrame(keep));
