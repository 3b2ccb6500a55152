// [data-deadline]: counts down to an ISO time, by the server's clock; [data-clock]: to that of the turn, which #clock
// says. Sets --left (1 … 0) and the text of [data-seconds] inside; .is-soon from 10 s, .is-last from 5 s.
// data-whole: the seconds of a whole turn.

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const table = document.querySelector("#table");
let ahead = Date.parse(table.dataset.now) - Date.now(); // as the page was made; pings say it better
let warned = "";

function count(element, clock) {
  const left = Math.max(0, Date.parse(clock.deadline) - Date.now() - ahead) / 1000;
  const whole = Number(clock.whole) || 30;
  const shown = STILL.matches || document.documentElement.dataset.motion ? Math.ceil(left) : left;
  element.style.setProperty("--left", Math.min(1, shown / whole).toFixed(3));
  element.classList.toggle("is-soon", left <= 10);
  element.classList.toggle("is-last", left <= 5);
  for (const word of element.querySelectorAll("[data-seconds]")) word.textContent = Math.ceil(left);
  return left;
}

function warn(element, { deadline }, left) {
  if (left > 10 || left < 1 || warned === deadline || !element.matches("[data-my-turn]")) return;
  warned = deadline;
  table.dispatchEvent(new CustomEvent("table:ten"));
}

function tick() {
  const turn = table.querySelector("#clock").dataset;
  for (const element of table.querySelectorAll("[data-clock], [data-deadline]:not(#clock)")) {
    const clock = element.matches("[data-clock]") ? turn : element.dataset;
    warn(element, clock, count(element, clock));
  }
}

table.addEventListener("table:clock", (event) => {
  ahead = event.detail;
  tick(); // a tab that nobody sees has slow timers
});
table.addEventListener("table:frame", tick);
setInterval(tick, 250);
tick();
