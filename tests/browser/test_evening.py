"""An evening of three: two phones and a desk, four games, and what happens on such a night.

Everybody comes by the front door and plays by hand; a socket beside each browser tells whose turn it is, and
what a bot of the house would do there. The long form plays twenty rounds.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest

from games.bigtwo.engine import BIGTWO
from games.rummy.engine import RUMMY
from tests.browser import test_bigtwo, test_rummy
from tests.browser.line import Line
from tests.browser.person import AS_A_GUEST, DESK, RESULT, TOUCH_PHONE, Person, does, says, until
from tests.browser.test_lost_and_found import BACK, GONE, LOST
from tests.client import Player
from tests.games.bigtwo import table as bigtwo
from tests.games.rummy import table as rummy

pytestmark = pytest.mark.service_worker

FULL = bool(os.environ.get("FULL"))
ROUNDS = 5 if FULL else 1  # of each game
AWAY = 40 if FULL else 3  # seconds without a network
ASLEEP = 45 if FULL else 3  # seconds in a pocket
A_TURN = 60  # seconds: whoever is away has theirs ended by the table
SMALL = TOUCH_PHONE | {"viewport": {"width": 360, "height": 640}}


class Guest:
    """Somebody at a browser, and the socket beside it."""

    def __init__(self, person: Person, server_url: str) -> None:
        self.person, self._url = person, server_url
        self.beside: Player | None = None

    async def listens(self, code: str) -> None:
        cookies = await self.person.context.cookies()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        self.beside = await Player.at(self._url, code, cookie)
        await self.beside.until_frame("room")

    async def goes(self) -> None:
        """There is no other socket of theirs."""
        if self.beside is not None:
            await self.beside.close()
            self.beside = None

    @property
    def player(self) -> Player:
        assert self.beside is not None
        return self.beside


Hand = Callable[[Guest], Awaitable[None]]


async def at_xidach(guest: Guest) -> None:
    await guest.person.acts()


async def at_niuniu(guest: Guest) -> None:
    await guest.person.clicks(does(guest.player.choices[0]["do"]))


async def at_bigtwo(guest: Guest) -> None:
    view = bigtwo.seen_by_a_player(guest.player.view["view"])
    await test_bigtwo.by_pointer(guest.person, BIGTWO.choose(view, "house", Random(0)))


async def at_rummy(guest: Guest) -> None:
    view = rummy.seen_by_a_player(guest.player.view["view"])
    await test_rummy.by_pointer(guest.person, RUMMY.choose(view, "sharp", Random(0)))


class Room:
    """One of the evening's tables; the first guest is its host."""

    def __init__(self, code: str, guests: list[Guest], hand: Hand) -> None:
        self.code, self.guests, self.hand = code, guests, hand

    @property
    def awake(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.beside is not None]

    async def starts(self) -> None:
        host = self.guests[0]
        coming = host.player.room["next"]["round"]
        await host.person.clicks(says("start"))
        await asyncio.gather(*(guest.player.until_round(coming) for guest in self.awake))

    async def plays(self, moves: int = 1000) -> None:
        """To the end of the round, or so many moves. Whoever is away is played for by the table."""
        for _ in range(moves):
            actor = await until(self._next, "somebody's turn", A_TURN)
            if actor == "over":
                return
            await self._acts(actor)

    async def _acts(self, guest: Guest) -> None:
        n = guest.player.view["n"]
        await self._shows(guest)
        await self.hand(guest)
        await guest.player.until(lambda one: one.view["n"] != n)

    async def _next(self) -> Guest | str | None:
        if len({guest.player.reached for guest in self.awake}) > 1:
            return None
        if self.awake[0].player.view["view"]["over"]:
            return "over"
        return next((guest for guest in self.awake if guest.player.may_act), None)

    async def _shows(self, guest: Guest) -> None:
        """As far as it has come by then: a bot may move at any moment."""

        async def look() -> bool:
            return await guest.person.seen() == "{}.{}".format(*guest.player.reached)

        await guest.person.until(look, "the newest state")
        await guest.person.sees("#table:not([data-locked])")

    async def is_over_for_all(self) -> None:
        for guest in self.awake:
            await guest.person.sees(RESULT)

    async def plays_rounds(self, rounds: int = ROUNDS) -> None:
        for _ in range(rounds):
            await self.starts()
            await self.plays()
            await self.is_over_for_all()


