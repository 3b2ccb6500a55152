// #my-cards[data-new]: the card that has just joined the hand wears that word and a mint ring for two seconds.

const MOMENT = 2000;
const table = document.querySelector("#table");
const cards = () => [...table.querySelectorAll("#my-cards[data-new] [data-card]")];
const codes = () => new Set(cards().map((card) => card.dataset.card));
let held = codes();

function welcome(card, word) {
  const tag = document.createElement("span");
  tag.className = "card-tag";
  tag.setAttribute("aria-hidden", "true"); // the log has said it
  tag.textContent = word;
  card.append(tag);
  card.classList.add("is-new");
  setTimeout(() => {
    tag.remove();
    card.classList.remove("is-new");
  }, MOMENT);
}

table.addEventListener("table:frame", () => {
  const fresh = cards().filter((card) => !held.has(card.dataset.card));
  if (held.size && fresh.length === 1) welcome(fresh[0].closest(".card-button") ?? fresh[0], fresh[0].closest("[data-new]").dataset.new);
  held = codes();
});
