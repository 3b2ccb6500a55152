"""A player without a browser: one JSON socket at a table, every frame kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 20.0  # a busy machine answers late
Frame = dict[str, Any]


class Player:
    """Remembers the newest frame of each kind and everything it was ever sent."""

    def __init__(self, socket: ClientConnection, *, pongs: bool = True) -> None:
        self.socket = socket
        self.pongs = pongs  # False: one that has fallen asleep
        self.said: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.frames: list[Frame] = []
        self.told: list[Frame] = []  # all but pings, which come by the clock
        self.newest: dict[str, Frame] = {}
        self.closed: int | None = None
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def at(cls, base: str, room: str, cookie: str, *, pongs: bool = True, **headers: str) -> Player:
        url = f"{base.replace('http', 'ws')}/ws/rooms/{room}/?format=json"
        headers = {"Cookie": cookie, **headers}
        return cls(await connect(url, additional_headers=headers, compression=None), pongs=pongs)

    async def _read(self) -> None:
        try:
            with contextlib.suppress(ConnectionClosed):
                await self._keep()
        finally:
            async with self._news:
                self.closed = self.socket.close_code
                self._news.notify_all()

    async def _keep(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            frame = json.loads(text)
            async with self._news:
                self.texts.append(text)
                self.frames.append(frame)
                if frame["type"] != "ping":
                    self.told.append(frame)
                self.newest[frame["type"]] = frame
                self._news.notify_all()
            if frame["type"] == "ping" and self.pongs:
                await self.say(pong=frame["k"])

    # --- saying ----------------------------------------------------------------------------

    async def say(self, **word: Any) -> None:
        self.said.append(word)
        await self.socket.send(json.dumps(word))

    async def move(self, do: str, **parameters: Any) -> None:
        """A move with the round and n that the newest view gave, unless others are given."""
        await self.say(**{"do": do, "round": self.view["round"], "n": self.view["n"], **parameters})

    async def act(self, chance: Random, among: Sequence[dict[str, Any]] = ()) -> None:
        """One random legal move, of these if any are given, and a view in which it counts."""
        before = self.view
        choice = dict(chance.choice(among or self.choices))
        if "max" in choice:
            choice["stake"] = chance.randint(choice.pop("min"), choice.pop("max"))
        await self.move(**choice)
        await self.until(lambda p: (p.view["round"], p.view["n"]) != (before["round"], before["n"]))

    @property
    def choices(self) -> list[dict[str, Any]]:
        """The moves that bring the round on: asking for a count only passes the time."""
        view = self.view["view"]
        plays = [{"do": "play", "cards": cards} for cards in view.get("plays", ())]
        return plays + [move for move in view["legal"] if move["do"] != "ask_count"]

    async def keep_playing(self, chance: Random) -> None:
        """Round after round, and the owner starts the next, until the socket is gone."""
        with contextlib.suppress(ConnectionClosed, AssertionError):
            while True:
                await self.until(lambda p: p.may_act or p.may_start, 60)
                if self.may_act:
                    await self.act(chance)
                else:
                    coming = self.room["next"]
                    await self.say(room="start")
                    await self.until(lambda p, n=coming: p.room["next"] != n)

    async def refused(self, code: str, **word: Any) -> Frame:
        """Say this; it is refused for this reason."""
        told = len(self.frames)
        await self.say(**word)
        frame = await self.until(lambda p: next((f for f in p.frames[told:] if f["type"] == "refused"), None))
        assert frame["code"] == code, frame
        return frame

    # --- hearing ---------------------------------------------------------------------------

    async def until(self, met: Callable[[Player], Any], seconds: float = PATIENCE) -> Any:
        """Wait until it is so; what it answers."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: met(self) or self.closed is not None)
        if not met(self):
            raise AssertionError(f"closed with {self.closed} before it came: {self.frames[-3:]}")
        return met(self)

    async def until_frame(self, kind: str, seconds: float = PATIENCE, **facts: Any) -> Frame:
        """The newest frame of this kind, once it says this."""

        def said(player: Player) -> Frame | None:
            frame = player.newest.get(kind)
            return frame if frame and all(frame.get(k) == v for k, v in facts.items()) else None

        return await self.until(said, seconds)

    async def until_round(self, number: int, seconds: float = PATIENCE) -> Frame:
        """The first view of this round, or a later one."""
        return await self.until(
            lambda player: "view" in player.newest and player.view["round"] >= number and player.view, seconds
        )

    async def until_closed(self, seconds: float = PATIENCE) -> tuple[int | None, str | None]:
        """The close code, and the reason in the `bye` before it."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: self.closed is not None)
        return self.closed, self.newest.get("bye", {}).get("reason")

    def forget(self, kind: str) -> None:
        self.newest.pop(kind, None)

    @property
    def view(self) -> Frame:
        return self.newest["view"]

    @property
    def reached(self) -> tuple[int, int]:
        """Round and version of the newest view; before everything where there is none yet."""
        return (self.view["round"], self.view["version"]) if "view" in self.newest else (0, -1)

    @property
    def room(self) -> Frame:
        return self.newest["room"]

    @property
    def may_act(self) -> bool:
        view = self.newest.get("view")
        return bool(
            view and view["view"]["you"] is not None and view["view"]["you"] in view["view"]["to_act"]
        )

    @property
    def may_start(self) -> bool:
        room = self.newest.get("room")
        return bool(room and room["you"] is not None and room["you"] == room["owner"] and room["next"])

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)


class Page:
    """A browser's socket at a table, read and never rendered: every frame kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def at(cls, base: str, room: str, cookie: str) -> Page:
        url = f"{base.replace('http', 'ws')}/ws/rooms/{room}/"
        return cls(await connect(url, additional_headers={"Cookie": cookie}, compression=None))

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self._keep()

    async def _keep(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if text.startswith('{"type":"ping"'):
                await self.socket.send(json.dumps({"pong": json.loads(text)["k"]}))
            else:
                self.texts.append(text)

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)
