"""Every page, held still to be looked at, by the tests and by `make shots`. Tables: see states.py.

async for scene in pages(server):
    ...  # scene.name, scene.path, scene.cookie
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.server import Server

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
SIX_WEEKS = """
from datetime import timedelta
from random import Random
from django.utils import timezone
from lobby.models import Room
from tests.pages.rated import rated_round
room, chance = Room.objects.get(code={room!r}), Random(8)
cai, *others = [seat.user for seat in room.seats.select_related("user")]
for ago in range(42, -1, -1):
    won = {{one: chance.randint(-20, 25) for one in others}}
    rated_round(room, {{cai: -sum(won.values())}} | won, at=timezone.now() - timedelta(days=ago))
"""
A_ROUND = """
from games.management.commands.demo import play_round
from lobby.models import Room
room = Room.objects.get(code={room!r})
play_round(room)
print(room.rounds.get(status="over").pk)
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
    yield Scene("leaderboard-empty", "/leaderboard/?game=rummy")
    line = await seated(server, seats=4, name="Nhà Cô Hạnh")
    await asyncio.to_thread(server.manage, "shell", "-v0", "-c", SIX_WEEKS.format(room=line[0]["room"]))
    others = await seated(server, seats=3, name="Xóm Chùa", people=FAMILY[4:7])
    code = A_ROUND.format(room=others[0]["room"])
    round_ = (await asyncio.to_thread(server.manage, "shell", "-v0", "-c", code)).strip()
    await seated(server, seats=2, name="Tối thứ Bảy", people=FAMILY[7:])
    cookie = line[0]["cookie"]
    yield Scene("invitation", f"/rooms/{line[0]['room']}/")
    yield Scene("lobby", "/lobby/", cookie)
    yield Scene("create-room", "/rooms/new/", cookie)
    yield Scene("settings", "/accounts/settings/", cookie)
    yield Scene("leaderboard", "/leaderboard/?game=xidach&period=all", cookie)
    yield Scene("leaderboard-stranger", "/leaderboard/?period=all")
    yield Scene("profile", f"/players/{FAMILY[0]}/", cookie)
    yield Scene("profile-empty", f"/players/{FAMILY[4]}/", cookie)
    yield Scene("round", f"/rounds/{round_}/", cookie)
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
