// [data-log]: the newest line is in sight, unless one has scrolled back to read.

const NEAR = 80;
const table = document.querySelector("#table");
const box = table.querySelector("#panel-log");

const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
const toEnd = () => { box.scrollTop = box.scrollHeight; };
let follows = true;

box.addEventListener("scroll", () => { follows = atEnd(); }, { passive: true });
table.addEventListener("table:frame", () => { if (follows) toEnd(); });
table.addEventListener("table:panel", toEnd);
toEnd();
