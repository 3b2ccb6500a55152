// #result[data-moment]: petals, once, when I win with a special hand. At most twenty-four, gone in 900 ms.

const PETALS = 24;
const table = document.querySelector("#table");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const { motion } = document.documentElement.dataset;
let celebrated = has();

function has() {
  return table.querySelector("#result[data-moment]") !== null;
}

function fall(result, late) {
  const petal = document.createElement("i");
  petal.className = "petal";
  petal.setAttribute("aria-hidden", "true");
  petal.style.setProperty("left", `${Math.random() * 100}%`);
  result.append(petal);
  const [x, turn] = [(Math.random() - 0.5) * 160, Math.random() * 540];
  const drop = petal.animate([
    { transform: "translate(0, 0) rotate(0)", opacity: 0 },
    { opacity: 1, offset: 0.2 },
    { transform: `translate(${x}px, ${-80 - Math.random() * 160}px) rotate(${turn}deg)`, opacity: 0 },
  ], { duration: 900, easing: "ease-out", delay: late + Math.random() * 200, fill: "both" });
  drop.finished.finally(() => petal.remove());
}

table.addEventListener("table:frame", () => {
  const now = has();
  if (now && !celebrated && !still.matches && !motion && !document.hidden) {
    const result = table.querySelector("#result");
    const late = parseFloat(getComputedStyle(result.querySelector(".result-title")).transitionDelay) * 1000; // told last
    for (let n = 0; n < PETALS; n += 1) fall(result, late);
  }
  celebrated = now;
});
