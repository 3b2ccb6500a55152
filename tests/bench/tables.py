"""Tables under load: some sockets, and one move under way until everybody has been told of it.

Nothing that comes in is read further than its version. Whose turn it is and what they may do a table
of ours knows from the round itself, played along from what the server stored.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

import psycopg

from games import registry
from games.bigtwo.hands import codes
from games.core import fairness
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal
from games.core.shuffle import Seeded
from tests.bench.wire import Wire
from tests.server import Server

SEATS = 4
PATIENCE = 60.0  # seconds for one step
State = tuple[int, int]  # a round and its version


@dataclass
class Found:
    """What a load brought: how many moves, and how long each took until the last viewer had it."""

    moves: int = 0
    rounds: int = 0
    latencies: list[float] = field(default_factory=list)


class Pace:
    """When the next move is due: at once, or at a steady rate with some chance in it."""

    def __init__(self, every: float = 0.0, seed: int = 0) -> None:
        self.every, self._chance = every, Random(seed)
        self._next = time.perf_counter() + every * self._chance.random()

    async def wait(self) -> None:
        if not self.every:
            return
        await asyncio.sleep(max(self._next - time.perf_counter(), 0))
        self._next += self.every * self._chance.uniform(0.5, 1.5)


class Table:
    """Everybody at it is told every move; the next one is made once all have been."""

    seats = SEATS

    def __init__(self) -> None:
        self.found, self.pace = Found(), Pace()
        self.wires: list[Wire] = []
        self._at: list[State] = []
        self._behind = 0  # how many have not been told yet
        self._wanted: State = (0, 0)
        self._told: asyncio.Future[None] | None = None

    # --- what a kind of table says for itself ----------------------------------------------

    async def come(self) -> None:
        raise NotImplementedError

    async def play(self) -> None:
        """For ever."""
        raise NotImplementedError

    def state_of(self, data: bytes) -> State | None:
        """The state of the table that a frame brings, if it brings any."""
        raise NotImplementedError

    # --- what all have alike ---------------------------------------------------------------

    async def sit(self, url: str, cookie: str = "") -> None:
        place = len(self.wires)
        self._at.append((0, -1))
        self.wires.append(await Wire.open(url, lambda data: self.hear(place, data), cookie))

    def hear(self, place: int, data: bytes) -> None:
        state = self.state_of(data)
        if state is None or state <= self._at[place]:
            return
        if self._at[place] < self._wanted <= state:
            self._behind -= 1
            if not self._behind and self._told is not None and not self._told.done():
                self._told.set_result(None)
        self._at[place] = state

    async def step(self, place: int, text: str, leads_to: State) -> float:
        """Say it, and wait until everybody has been told what it leads to; how long that took."""
        self._wanted, self._behind = leads_to, sum(at < leads_to for at in self._at)
        self._told = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.wires[place].say(text)
        await self._told
        return time.perf_counter() - began

    async def move(self, place: int, text: str, leads_to: State) -> None:
        await self.pace.wait()
        took = await self.step(place, text, leads_to)
        self.found.moves += 1
        self.found.latencies.append(took)

    def fail(self, why: str) -> None:
        if self._told is not None and not self._told.done():
            self._told.set_exception(AssertionError(why))

    async def leave(self) -> None:
        await asyncio.gather(*(wire.close() for wire in self.wires))


# --- ours ---------------------------------------------------------------------------------------

VIEW = re.compile(rb'^\{"type":"view","round":(\d+),.*?"version":(\d+)')
MARK = re.compile(rb'data-version="(\d+)\.(\d+)"')
HEAD = 300  # bytes: by then a frame has said which state it brings


class Stored:
    """The rounds that a server has stored, over a connection of our own. Costs the server nothing."""

    def __init__(self, server: Server) -> None:
        self._ask: Callable[..., Any]
        if url := server.env.get("DATABASE_URL"):
            self._connection: Any = psycopg.connect(url, autocommit=True)
            self._mark = "%s"
        else:
            self._connection = sqlite3.connect(server.data / "chieubai.sqlite3", timeout=20)
            self._mark = "?"

    def setup(self, code: str, number: int, seats: int) -> tuple[str, Setup]:
        """The game of a running round, and what it is determined by."""
        query = (
            "SELECT r.game, r.ruleset, r.options, r.rules_version, r.transcript, s.server_seed"
            " FROM games_round r JOIN games_roundsecret s ON s.round_id = r.id"
            " JOIN lobby_room room ON room.id = r.room_id WHERE room.code = ? AND r.number = ?"
        ).replace("?", self._mark)
        game, ruleset, options, version, transcript, seed = self._connection.execute(
            query, (code, number)
        ).fetchone()
        return game, Setup(
            ruleset=ruleset,
            options=json.loads(options) if isinstance(options, str) else options,
            seats=seats,
            shuffler=Seeded(fairness.round_seed(bytes(seed), transcript)),
            version=version,
        )

    def close(self) -> None:
        self._connection.close()


@dataclass
class Played:
    """A round played along."""

    number: int
    engine: Any
    setup: Setup
    state: Any
    version: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * SEATS)

    def choose(self, chance: Random) -> tuple[int, str]:
        """A seat that may act, and one of its moves, which is made here."""
        seat = self.engine.to_act(self.state)[0]
        word = self._choice(seat, chance) | {"round": self.number, "n": self.counts[seat]}
        self.state = self.engine.apply(self.state, self.engine.read_move(self.setup, seat, word))
        assert not isinstance(self.state, Refusal), (word, self.state)
        self.version += 1
        self.counts[seat] += 1
        return seat, json.dumps(word)

    def _choice(self, seat: SeatNo, chance: Random) -> dict[str, Any]:
        view = self.engine.view(self.state, seat)
        legal = [move for move in view.legal if move.do != "ask_count"]
        plays = getattr(view, "plays", ())
        which = chance.randrange(len(legal) + len(plays))
        if which < len(plays):
            return {"do": "play", "cards": list(codes(plays[which]))}
        word: dict[str, Any] = legal[which - len(plays)].as_json()
        if "max" in word:
            word["stake"] = chance.randint(word.pop("min"), word.pop("max"))
        return word

    @property
    def over(self) -> bool:
        return self.engine.outcome(self.state) is not None


class OurTable(Table):
    """A room of ours. `doors`: through which server each seat comes, in turn. `past`: rounds it has seen."""

    def __init__(
        self,
        people: list[dict[str, Any]],
        doors: list[Server],
        stored: Stored,
        *,
        form: str,
        past: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self.people, self.doors, self.stored, self.form = people, doors, stored, form
        self.code = people[0]["room"]
        self.chance = Random(seed)
        self.round = past

    async def come(self) -> None:
        for place, person in enumerate(self.people):
            await self.sit(self._url(place), person["cookie"])

    def _url(self, place: int) -> str:
        door = self.doors[place * len(self.doors) // SEATS % len(self.doors)]
        query = "?format=json" if self.form == "json" else ""
        return f"ws://127.0.0.1:{door.port}/ws/rooms/{self.code}/{query}"

    def hear(self, place: int, data: bytes) -> None:
        if data.startswith(b'{"type":"ping"'):
            self.wires[place].say(json.dumps({"pong": json.loads(data)["k"]}))
        elif data.startswith((b'{"type":"refused"', b'{"type":"bye"')):
            self.fail(data.decode())
        else:
            super().hear(place, data)

    def state_of(self, data: bytes) -> State | None:
        mark = MARK if data.startswith(b"<") else VIEW
        found = mark.search(data, 0, HEAD)
        return (int(found[1]), int(found[2])) if found else None

    async def play(self) -> None:
        while True:
            await self.play_out(await self.start())
            self.found.rounds += 1

    async def play_out(self, played: Played) -> None:
        while not played.over:
            await self.one_move(played)

    async def come_back(self) -> None:
        """All of them at the same time; until each has been told how the round stands."""
        self.wires = list(await asyncio.gather(*(self._come_back(place) for place in range(len(self._at)))))

    async def _come_back(self, place: int) -> Wire:
        told = asyncio.get_running_loop().create_future()

        def hear(data: bytes) -> None:
            if self.state_of(data) is not None and not told.done():
                told.set_result(None)

        wire = await Wire.open(self._url(place), hear, self.people[place]["cookie"])
        async with asyncio.timeout(PATIENCE):
            await told
        return wire

    async def start(self) -> Played:
        await self.pace.wait()
        self.round += 1
        await self.step(0, '{"room": "start"}', (self.round, 0))
        seats = min(SEATS, len(self.people))  # others only watch
        game, setup = self.stored.setup(self.code, self.round, seats)
        engine = registry.engine(game)
        return Played(self.round, engine, setup, engine.start(setup))

    async def one_move(self, played: Played) -> None:
        seat, text = played.choose(self.chance)
        await self.move(seat, text, (played.number, played.version))


# --- others' ------------------------------------------------------------------------------------


class ToyTable(Table):
    """The toy game: seat 0, 1, 2, 3, 0 … plays a card."""

    async def play(self) -> None:
        version = 0
        while True:
            await self.move(version % SEATS, self.word(version), (1, version + 1))
            version += 1

    def word(self, version: int) -> str:
        raise NotImplementedError


class BareTable(ToyTable):
    """A broadcaster that does nothing but send."""

    def __init__(self, port: int, name: str, viewers: int = SEATS) -> None:
        super().__init__()
        self.url, self.viewers = f"ws://127.0.0.1:{port}/{name}", viewers

    async def come(self) -> None:
        for _ in range(self.viewers):
            await self.sit(self.url)

    def state_of(self, data: bytes) -> State | None:
        return 1, int(data[len(b'{"version": ') : data.index(b",")])

    def word(self, version: int) -> str:
        return '{"do": "play", "card": 0}'


class BoardgameTable(ToyTable):
    """A match on boardgame.io, in the frames of its socket.io."""

    STATE: ClassVar = re.compile(rb'"_stateID":(\d+)')

    def __init__(self, port: int, name: str) -> None:
        super().__init__()
        self.name = name
        self.url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    async def come(self) -> None:
        for seat in range(SEATS):
            sync = json.dumps(["sync", self.name, str(seat), None, SEATS])
            await self.sit(self.url)
            await self.step(seat, "40/toy,", (0, 0))
            await self.step(seat, f"42/toy,{sync}", (1, 0))

    def hear(self, place: int, data: bytes) -> None:
        if data == b"2":
            self.wires[place].say("3")
        else:
            super().hear(place, data)

    def state_of(self, data: bytes) -> State | None:
        if data.startswith(b"40/toy,"):
            return 0, 0
        if data.startswith((b'42/toy,["update"', b'42/toy,["sync"')):
            found = self.STATE.search(data)
            return (1, int(found[1])) if found else None
        return None

    def word(self, version: int) -> str:
        seat = str(version % SEATS)
        move = {"type": "MAKE_MOVE", "payload": {"type": "play", "args": [], "playerID": seat}}
        return "42/toy," + json.dumps(["update", move, version, self.name, seat])
