"""What a page shows and tells, and when: nothing is told before the cards are seen of which it speaks.

`window.order` fills as the page lives. `early`: what could be read, was said or sounded while a card it
speaks of lay covered. `seen`, `told`: what unseen.js keeps record of. `covered`: cards that lay face down
though the page knows them. `petals`: how long each of them fell, in ms.
"""

from __future__ import annotations

from typing import Any

from tests.browser.person import Person

RECORD = """
window.order = { early: [], seen: [], told: [], covered: [], sounds: [], petals: [] };
(() => {
  const { early, seen, told, covered, sounds, petals } = window.order;
  const WORDS = `.seat-points, .seat-called, .sum, .hand-fact, .result-title, .result-points, .result-who,
    .result-sum, .standing, .match`;
  const OF_CARDS = ["deal", "place", "flip", "select", "tick"];
  const all = (what) => [...document.querySelectorAll(what)];
  const own = (one) => one?.id || one?.dataset?.card || one?.className?.split?.(" ")[0] || "";
  const name = (one) => [one?.closest(".seat")?.id, own(one)].filter(Boolean).join(" ");
  const backs = () => all("#table [data-covered]");
  const isSeen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  const isRead = (word) => word.checkVisibility({ opacityProperty: true }) && word.textContent.trim();
  const spokenOf = (word) => (word.closest(".result") ? document : word.closest(".seat, .dock") ?? document);
  function look() {
    const now = backs();
    for (const card of now) {
      if (!covered.includes(card.dataset.card)) covered.push(card.dataset.card);
      if ([...card.children].some(isSeen)) early.push(`the face of ${card.dataset.card}`);
    }
    for (const word of now.length ? all(WORDS).filter(isRead) : [])
      if (now.some((card) => spokenOf(word).contains(card))) early.push(`${name(word)} ${word.textContent}`);
    requestAnimationFrame(look);
  }
  function heard([{ target }]) {
    if (target.textContent.trim() && backs().length) early.push(`said: ${target.textContent}`);
  }
  const on = (event, tell) => document.addEventListener(event, ({ detail }) => tell(detail), true);
  on("table:seen", (one) => seen.push(name(one)));
  on("table:told", ({ says, shows }) => told.push(says ?? name(shows)));
  on("table:sounds", (kind) => {
    sounds.push(kind);
    if (!OF_CARDS.includes(kind) && backs().length) early.push(`sound: ${kind}`);
  });
  document.addEventListener("DOMContentLoaded", () => {
    const ears = new MutationObserver(heard);
    for (const one of all("[data-live], .ticker-text")) ears.observe(one, { childList: true });
    const since = new Map();
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const petal of addedNodes) since.set(petal, performance.now());
        for (const petal of removedNodes) petals.push(performance.now() - since.get(petal));
      }
    }).observe(document.querySelector("[data-petals]"), { childList: true });
    look();
  });
})();
"""
LIES_STILL = "() => !document.querySelector('#table :is([data-covered], [data-untold])')"
TAKE = """() => {
  const kept = structuredClone(window.order);
  for (const list of Object.values(window.order)) list.length = 0;
  return kept;
}"""


async def keeps_record(person: Person) -> None:
    await person.context.add_init_script(RECORD)


async def all_is_told(person: Person) -> None:
    await person.page.wait_for_function(LIES_STILL)


async def order(person: Person) -> dict[str, Any]:
    """Since it was asked for last."""
    kept: dict[str, Any] = await person.page.evaluate(TAKE)
    return kept
