"""How often the database is asked and a template drawn: ceilings that fail when they rise.

Counts, not times: a busy machine changes none of them. What has become less is lowered here, and nothing is
raised but for something that saves more.
"""

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import quote

import pytest

from games.registry import GAMES, engine
from tests.bench.tables import SEATS, OurTable, Stored
from tests.counted import Counts

pytestmark = pytest.mark.slow  # rounds are played and pages asked for, to be counted

# Four people at a table, or two where a game is for two, all with the page open. Moves are those between the
# start and the last one.
ROUNDS = {
    "xidach": {
        "queries of a start": 8, "of a move": 4, "of the end": 16,
        # A line of the log is made once for all of whom it does not speak: one more to draw at a fresh table,
        # a quarter as many at tables that have been played at.
        "templates drawn for a start": 0, "for a move": 3.3, "for the end": 41,
    },
    "bigtwo": {
        "queries of a start": 8, "of a move": 4, "of the end": 16,
        "templates drawn for a start": 10, "for a move": 1, "for the end": 19,  # with the play that won
    },
    "niuniu": {
        "queries of a start": 8, "of a move": 4, "of the end": 16,
        # Where others open, the dock says so. Who takes the lead is drawn by itself, no result for it.
        "templates drawn for a start": 15, "for a move": 8.6, "for the end": 34,
    },
    "rummy": {
        "queries of a start": 10, "of a move": 4, "of the end": 16,
        "templates drawn for a start": 35, "for a move": 4.8, "for the end": 18,
    },
}  # fmt: skip
# Queries of a page that was asked for before, by somebody who is logged in and has played.
PAGES = {
    "/lobby/": 7,
    "/rooms/{room}/": 4,
    "/rules/{game}/": 2,
    "/players/{name}/": 7,
    "/leaderboard/": 9,
    "/rooms/{room}/history/": 9,
    "/rooms/{room}/tonight/": 6,
}
OF_STRANGERS = {"/rooms/{room}/": 2}  # the invitation
QUIET = 0.15  # seconds in which nothing more is counted


@pytest.fixture(scope="module")
def counted(houses):
    return houses.shared(kind="counted", TABLE_GONE="3600")  # who left the table before is none of this one


@dataclass
class Meter:
    """What was counted since it was last asked."""

    counts: Counts
    before: tuple[int, int] = (0, 0)

    async def since(self) -> tuple[int, int]:
        now, until = self.counts.read(), time.monotonic() + QUIET
        while time.monotonic() < until:
            await asyncio.sleep(0.01)
            if now != (now := self.counts.read()):
                until = time.monotonic() + QUIET
        queries, renders = (new - old for new, old in zip(now, self.before, strict=True))
        self.before = now
        return queries, renders


async def a_counted_round(table, meter):
    """Queries of its start, of a move and of its end, and then the same of the templates drawn."""
    await meter.since()
    played = await table.start()
    start, moves = await meter.since(), 0
    while True:
        seat, text = played.choose(table.chance)
        if played.over:
            break
        await table.move(seat, text, (played.number, played.version))
        moves += 1
    between = await meter.since()
    await table.move(seat, text, (played.number, played.version))
    end = await meter.since()
    return [
        count
        for first, all_moves, last in zip(start, between, end, strict=True)
        for count in (first, all_moves / moves, last)
    ]


@pytest.fixture
def table(counted, same_deals):
    """`async with table("bigtwo") as (at, meter)`: the pages of a table, its deals the same every time."""

    @asynccontextmanager
    async def opened(game):
        stored = Stored(counted)
        seats = str(min(SEATS, engine(game).seats[-1]))
        people = await asyncio.to_thread(counted.open_table, "--game", game, "--seats", seats)
        table = OurTable(people, [counted], stored, form="html")
        try:
            await table.come()
            yield table, Meter(Counts(counted.data))
        finally:
            await table.leave()
            stored.close()

    return opened


async def test_a_round_asks_and_draws_no_more_than_it_did(table):
    """One game after another: the sheet of points, drawn at the first, is drawn already at the next."""
    over = []
    assert set(ROUNDS) == set(GAMES)
    for game, ceilings in ROUNDS.items():
        async with table(game) as (at, meter):
            await a_counted_round(at, meter)  # what is read and compiled once
            found = await a_counted_round(at, meter)
        pairs = zip(ceilings.items(), found, strict=True)
        over += [(game, what, count, most) for (what, most), count in pairs if count > most]
    assert not over


async def test_a_page_asks_no_more_than_it_did(counted, table):
    async with table("xidach") as (at, meter):
        await a_counted_round(at, meter)
        cookie = at.people[0]["cookie"]
        (name,) = counted.rows("SELECT name FROM games_roundseat ORDER BY id DESC LIMIT 1")[0]
        asked = [(page, cookie, most) for page, most in PAGES.items()]
        asked += [(page, "", most) for page, most in OF_STRANGERS.items()]
        over = []
        for page, cookie, most in asked:
            path = quote(page.format(room=at.code, game="xidach", name=name))
            for _ in range(2):  # the first one reads and compiles what is read once
                await meter.since()
                status, _body = await asyncio.to_thread(counted.get, path, cookie)
                queries, _renders = await meter.since()
                assert status == 200, path
            if queries > most:
                over.append((page, queries, most))
    assert not over
