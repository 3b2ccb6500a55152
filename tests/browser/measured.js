// What is amiss with a table as it stands on this screen: `(mayScroll) => ["what: where", …]`.
(mayScroll) => {
  const [W, H] = [innerWidth, innerHeight], DESK = W >= 1100, root = document.scrollingElement;
  const wrong = new Set();
  const TEXTS = `.seat-name, .seat-status > *, .centre-title, .centre-note, .ticker-text, .hand-title, .hand-note > *,
    .result-title, .result-sum, .result-points, .result-who, .result-others, .between-note, .meld-name, .pile-name, .contract-name,
    .contract-turns, .laid-name, .bet-field > span, .banner-text, .sum, .hand-bull, .hand-total, .match-next, .match-end, .fan-count,
    .top-title, .top-facts, .seat-number, .step[aria-current], .standing td, .standing th, .match-sheet td, .match-sheet th`;
  const BOXES = `.seat-face, .card, .seat-points, .seat-stake, .seat-banker, .seat-bot, .seat-chair, .seat-tick, .pill, .chip, .button, input,
    select, summary, .stock, .melds-none, .meld-takes, .banner, .dock, .card-badge, .pick-meld`;
  const TARGETS = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], label.switch";
  const ROWS = ".card-row, .hand-cards, .laid, .meld-cards, .seat-fan, .my-row, .my-flat, .stock, .tray, .emblem, .pile, .split";
  const LISTS = ".melds, .log, .chat, .sheet-scroll, .rail-panel, .chat-phrases, .chat-emotes, .menu-body, .rail-body, .sheet-body";

  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".sr-only, .skip-link, .toasts, [inert], .sheet-host:not(.is-open, [open]) .sheet-body, dialog:not([open])");
  const named = (e) => {
    const place = e.closest("[id]:not(input, button)"), kind = [...e.classList].find((one) => !one.startsWith("is-") && !one.startsWith("suit-")) ?? e.localName;
    const id = (of) => of.id.replace(/^laid-.*/, "laid").replace(/\d+/, "N");
    return `${kind}${place && place !== e ? ` in ${id(place)}` : e.id ? `#${id(e)}` : ""}`;
  };
  const say = (what, ...who) => wrong.add(`${what}: ${who.map((one) => typeof one === "string" ? one : named(one)).join(" | ")}`);
  const rect = (e) => { const { left, right, top, bottom } = e.getBoundingClientRect(); return { left, right, top, bottom }; };
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right), top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) });
  const wide = (r) => r.right - r.left, high = (r) => r.bottom - r.top;

  // What each element cuts off of what is in it; asked of the same few again and again.
  const edges = new Map();
  const edge = (e) => {
    if (!edges.has(e)) {
      const { overflowX, overflowY, position } = getComputedStyle(e), [x, y] = [overflowX !== "visible", overflowY !== "visible"];
      edges.set(e, { x, y, box: (x || y) && e !== root ? rect(e) : null, fixed: position === "fixed" });
    }
    return edges.get(e);
  };

  // What of it can be seen: what its ancestors cut off, and which of them.
  const shown = (e, whole) => {
    let box = whole, by = null;
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const at = edge(up);
      if (!at.box) continue;
      const cut = meet(box, at.box);
      if (!at.x) [cut.left, cut.right] = [box.left, box.right];
      if (!at.y) [cut.top, cut.bottom] = [box.top, box.bottom];
      if (wide(box) - wide(cut) > 1.5 || high(box) - high(cut) > 1.5) by ??= up;
      box = cut;
      if (at.fixed) break;
    }
    return [box, by];
  };

  // --- the frame
  if (root.scrollWidth > W + 1) say("sideways", "the page");
  if (root.scrollHeight > H + 1) say("scrolls", "the page");
  for (const e of document.querySelectorAll(".table, .table *")) {
    const { overflowX, overflowY } = getComputedStyle(e);
    if (!/auto|scroll/.test(overflowX + overflowY) || !seen(e) || e.matches(LISTS)) continue;
    if (/auto|scroll/.test(overflowY) && e.scrollHeight > e.clientHeight + 1 && !(mayScroll && e.matches(".dock"))) say("scrolls", e);
    if (/auto|scroll/.test(overflowX) && e.scrollWidth > e.clientWidth + 1) say("scrolls sideways", e);
  }

  // --- what there is to see
  const items = [];
  for (const e of document.querySelectorAll(`.table :is(${TEXTS}), .table :is(${BOXES})`)) {
    if (!seen(e)) continue;
    let whole = rect(e);
    const text = e.matches(TEXTS) && !e.matches(BOXES);
    if (text) {
      const range = document.createRange();
      range.selectNodeContents(e);
      whole = meet(rect(range), whole);
    }
    if (wide(whole) <= 2 || high(whole) <= 2) continue;
    const [box, by] = shown(e, whole);
    const list = e.closest(LISTS), scrolled = mayScroll && e.closest(".dock") && !e.closest(".actions");
    const cutX = wide(whole) - wide(box) > 1.5 && !text && !list, cutY = high(whole) - high(box) > (text ? 3 : 1.5) && !scrolled && !(list && by === list && !list.matches(".melds"));
    if (wide(box) <= 2 || high(box) <= 2) { if (!list && !scrolled && !e.matches(".seat-bot")) say("gone", e, by ?? ""); continue; } // a bot's robot says what its pill does
    if (cutX || cutY) say("cut", e, by ?? "");
    if (!list && !scrolled && (box.left < -1 || box.right > W + 1 || box.top < -1 || box.bottom > H + 1)) say("outside", e);
    items.push({ e, box, text });
  }

  // --- what covers what
  const dock = document.querySelector(".dock"), hidden = new Set();
  const beside = items.find(({ e }) => e === dock)?.box;
  for (const { e, box } of beside ? items : []) {
    const over = meet(box, beside);
    if (e === dock || dock.contains(e) || wide(over) <= 3 || high(over) <= 3) continue;
    if (e.closest(".felt")) { hidden.add(e); say("under the dock", e); }
  }
  const within = (a, b, what) => { const of = a.closest(what); return of && of === b.closest(what); };
  const may = (a, b, over) => {
    if (a.contains(b) || b.contains(a)) return true;
    const [x, y] = [a.matches(".card, .card-badge, .stock"), b.matches(".card, .card-badge, .stock")];
    if (x && y && within(a, b, ROWS)) return true;
    if (mayScroll && a.closest(".dock") && b.closest(".dock") && !within(a, b, ".actions") && (a.closest(".actions") || b.closest(".actions"))) return true; // what scrolls lies under what one may do
    if (within(a, b, ".seat-face")) return true;
    if (within(a, b, ".seat") && [a, b].some((e) => e.closest(".seat-fan, .seat-ask")) && [a, b].some((e) => e.closest(".seat-face, .seat-fan, .seat-ask"))) return true;
    if (DESK && within(a, b, ".seat") && (x || y) && high(over) <= 14) return true;
    if ((a.matches(".meld-takes") && y || b.matches(".meld-takes") && x) && high(over) <= 14) return true;
    if ([a, b].some((e) => e.matches(".meld-takes")) && within(a, b, ".meld") && ![a, b].some((e) => e.matches(".meld-name"))) return true;
    return false;
  };
  for (let i = 0; i < items.length; i += 1) {
    for (let j = i + 1; j < items.length; j += 1) {
      if (items[i].e === dock || items[j].e === dock || hidden.has(items[i].e) || hidden.has(items[j].e)) continue;
      const [one, two] = [items[i], items[j]], over = meet(one.box, two.box), slack = one.text || two.text ? 4 : 3;
      if (wide(over) > slack && high(over) > slack && !may(one.e, two.e, over)) say("over", one.e, two.e);
    }
  }

  // --- what a finger must hit
  const least = DESK ? 35 : 43;
  for (const e of document.querySelectorAll(`.table ${TARGETS.replaceAll(", ", ", .table ")}`)) {
    if (!seen(e) || e.matches(".top-mark, :disabled .never")) continue;
    const at = rect(e.closest("label") ?? e);
    if (wide(at) <= 2 || high(at) <= 2 || at.bottom <= 0 || at.top >= H || at.left >= W || at.right <= 0) continue;
    const [box] = shown(e, at);
    if (wide(box) < wide(at) - 2 || high(box) < high(at) - 2) continue; // said above, or further down in a list
    const strip = e.closest(".card-button, .name-ask");
    if (strip?.matches(".card-button")) {
      if (high(at) < 43 || wide(at) < 25) say("small", e);
      continue;
    }
    if (wide(at) >= least && high(at) >= least) continue;
    const mine = (x, y) => { const hit = document.elementFromPoint(x, y); return hit && (hit.closest(TARGETS) === e || hit.closest("label")?.contains(e)); };
    const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
    const reach = (dx, dy) => { let far = 0; while (far < 60 && mine(x + dx * (far + 1), y + dy * (far + 1))) far += 1; return far; };
    const [w, h] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
    if (w < Math.min(least, 43) || h < Math.min(least, 43)) say("small", e);
  }
  return [...wrong];
}