async def sits_down(person: Person) -> None:
    """By the invitation, or at the table; there one says that one is ready."""
    if await person.sees_now(".invitation"):
        await person.clicks(".invitation .button-action")
    else:
        await person.clicks(says("sit"))
        await person.sees(says("ready"))
        if await person.sees_now(f"{says('ready')}[aria-pressed=false]"):
            await person.clicks(says("ready"))
    await person.sees(f"{says('ready')}[aria-pressed=true]")


@asynccontextmanager
async def table_of(guests: list[Guest], game: str, hand: Hand, chairs: int = 3):
    """The first of them opens a room, with a bot where there is a chair for it, and sends its link on."""
    host, *others = guests
    await host.person.opens(f"/rooms/new/?game={game}&bots={chairs - 2}")
    await host.person.clicks("form[data-room-form] .form-actions button")
    await host.person.is_linked()
    code = host.person.page.url.rstrip("/").rpartition("/")[2]
    for guest in others:
        await guest.person.opens(f"/rooms/{code}/")
        if guest in guests[:chairs]:
            await sits_down(guest.person)
        await guest.person.is_linked()
    for guest in guests:
        await guest.listens(code)
    for guest in guests[1:chairs]:
        await guest.player.until(lambda one: one.room["you"] is not None)
    try:
        yield Room(code, guests, hand)
    finally:
        for guest in guests:
            await guest.goes()


async def test_three_play_an_evening(comes, server, line):
    """One drops out of the network and comes back, one leaves, the host's phone falls asleep."""
    host = Guest(await comes("host", **TOUCH_PHONE), server.url)
    dropping = Guest(await comes("dropping", to=line, **SMALL), server.url)
    leaving = Guest(await comes("leaving", size=DESK, language="en"), server.url)
    guests = [host, dropping, leaving]
    await host.person.opens(AS_A_GUEST)
    await host.person.clicks("main form[action$='/guest/'] button")
    await host.person.sees("form[data-room-form]")

    async with table_of(guests, "xidach", at_xidach) as room:
        await room.plays_rounds(ROUNDS - 1)
        await drops_and_comes_back(room, dropping, line)
    async with table_of(guests, "niuniu", at_niuniu) as room:
        await room.plays_rounds(ROUNDS - 1)
        await sleeps_and_wakes(room, host)
    async with table_of(guests, "bigtwo", at_bigtwo) as room:
        await room.plays_rounds(ROUNDS - 1)
        await leaves(room, leaving)
    async with table_of(guests, "rummy", at_rummy, chairs=2) as room:
        await room.plays_rounds()


async def drops_and_comes_back(room: Room, guest: Guest, line: Line) -> None:
    """In the middle of a round, which goes on meanwhile: they see how it stands, or how it ended."""
    guest.person.expects(*GONE)
    await room.starts()
    await room.plays(moves=1)
    await guest.goes()
    await line.cut()
    await guest.person.sees(LOST)
    playing = asyncio.create_task(room.plays())
    await asyncio.sleep(AWAY)
    await line.mend()
    await guest.person.sees(BACK)
    if not playing.done():
        await guest.listens(room.code)
    await playing
    if guest.beside is None:
        await guest.listens(room.code)
    await room.is_over_for_all()


async def sleeps_and_wakes(room: Room, guest: Guest) -> None:
    """A phone in a pocket runs no script, and hears nothing."""
    pocket = await guest.person.context.new_cdp_session(guest.person.page)
    await room.starts()
    await guest.goes()
    await pocket.send("Page.setWebLifecycleState", {"state": "frozen"})
    playing = asyncio.create_task(room.plays())
    await asyncio.sleep(ASLEEP)
    await pocket.send("Page.setWebLifecycleState", {"state": "active"})
    await guest.person.sees(BACK)
    await guest.listens(room.code)
    await playing
    await room.is_over_for_all()


async def leaves(room: Room, guest: Guest) -> None:
    """Between two rounds; a bot takes the chair, and the others play on."""
    await room.plays_rounds(1)
    await guest.person.clicks("[data-open-panel=menu]")
    await guest.person.clicks(says("stand_up"))
    host = room.guests[0]
    await host.player.until(lambda one: sum(seat["kind"] == "human" for seat in one.room["seats"]) == 2)
    await host.person.clicks(says("bot"))
    await room.plays_rounds(1)
