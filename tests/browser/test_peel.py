"""Who likes to peel their last card: slowly by finger, or by a key; what speaks of it waits until it is open.

The others play over JSON sockets, and see nothing of it.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from tests.browser.beside import beside
from tests.browser.person import MY_CARDS, until

SMALL = {"width": 390, "height": 664}
FINGER = {"viewport": SMALL, "has_touch": True, "is_mobile": True}
COVER = ".peel"
SHOWN = "e => e.checkVisibility({opacityProperty: true, visibilityProperty: true})"
SPOKEN = "[...document.querySelectorAll('[data-live], #ticker')].map(e => e.textContent).join(' ')"


@pytest.fixture
def server(still):
    return still


@asynccontextmanager
async def peeling(server, comes, game: str, ruleset: str, **how):
    """An has asked for it on the page of the settings, and sits at a table of three."""
    async with beside(server, comes, 1, seats=3, game=game, ruleset=ruleset, language="en", **how) as at:
        await at.an.opens("/accounts/settings/")
        await at.an.page.emulate_media(reduced_motion="no-preference")
        await at.an.locator("[name=peel]").check()
        await at.an.clicks("form:has([name=peel]) button.button-large")
        await at.an.sees(".toast, .notices *")
        await at.an.comes_to(at.table.code)
        await at.table.start()
        yield at


async def is_shown(an, what: str) -> bool:
    return any(await an.all(what, SHOWN))


async def is_face_down(at, code: str, *words: str) -> None:
    """The newest card, what speaks of it, and what is spoken."""
    an = at.an
    await an.sees(f"{MY_CARDS}[data-card='{code}'] > {COVER}")
    await until(lambda: is_shown(an, COVER), "the back")
    await asyncio.sleep(1.2)  # for what is said late
    assert not await is_shown(an, f"[data-card='{code}'] > .face")
    for what in (*words, "#hand-title"):
        assert not await is_shown(an, what), what
    name = await an.page.text_content(f"[data-card='{code}'] > .sr-only")
    assert name not in await an.page.evaluate(SPOKEN)


async def is_open(at, code: str, *words: str) -> None:
    an = at.an
    await an.sees_no(COVER)
    assert await is_shown(an, f"[data-card='{code}'] > .face")
    for what in (*words, "#hand-title"):
        await until(lambda what=what: is_shown(an, what), what)


async def is_said(at, code: str) -> None:
    name = await at.an.page.text_content(f"[data-card='{code}'] > .sr-only")
    await until(lambda: at.an.page.evaluate(f"name => {SPOKEN}.includes(name)", name), f"{name} is said")


def told(at) -> list[int]:
    """How often everybody was told something of the table, and An's page."""
    others = [sum('"ping"' not in text for text in player.texts) for player in at.table.players]
    return [*others, sum(not frame.text.startswith("{") for frame in at.an.frames)]


class Finger:
    """On the screen, as the browser hears of it."""

    def __init__(self, session, x: float, y: float) -> None:
        self.session, self.x, self.y = session, x, y

    @classmethod
    async def on(cls, an, what: str) -> Finger:
        box = await an.locator(what).bounding_box()
        session = await an.context.new_cdp_session(an.page)
        finger = cls(session, box["x"] + 0.8 * box["width"], box["y"] + 0.8 * box["height"])
        await finger._touches("touchStart", finger.x, finger.y)
        return finger

    async def pulls(self, left: float, up: float, steps: int = 6) -> None:
        for step in range(1, steps + 1):
            await self._touches("touchMove", self.x - left * step / steps, self.y - up * step / steps)

    async def lets_go(self) -> None:
        await self._touches("touchEnd")

    async def _touches(self, kind: str, *at: float) -> None:
        points = [dict(zip("xy", at, strict=True))] if at else []
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_the_last_card_turns_by_its_corner_as_far_as_a_finger_pulls(server, comes):
    async with peeling(server, comes, "niuniu", "duel", **FINGER) as at:
        an = at.an
        await at.others("bet", stake=3)
        await at.mine("bet")
        await at.others("deal")
        as_dealt = at.view["seats"][1]["cards"]
        before = told(at)
        await is_face_down(at, as_dealt[-1], ".hand-fact", "#my-cards .sum")
        places = await an.all(MY_CARDS, "e => [e.dataset.card, e.getBoundingClientRect().left]")
        assert [card for card, _ in sorted(places, key=lambda one: one[1])] == as_dealt
        finger = await Finger.on(an, COVER)
        await finger.pulls(20, 30)
        await an.sees(f"{COVER}.is-pulled")
        await finger.lets_go()
        await an.sees(f"{COVER}:not(.is-pulled)")
        await is_face_down(at, as_dealt[-1], ".hand-fact")
        finger = await Finger.on(an, COVER)
        await finger.pulls(50, 70)
        await an.sees(f"{COVER}.is-pulled")
        await finger.lets_go()
        await is_open(at, as_dealt[-1], ".hand-fact")
        await is_said(at, as_dealt[-1])
        worth = at.view["table"]["worth"][1]
        assert await an.hand() == ([*worth["base"], *worth["final"]] if worth["multiplier"] else as_dealt)
        assert told(at) == before
        await an.comes_to(at.table.code)
        await is_open(at, as_dealt[-1], ".hand-fact")


async def test_keys_peel_and_open_and_so_does_a_move(server, comes):
    async with peeling(server, comes, "xidach", "classic", size=SMALL) as at:
        an = at.an
        await at.others("deal", first="left")
        assert await at.others_play()
        await is_face_down(at, newest(at), ".hand-fact")
        await an.presses("Enter")
        await is_open(at, newest(at), ".hand-fact")
        await at.mine("draw", by_key)
        await is_face_down(at, newest(at), ".hand-fact")
        await an.page.keyboard.down("n")
        await is_open(at, newest(at), ".hand-fact")
        await an.page.keyboard.up("n")
        await at.mine("draw", by_key)
        await is_face_down(at, newest(at), ".hand-fact", ".hand-note [data-after]")
        assert {move["do"] for move in at.me.choices} == {"stand"}  # 7 + 5 + 8 + 10
        shades = await an.all("#actions .button", "e => getComputedStyle(e).boxShadow !== 'none'")
        assert shades == [True, True]  # which of them can be pressed would tell
        n = at.me.view["n"]
        await an.presses("r")
        await is_open(at, newest(at), ".hand-fact", ".hand-note [data-after]")
        await is_said(at, newest(at))
        assert at.me.view["n"] == n
        assert await an.all("#actions .button", "e => e.disabled") == [True, False]


def newest(at) -> str:
    return at.view["seats"][at.chair]["cards"][-1]


async def by_key(an, do: str) -> None:
    await an.presses({"draw": "r", "stand": "d"}[do])
