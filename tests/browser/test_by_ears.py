"""A whole round of each game by what a screen reader says: live regions, roles and names, nothing seen."""

import re
from random import Random

import pytest

from tests.browser.beside import Beside
from tests.browser.person import DESK
from tests.tables.test_punctuation import ENGLISH

SIGNS = re.compile("[♠♥♦♣]")


class Ears:
    """Knows the page by what is read out of it."""

    def __init__(self, at: Beside) -> None:
        self.at, self.page = at, at.an.page
        self.dock = self.page.get_by_role("region", name="My hand", exact=True)
        self.actions = self.page.get_by_role("region", name="Your actions")
        self.heard: list[str] = []

    async def told_to_act(self) -> str:
        """What was said at once when it became their turn."""
        said = self.page.locator("[data-live=assertive]")
        await self.at.an.until(lambda: said.text_content(), "a word that it is my turn")
        self.heard.append(await said.text_content())
        return self.heard[-1]

    async def hand(self) -> str:
        return await self.dock.aria_snapshot()

    async def says(self, name: str) -> bool:
        """A button of this name, where it can be pressed."""
        button = self.actions.get_by_role("button", name=re.compile(f"^{name}"))
        if not await button.count() or not await button.is_enabled():
            return False
        await button.click()
        return True

    async def chooses(self, role: str, card: str) -> None:
        """A card by its name in words."""
        await self.dock.get_by_role(role, name=card, exact=True).check(force=True)


async def xidach(ears: Ears) -> None:
    points = int(re.search(r"(\d+) points", await ears.hand())[1])
    assert await ears.says("Hit" if points < 16 else "Stand")


async def bigtwo(ears: Ears) -> None:
    if await ears.says("Keep"):
        return
    await ears.dock.get_by_role("button", name="Hint").click()
    assert await ears.says("Play") or await ears.says("Pass")


async def rummy(ears: Ears) -> None:
    if await ears.says("Draw from the stock"):
        return
    await ears.chooses("radio", re.search(r'radio "([^"]+)"', await ears.hand())[1])
    assert await ears.says("Discard")


async def niuniu(ears: Ears) -> None:
    stake = ears.actions.get_by_role("spinbutton")
    if await stake.count():
        await stake.fill("2")
        assert await ears.says("Place the stake")
    else:
        assert await ears.says("Reveal")


ROUNDS = [
    (xidach, {"ruleset": "classic", "seats": 3}),
    (bigtwo, {"seats": 4}),
    (rummy, {"seats": 2, "options": {"max_turns": 20}}),
    (niuniu, {"seats": 3}),
]


@pytest.mark.parametrize(("turn", "wanted"), ROUNDS, ids=lambda one: getattr(one, "__name__", ""))
async def test_a_whole_round_by_ears(comes, server, turn, wanted):
    async with server.table(game=turn.__name__, turn_seconds=120, batch=1, **wanted) as table:
        an = await comes(cookie=table.cookies[1], size=DESK, language="en")
        await an.comes_to(table.code)
        at = Beside(table, an, 1)
        ears = Ears(at)
        for coming in range(1, 10):  # a special hand ends a round before anybody's turn
            await table.until_open(coming)
            await table.start()
            await plays_by(ears, turn)
            ending = an.page.locator("[data-live=polite]")
            await an.until(lambda said=ending: says_how_it_ended(said), "how it ended for me")
            if ears.heard:
                break
        assert ears.heard and not [said for said in ears.heard if SIGNS.search(said)]


async def plays_by(ears: Ears, turn) -> None:
    at = ears.at
    while await at.others_play():
        await ears.told_to_act()
        n = at.me.view["n"]
        await turn(ears)
        await at.me.until(lambda me: me.view["n"] > n)


async def says_how_it_ended(said) -> bool:
    return bool(re.search(r"You (win|lose) \d+\.|A tie\.", await said.text_content() or ""))


KEEP = """window.heard = [];
for (const live of document.querySelectorAll("[data-live]"))
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true });
"""


async def test_chinese_is_said_with_its_own_stops(comes, server):
    """Lines that come fast are joined by a script."""
    async with server.table(game="niuniu", seats=3, turn_seconds=120, batch=1) as table:
        an = await comes(cookie=table.cookies[1], size=DESK, language="zh-CN")
        await an.comes_to(table.code)
        await an.page.evaluate(KEEP)
        await table.start()
        while actor := await table.next_actor():
            await actor.act(Random(1))
        await an.until(lambda: an.page.evaluate("heard.some((said) => /累计/.test(said))"), "the end")
        heard = await an.page.evaluate("heard")
        assert any(re.search("。.+。.", said) for said in heard), "several at once"
        assert [said for said in heard if ENGLISH.search(said)] == []
