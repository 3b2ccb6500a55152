"""Every page and every state of the table, held still to be looked at, by the tests and by `make shots`.

async for scene in pages(server):
    ...  # scene.name, scene.path, scene.cookie
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.client import Player
from tests.server import Server, Table

CALM = 300  # seconds for a turn: longer than anybody looks
FAMILY = ("Cô Hạnh", "Minh Thư", "Bác Ba", "Dì Sáu", "Khoa", "Tí", "Văn", "Mei", "Ngoại", "Út Lan")
NAME_THEM = """
import json, secrets
from importlib import import_module
from django.conf import settings
from accounts.models import User
from lobby.models import Room
words = json.loads({words!r})
Room.objects.filter(code=words["room"]).update(name=words["name"])
for key, (name, avatar) in words["people"].items():
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = User.objects.get(pk=session["_auth_user_id"])
    for other in User.objects.filter(username=name).exclude(pk=user.pk):  # of an earlier picture
        other.username = secrets.token_hex(6)
        other.save()
    user.username, user.avatar = name, avatar
    user.save()
"""
ANIMALS = ("cat", "rooster", "tiger", "pig", "monkey", "rat", "dragon", "horse", "goat", "dog")


@dataclass(frozen=True, slots=True)
class Scene:
    name: str
    path: str
    cookie: str = ""
    status: int = 200
    table: bool = False
    ready: str = "h1"


async def pages(server: Server) -> AsyncIterator[Scene]:
    """Everything but the table. The first needs a server without rooms."""
    yield Scene("lobby-empty", "/lobby/")
    yield Scene("landing", "/")
    yield Scene("sign-up", "/accounts/signup/")
    yield Scene("log-in", "/accounts/login/")
    yield Scene("not-found-404", "/khong-co/", status=404)
    line = await seated(server, seats=4, name="Nhà Cô Hạnh")
    await seated(server, seats=3, name="Xóm Chùa", people=FAMILY[4:7])
    await seated(server, seats=2, name="Tối thứ Bảy", people=FAMILY[7:])
    cookie = line[0]["cookie"]
    yield Scene("lobby", "/lobby/", cookie)
    yield Scene("create-room", "/rooms/new/", cookie)
    yield Scene("settings", "/accounts/settings/", cookie)
    yield Scene("rules", "/rules/xidach/", cookie)
    yield Scene("not-for-you-403", "/accounts/reauthenticate/", cookie, status=403)


async def seated(
    server: Server, *, name: str = "Nhà Cô Hạnh", people: Sequence[str] = FAMILY, **wanted: Any
) -> list[dict[str, Any]]:
    """A table of people with names of their own."""
    options = {"turn_seconds": CALM} | wanted
    arguments = [
        f"--{key.replace('_', '-')}={value if isinstance(value, str) else json.dumps(value)}"
        for key, value in options.items()
    ]
    lines = await asyncio.to_thread(server.open_table, *arguments)
    sessions = [line["cookie"].partition("=")[2] for line in lines]
    faces = [(who, f"{ANIMALS[number]}-{number % 8 + 1}") for number, who in enumerate(people)]
    words = {"room": lines[0]["room"], "name": name, "people": dict(zip(sessions, faces, strict=False))}
    code = NAME_THEM.format(words=json.dumps(words))
    await asyncio.to_thread(server.manage, "shell", "-v0", "-c", code)
    return lines


Met = Callable[[Table], bool]


def players_turn(table: Table) -> bool:
    """Somebody has drawn, and a nhà con who could draw or stand is to act."""
    actor = next((p for p in table.players[1:] if p.may_act), None)
    return actor is not None and {"draw", "stand"} <= _verbs(actor)


def bankers_check(table: Table) -> bool:
    cai = table.players[0]
    return cai.may_act and "compare" in _verbs(cai)


def betting(table: Table) -> bool:
    return table.players[0].view["view"]["phase"] == "betting"


def over(table: Table) -> bool:
    return bool(table.players[0].view["view"].get("over"))


def _verbs(player: Player) -> set[str]:
    return {move["do"] for move in player.view["view"]["legal"]}


async def play_until(table: Table, met: Met, *, rounds: int = 30) -> None:
    """Careful moves, round after round, until the table stands as it should."""
    for _ in range(rounds):
        await table.start()
        while not met(table):
            actor = await table.next_actor()
            if actor is None:
                break
            await act(actor)
        if met(table):
            await table.until(lambda: not over(table) or table._over())
            return
        await table.until(lambda: table.people[0].room["status"] == "open")
    raise AssertionError(f"never came to {met.__name__}")


async def act(player: Player) -> None:
    """Draws under 16, stands from there on."""
    legal = player.view["view"]["legal"]
    wanted = [move for move in legal if move["do"] == ("draw" if worth(player) < 16 else "stand")]
    before = player.view
    choice = dict((wanted or legal)[0])
    if "max" in choice:
        choice["stake"] = Random(player.view["round"]).randint(choice.pop("min"), choice.pop("max"))
    await player.move(**choice)
    await player.until(lambda one: one.view is not before)


def worth(player: Player) -> int:
    view = player.view["view"]
    cards = next((seat["cards"] for seat in view["seats"] if seat["seat"] == view["you"]), [])
    return sum(11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)


STATES: list[tuple[str, Met, str]] = [
    ("players-turn", players_turn, "classic"),
    ("banker-checks", bankers_check, "classic"),
    ("betting", betting, "vipgame"),
    ("result", over, "classic"),
]


async def tables(server: Server, sizes: Sequence[int] = (4,)) -> AsyncIterator[Scene]:
    """The table in every state, with so many nhà con; from the chair it is about, and for who watches."""
    for players in sizes:
        for name, met, ruleset in STATES:
            stake = {"max_stake": 20} if ruleset == "vipgame" else {"stake": 10}
            opened = await seated(server, seats=players + 1, spectators=1, ruleset=ruleset, options=stake)
            table = Table(server, opened)
            try:
                await table.come()
                if name == "players-turn":
                    for scene in _of(table, "waiting", players, (0, -1)):
                        yield scene
                await play_until(table, met)
                for scene in _of(table, name, players, (_whose(table, name), -1)):
                    yield scene
            finally:
                await table.leave()


def _whose(table: Table, name: str) -> int:
    if name == "banker-checks":
        return 0
    return next((number for number, one in enumerate(table.players) if number and one.may_act), 1)


def _of(table: Table, name: str, players: int, viewers: Sequence[int]) -> list[Scene]:
    room = f"/rooms/{table.code}/"
    many = "" if players == 4 else f"-{players}"
    names = {0: name, -1: f"{name}-spectator"}
    return [
        Scene(
            names.get(viewer, name) + many,
            room,
            table.cookies[viewer],
            table=True,
            ready='#table[data-link="open"]',
        )
        for viewer in viewers
    ]
