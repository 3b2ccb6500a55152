"""One person who plays by hand at a browser, and listens at a socket of their own; others play by JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from tests.browser.person import Person, says, until
from tests.client import Player

Word = dict[str, Any]
By = Callable[[Person, Word], Awaitable[None]]


class ByHand:
    """A round; `advice` says what a bot of the house would do in somebody's place."""

    def __init__(
        self, an: Person, me: Player, others: list[Player], advice: Callable[[Player], Word]
    ) -> None:
        self.an, self.me, self.others, self.advice = an, me, others, advice

    async def starts(self) -> None:
        coming = self.me.room["next"]["round"]
        await self.an.clicks(says("start"))
        for player in (self.me, *self.others):
            await player.until_round(coming)
        await self.is_shown()

    async def is_shown(self) -> None:
        """My page has come as far as my socket, and waits for me."""
        await self.an.has_seen("{}.{}".format(*self.me.reached))
        await self.an.sees("#table:not([data-locked])")

    async def is_my_turn(self) -> bool:
        """Once it is; or the round is over."""
        while True:
            actor = await until(self._next, "somebody's turn")
            if actor is self.me:
                await self.is_shown()
                return True
            if actor == "over":
                return False
            await actor.act(Random(0), [self.advice(actor)])

    async def _next(self) -> Any:
        seats = (*self.others, self.me)
        if len({player.reached for player in seats}) > 1:
            return None
        return "over" if self.me.view["view"]["over"] else next((p for p in seats if p.may_act), None)

    async def move(self, by: By) -> Word:
        before, word = self.me.reached, self.advice(self.me)
        await by(self.an, word)
        await self.me.until(lambda me: me.reached > before)
        return word
