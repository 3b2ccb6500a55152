"""Nobody is told a card too early: random rounds, every frame held against the rulebook afterwards.

The script of a round that is over says what every viewer could know after each move; a frame that said
more, or a view that said anything else, is a leak.
"""

import asyncio
import json
import os
import re
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from games.core.script import read_script
from games.registry import ENGINES
from tests.client import Page, Player
from tests.server import Table

pytestmark = pytest.mark.slow

CODE = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][CDHS]|X[12])(?![A-Za-z0-9])")
DATA_CARD = re.compile(r'data-card="([^"]*)"')
DATA_VERSION = re.compile(r'data-version="(\d+)\.(\d+)"')
ROUNDS = 60 if os.environ.get("FULL") else 15  # for each number of seats, in each ruleset


class Truth:
    """One ended round, folded from its script by the rulebook alone."""

    def __init__(self, line: dict[str, Any]) -> None:
        script = read_script(line, ENGINES)
        self.engine = script.engine
        self.states = [self.engine.start(script.setup)]
        for word in script.moves:
            move = self.engine.read_move(script.setup, word["seat"], word)
            self.states.append(self.engine.apply(self.states[-1], move))

    def view(self, seat: int | None, version: int) -> Any:
        return json.loads(json.dumps(self.engine.view(self.states[version], seat).as_json()))

    def known(self, seat: int | None) -> list[frozenset[str]]:
        """The cards this viewer could know after each move: now, or from what was shown before."""
        views = (self.view(seat, version) for version in range(len(self.states)))
        shown = (frozenset(CODE.findall(json.dumps(view))) for view in views)
        return list(accumulate(shown, frozenset.union))

    @cached_property
    def points(self) -> list[int]:
        return list(self.engine.outcome(self.states[-1]).points)


async def test_the_search_finds_a_code_wherever_it_stands():
    assert CODE.findall('"AS" f-TD, (2C) [X1] data-card="KH" 10S ASx a9D 1.QS') == [
        "AS", "TD", "2C", "X1", "KH", "QS",
    ]  # fmt: skip


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("ruleset", ["classic", "vipgame"])
async def test_every_frame_of_random_rounds_tells_its_viewer_what_the_rules_show_and_no_more(
    server, ruleset, seats
):
    chance = Random(f"{ruleset} {seats}")
    async with server.table(seats=seats, spectators=1, ruleset=ruleset, batch=1) as table:
        for number in range(1, ROUNDS + 1):
            since = [len(player.texts) for player in table.people]
            result = await table.play_round(chance)
            truth = Truth(table.script(result))
            assert sum(result["points"]) == 0 and truth.points == result["points"]
            for player, seat, start in zip(table.people, viewers(table), since, strict=True):
                check_told(player, truth, seat, number, start)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("ruleset", ["classic", "vipgame"])
async def test_the_page_of_every_viewer_names_no_card_beyond_what_they_know(server, ruleset, seats):
    chance = Random(f"{ruleset} {seats} page")
    async with server.table(seats=seats, spectators=1, ruleset=ruleset, batch=1) as table:
        pages = [await Page.at(server.url, table.code, cookie) for cookie in table.cookies]
        for number in range(1, ROUNDS + 1):
            truth = Truth(table.script(await table.play_round(chance)))
            for page, seat in zip(pages, viewers(table), strict=True):
                await all_shown(table, page, f"{number}.{len(truth.states) - 1}")
                check_shown(page, truth, seat, number)
        await asyncio.gather(*(page.close() for page in pages))


def viewers(table: Table) -> list[int | None]:
    """Everybody is ready, so that chairs are engine seats; the last one watches."""
    return [*range(table.chairs), None]


def check_told(player: Player, truth: Truth, seat: int | None, number: int, start: int) -> None:
    """Every view is the rulebook's, and no frame names a card beyond what its viewer knows by then."""
    known, may_know = truth.known(seat), frozenset[str]()
    versions = []
    for text, frame in zip(player.texts[start:], player.frames[start:], strict=True):
        if frame["type"] == "view" and frame["round"] == number:
            versions.append(frame["version"])
            may_know = known[frame["version"]]
            assert frame["view"] == truth.view(seat, frame["version"])
        assert may_know.issuperset(CODE.findall(text)), text
    assert versions == list(range(len(truth.states)))


async def all_shown(table: Table, page: Page, version: str) -> None:
    mark = f'data-version="{version}"'
    await table.until(lambda: any(mark in text[:300] for text in page.texts))


def check_shown(page: Page, truth: Truth, seat: int | None, number: int) -> None:
    """The same of the page's pieces: `data-card`, art and words name known cards only."""
    known, may_know = truth.known(seat), frozenset[str]()
    for text in page.texts:
        mark = DATA_VERSION.search(text[:300])
        assert len(DATA_VERSION.findall(text)) == bool(mark), text[:300]
        if mark and int(mark[1]) == number:
            may_know = known[int(mark[2])]
            assert may_know.issuperset(DATA_CARD.findall(text)), text
            assert may_know.issuperset(CODE.findall(text)), text
        elif may_know:
            assert may_know.issuperset(CODE.findall(text)), text
    page.texts.clear()
