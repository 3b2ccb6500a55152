// #result[data-moment]: when I win something special, once it is told: rays, for as long as the result lies there
// (#table[data-moment]), and once petals, at most twenty-four, gone in 900 ms. [data-petals] is where they fall, a place of
// their own: what the server tells of the result would take them away.

const PETALS = 24;
const FALL = { duration: 900, easing: "ease-out", fill: "both" };
const LATE = 200; // ms between the first and the last
const table = document.querySelector("#table");
const place = table.querySelector("[data-petals]");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const { motion } = document.documentElement.dataset;
let celebrated = table.hasAttribute("data-moment");

function has() {
  return table.querySelector("#result[data-moment]") !== null;
}

function fall() {
  const petal = document.createElement("i");
  petal.className = "petal";
  petal.style.setProperty("left", `${4 + Math.random() * 90}%`);
  place.append(petal);
  const [x, turn] = [(Math.random() - 0.5) * 180, Math.random() * 540];
  const drop = petal.animate([
    { transform: "translate(0, 2rem) rotate(0)", opacity: 0 },
    { opacity: 1, offset: 0.15 },
    { opacity: 1, offset: 0.7 },
    { transform: `translate(${x}px, ${-120 - Math.random() * 160}px) rotate(${turn}deg)`, opacity: 0 },
  ], { ...FALL, delay: Math.random() * LATE });
  drop.finished.finally(() => petal.remove());
}

function celebrate() {
  table.toggleAttribute("data-moment", has());
  if (!has() || celebrated) return;
  celebrated = true;
  if (still.matches || motion || document.hidden) return;
  for (let n = 0; n < PETALS; n += 1) fall();
}

function look() {
  celebrated &&= has();
  if (!has()) table.removeAttribute("data-moment");
  else table.dispatchEvent(new CustomEvent("table:wait", { detail: { of: ".dock", then: celebrate, says: "moment" } }));
}

table.addEventListener("table:frame", look);
look();
