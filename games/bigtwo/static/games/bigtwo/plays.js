// form[data-plays]: the legal plays of this turn, "name:3D4D,3D4C name:…", the card that judges a play last, and the
// choices of #my-cards that belong to it. What no legal play with the chosen cards uses goes dim; the button says
// what would be played or what is missing ([data-word], out of template[data-play-words]), [data-chosen] how it is
// called. data-must: a card every play holds. [data-hint] chooses what data-hints advises, the next with each tap;
// [data-put-back] chooses nothing. A choice made before one's turn stays.

const RANK_ONLY = ["full_house", "four_of_a_kind"];
const table = document.querySelector("#table");
let chosen = new Set();
let hinted = -1;
let advised = ""; // what the last hint said, if not to play

const form = () => table.querySelector("form[data-plays]");
const inputs = () => [...table.querySelectorAll("#my-cards input[type=checkbox]")];
const hints = () => form()?.dataset.hints.split(" ").filter(Boolean) ?? [];
const mustBeat = () => form()?.dataset.beats !== undefined;
const cardsOf = (codes) => codes.match(/../g);
const fits = (play) => [...chosen].every((card) => play.cards.includes(card));
const words = (when) => document.querySelector("template[data-play-words]").content.querySelector(`[data-when="${when}"]`);
const isWrong = () => (mustBeat() ? "beaten" : "no-play");
const isWhole = (play) => play.cards.length === chosen.size;

function plays() {
  const groups = form()?.dataset.plays.split(" ").filter(Boolean) ?? [];
  return groups.flatMap((group) => {
    const [name, some] = group.split(":");
    return some.split(",").map((codes) => ({ name, cards: cardsOf(codes) }));
  });
}

function show() {
  const all = plays();
  const able = all.filter(fits);
  for (const input of inputs()) input.checked = chosen.has(input.value);
  tool("[data-hint]", hints().length > 0);
  tool("[data-put-back]", chosen.size > 0);
  word(all, able);
  dim(all.length ? new Set(able.flatMap((play) => play.cards)) : null);
  call(able);
}

function tool(which, enabled) {
  for (const button of table.querySelectorAll(which)) {
    button.hidden = false;
    button.disabled = !enabled;
  }
}

function dim(useful) {
  const why = words(isWrong()).textContent;
  for (const input of inputs()) {
    const dimmed = useful !== null && !useful.has(input.value);
    input.closest(".card-button").classList.toggle("is-dim", dimmed);
    if (dimmed) input.setAttribute("aria-description", why);
    else input.removeAttribute("aria-description");
  }
}

function wordFor(able) {
  if (!chosen.size) return "choose";
  const { must } = form().dataset;
  if (!able.length) return must && !chosen.has(must) ? "must" : isWrong();
  const least = Math.min(...able.map((play) => play.cards.length));
  return least === chosen.size ? `play-${least}` : `more-${least - chosen.size}`;
}

// Where the table itself holds the button back, its word stays too.
function word(all, able) {
  const button = form()?.querySelector("button");
  if (!button || !all.length) return;
  const now = wordFor(able);
  const said = words(now).cloneNode(true);
  if (now === "must") called(said, form().dataset.must);
  button.querySelector("[data-word]").replaceChildren(said);
  button.disabled = !now.startsWith("play");
}

function call(able) {
  const pill = table.querySelector("[data-chosen]");
  if (!pill) return;
  const names = new Set(able.map((play) => play.name));
  const whole = able.find(isWhole);
  const name = whole?.name ?? (names.size === 1 && [...names][0]);
  const says = advised || (whole ? "whole" : name ? "some" : "several");
  pill.hidden = !advised && (!chosen.size || !able.length);
  pill.dataset.now = says;
  const shown = (which, is) => pill.querySelectorAll(which).forEach((one) => { one.hidden = !is(one.dataset); });
  shown("[data-name]", (own) => !advised && own.name === name);
  shown("[data-says]", (own) => own.says === says);
  shown("[data-to]", (own) => own.to.split(" ").includes(name));
  shown("[data-beats]", () => mustBeat());
  shown("[data-leads]", () => !mustBeat());
  for (const count of pill.querySelectorAll("[data-chosen-count]")) count.textContent = `${chosen.size}/${able[0]?.cards.length ?? 0}`;
  if (whole) called(pill, whole.cards.at(-1), RANK_ONLY.includes(name)); // what it is judged by
}

// The card by its name, or only its rank.
function called(where, code, rankOnly = false) {
  const card = table.querySelector(`#held-${code}`);
  const { short } = card.dataset;
  const top = where.querySelector("[data-top]");
  top.textContent = rankOnly ? short.slice(0, -1) : short;
  top.className = `word suit-${rankOnly ? "s" : code[1].toLowerCase()}`;
  where.querySelector("[data-top-name]").textContent = rankOnly ? short.slice(0, -1) : card.querySelector(".sr-only:not(input)").textContent;
}

function choose(cards) {
  chosen = new Set(cards);
  show();
  const pill = table.querySelector("[data-chosen]");
  if (pill) table.dispatchEvent(new CustomEvent("table:say", { detail: pill }));
}

function whyPass() {
  if (plays().length) return "pass";
  return mustBeat() ? "none" : "stuck";
}

function hint() {
  const all = hints();
  hinted = (hinted + 1) % all.length;
  const passes = all[hinted] === "pass";
  advised = passes ? whyPass() : "";
  choose(passes ? [] : cardsOf(all[hinted]));
}

function putBack(button) {
  advised = "";
  const held = document.activeElement === button;
  choose([]);
  if (held) table.querySelector('#my-cards input[tabindex="0"]')?.focus();
}

// A card that was played is chosen no more; a hint begins anew with a new turn.
let turn = "";
function keep() {
  const held = new Set(inputs().map((input) => input.value));
  chosen = new Set([...chosen].filter((card) => held.has(card)));
  const now = form() ? form().dataset.plays + form().dataset.hints : "";
  if (turn !== now) [hinted, advised] = [-1, ""];
  turn = now;
  show();
}

table.addEventListener("change", (event) => {
  if (!event.target.closest("#my-cards")) return;
  advised = "";
  choose(inputs().filter((input) => input.checked).map((input) => input.value));
});

table.addEventListener("click", (event) => {
  if (event.target.closest("[data-hint]")) hint();
  const back = event.target.closest("[data-put-back]");
  if (back) putBack(back);
});

table.addEventListener("table:frame", keep);
keep();
