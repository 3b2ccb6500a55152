// form[data-trays]: the melds that the table proposes, one a tray, opened instead of sent (pick.js). A card
// taken out of one is back in the hand, and the picked card goes into the tray that is tapped.
// A tray takes so many cards as data-size and wilds as data-most-wilds, and naturals of one group of data-together;
// [data-why] says what is wrong, and whether it is right is for the table to say. Closed by [data-trays-close], and
// wherever the proposal is another one.

const table = document.querySelector("#table");
let trays = null; // the codes in each, while they are open
let opened = ""; // the proposal that it was

const form = () => table.querySelector("form[data-trays]");
const boxes = () => [...form().querySelectorAll("[data-tray]")];
const label = (code) => table.querySelector(`#my-cards input[value="${code}"]`)?.closest(".card-button");
const picked = () => table.querySelector("#my-cards input:checked");
const isWild = (code) => form().dataset.wilds.includes(code);

function wrong({ kind, size, mostWilds, together }, codes) {
  const own = codes.filter((code) => !isWild(code));
  if (codes.length !== Number(size)) return codes.length < size ? "few" : "many";
  if (codes.length - own.length > mostWilds) return "wild";
  return together.split(" ").some((group) => own.every((code) => group.includes(code))) ? "" : kind;
}

export function open() {
  if (!form()) return;
  opened = form().dataset.trays;
  trays = opened.split(" / ").map((codes) => codes.split(" "));
  unpick();
  show();
  form().querySelector("[data-lay]").focus({ preventScroll: true });
}

function close() {
  trays = null;
  show();
  table.querySelector("[data-trays-opener]")?.focus({ preventScroll: true });
}

function unpick() {
  const card = picked();
  if (!card) return;
  card.checked = false;
  card.dispatchEvent(new Event("change", { bubbles: true }));
}

function takeBack(code) {
  trays = trays.map((codes) => codes.filter((one) => one !== code));
  show();
  label(code).querySelector("input").focus({ preventScroll: true });
}

function put(box, card) {
  trays[boxes().indexOf(box)].push(card.value);
  unpick();
  show();
  box.querySelector(`[data-take-back="${card.value}"]`).focus({ preventScroll: true });
}

function show() {
  leaveHand(trays?.flat() ?? []);
  if (!form()) return;
  for (const part of form().querySelectorAll("[data-trays-open]")) part.hidden = trays === null;
  form().toggleAttribute("data-open", trays !== null);
  table.querySelector("#play-card").hidden = trays !== null;
  if (!trays) return;
  boxes().forEach((box, which) => fill(box, trays[which]));
  form().querySelector("[name=melds]").value = trays.map((codes) => codes.join(" ")).join(" / ");
  judge(boxes().map((box, which) => wrong(box.dataset, trays[which])));
}

function leaveHand(laid) {
  const inputs = [...table.querySelectorAll("#my-cards input")];
  if (!inputs.length) return;
  for (const input of inputs) input.closest(".card-button").hidden = laid.includes(input.value);
  table.querySelector("#my-cards").dataset.count = inputs.length - laid.length;
}

function fill(box, codes) {
  const place = (code) => Number(label(code).dataset.rank);
  const sorted = [...codes].sort((one, other) => place(one) - place(other));
  const cards = box.querySelector(".meld-cards");
  const here = [...cards.querySelectorAll("[data-take-back]")].map((card) => card.dataset.takeBack);
  if (here.join() !== sorted.join()) cards.replaceChildren(...sorted.map(copyOf)); // whose focus stays where it is
  box.querySelector("[data-put]").hidden = picked() === null;
}

function copyOf(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "card-button";
  button.dataset.takeBack = code;
  button.append(label(code).querySelector("[data-card]").cloneNode(true));
  return button;
}

function judge(faults) {
  const why = form().querySelector("[data-why]");
  const fault = faults.find(Boolean) ?? "";
  const news = why.dataset.why !== fault;
  boxes().forEach((box, which) => box.toggleAttribute("data-wrong", faults[which] !== ""));
  for (const sentence of why.querySelectorAll("[data-when]")) sentence.hidden = sentence.dataset.when !== fault;
  form().querySelector("[data-lay]").disabled = fault !== "";
  why.dataset.why = fault;
  if (news) table.dispatchEvent(new CustomEvent("table:say", { detail: why }));
}

table.addEventListener("click", (event) => {
  if (!trays) return;
  const laid = event.target.closest("[data-take-back]");
  const box = event.target.closest("[data-tray]");
  const card = picked();
  if (event.target.closest("[data-trays-close]")) close();
  else if (card && box) put(box, card);
  else if (laid) takeBack(laid.dataset.takeBack);
});

table.addEventListener("change", (event) => {
  if (trays && event.target.closest("#my-cards")) show();
});

table.addEventListener("table:frame", () => {
  if (trays && form()?.dataset.trays !== opened) trays = null;
  show();
});
show();
