"""One person at a browser, everybody else over JSON sockets, so that a round is quick.

async with beside(server, comes, 1, game="niuniu", seats=4, size=DESK) as at:
    await at.table.start()
    await at.others("bet", stake=3)
    await at.mine("bet")
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from tests.browser.person import Person, does
from tests.browser.states import hand, sensible
from tests.client import Player
from tests.server import Table

By = Callable[[Person, str], Awaitable[None]]


async def by_pointer(an: Person, do: str) -> None:
    await an.clicks(does(do))


class Beside:
    """A table where one chair is a person at a browser, whose socket only listens."""

    def __init__(self, table: Table, an: Person, chair: int) -> None:
        self.table, self.an, self.chair = table, an, chair

    @property
    def me(self) -> Player:
        return self.table.players[self.chair]

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.me.view["view"]
        return view

    async def is_shown(self) -> None:
        """The page has come as far as everybody's socket, and is not locked."""
        players = self.table.players
        await self.table.until(lambda: len({player.reached for player in players}) == 1)
        await self.an.has_seen("{}.{}".format(*players[0].reached))
        await self.an.sees("#table:not([data-locked])")

    async def others(self, do: str, *chairs: int, **parameters: Any) -> None:
        """All others who may, or these."""
        for chair, player in enumerate(self.table.players):
            may = any(choice["do"] == do for choice in player.choices)
            if may and chair != self.chair and (not chairs or chair in chairs):
                n = player.view["n"]
                await player.move(do, **parameters)
                await player.until(lambda one, n=n: one.view["n"] > n)
        await self.is_shown()

    async def others_play(self) -> bool:
        """Until it is the person's turn; or the round is over."""
        while (actor := await self.table.next_actor()) not in (None, self.me):
            await actor.act(Random(1), sensible(actor.choices, hand(actor)))
        await self.is_shown()
        return actor is not None

    async def mine(self, do: str, by: By = by_pointer) -> None:
        await self.is_shown()
        n = self.me.view["n"]
        await by(self.an, do)
        await self.me.until(lambda one: one.view["n"] > n)
        await self.is_shown()


@asynccontextmanager
async def beside(
    server: Any, comes: Any, chair: int, *, seats: int, game: str, ruleset: str, **how: Any
) -> AsyncIterator[Beside]:
    wanted = {"game": game, "ruleset": ruleset, "seats": seats, "turn_seconds": 120}
    async with server.table(batch=1, **wanted) as table:
        an = await comes(cookie=table.cookies[chair], **how)
        await an.comes_to(table.code)
        yield Beside(table, an, chair)
