// form[data-plays]: the legal plays of this turn, "name:3D4D,3D4C name:…", and the choices of #my-cards that belong
// to it. What no legal play with the chosen cards uses goes dim; the button says what would be played or what is
// missing, [data-chosen] how it is called. [data-hint] chooses a play, the next one with each tap; [data-put-back]
// chooses nothing. A choice made before one's turn stays.

const table = document.querySelector("#table");
let chosen = new Set();
let hinted = -1;

const form = () => table.querySelector("form[data-plays]");
const inputs = () => [...table.querySelectorAll("#my-cards input[type=checkbox]")];

function plays() {
  const groups = form()?.dataset.plays.split(" ").filter(Boolean) ?? [];
  return groups.flatMap((group) => {
    const [name, some] = group.split(":");
    return some.split(",").map((codes) => ({ name, cards: codes.match(/../g) }));
  });
}

const holds = (play) => [...chosen].every((card) => play.cards.includes(card));

function show() {
  for (const input of inputs()) input.checked = chosen.has(input.value);
  for (const tool of table.querySelectorAll("[data-hint]")) tool.hidden = plays().length === 0;
  for (const tool of table.querySelectorAll("[data-put-back]")) tool.hidden = chosen.size === 0;
  const all = plays();
  const able = all.filter(holds);
  dim(able.length ? new Set(able.flatMap((play) => play.cards)) : null);
  say(all, able);
  call(able);
}

function dim(useful) {
  for (const input of inputs()) {
    input.closest(".card-button").classList.toggle("is-dim", useful !== null && !useful.has(input.value));
  }
}

function wordFor(able) {
  if (!chosen.size) return "choose";
  if (!able.length) return "wrong";
  const most = Math.min(...able.map((play) => play.cards.length));
  return most === chosen.size ? `play-${most}` : `more-${most - chosen.size}`;
}

// Where the table itself holds the button back, its word stays too.
function say(all, able) {
  const button = form()?.querySelector("button");
  if (!button || !all.length) return;
  const word = wordFor(able);
  for (const one of button.querySelectorAll("[data-when]")) one.hidden = one.dataset.when !== word;
  button.disabled = !word.startsWith("play");
}

function call(able) {
  const pill = table.querySelector("[data-chosen]");
  if (!pill) return;
  const whole = able.filter((play) => play.cards.length === chosen.size);
  const names = new Set((whole.length ? whole : able).map((play) => play.name));
  const name = names.size === 1 ? [...names][0] : null;
  pill.hidden = !chosen.size || !name;
  for (const one of pill.querySelectorAll("[data-name]")) one.hidden = one.dataset.name !== name;
  pill.querySelector("[data-chosen-count]").textContent = pill.hidden || whole.length ? "" : `${chosen.size}/${able[0].cards.length}`;
}

function choose(cards) {
  chosen = new Set(cards);
  show();
}

function hint() {
  const all = plays();
  hinted = (hinted + 1) % all.length;
  choose(all[hinted].cards);
}

// A card that was played is chosen no more; a hint begins anew with a new turn.
let turn = "";
function keep() {
  const held = new Set(inputs().map((input) => input.value));
  chosen = new Set([...chosen].filter((card) => held.has(card)));
  if (turn !== (form()?.dataset.plays ?? "")) hinted = -1;
  turn = form()?.dataset.plays ?? "";
  show();
}

table.addEventListener("change", (event) => {
  if (!event.target.closest("#my-cards")) return;
  choose(inputs().filter((input) => input.checked).map((input) => input.value));
});

table.addEventListener("click", (event) => {
  if (event.target.closest("[data-hint]")) hint();
  if (event.target.closest("[data-put-back]")) choose([]);
});

table.addEventListener("table:frame", keep);
keep();
