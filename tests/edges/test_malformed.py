"""T28  Whatever is sent: no fault of ours, nothing changes, nobody learns of a card, and memory stays flat.

Twenty thousand frames, forms and addresses, and moves besides; with FULL=1 a hundred and fifty thousand.
"""

import asyncio
import logging
import os
import re
from pathlib import Path
from random import Random

import pytest
from django.contrib import admin
from django.db import connection
from django.urls import reverse
from websockets.exceptions import ConnectionClosed

from games.core.refusal import Refusal
from games.live.consumers import TableConsumer
from games.live.live_round import LiveRound
from games.live.writer import NotKeptError, Writer
from games.registry import GAMES
from games.rounds.reading import load_stored
from lobby.wire import socket
from lobby.wire.frames import encode
from lobby.wire.login import Login
from tests.edges.garbage import Garbage
from tests.edges.test_who_may_what import EMBLEMS, ROUTES, WORDS, addresses, rows
from tests.edges.world import CODE
from tests.test_shared_files import PLAYED

pytestmark = pytest.mark.slow

FULL = bool(os.environ.get("FULL"))
FRAMES, MOVES = (145_000, 40_000) if FULL else (18_200, 5_000)
FORGED = 5_000 if FULL else 2_000
FORMS, ADDRESSES = (2_600, 2_400) if FULL else (1_000, 800)
SOCKETS = 40  # of a real server: one person opens only so many a minute
MEMORY = 20 * 2**20  # bytes that may stay behind
BY_THE_WAY = ("django_session", "lobby_presence", "SAVEPOINT")


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Writes(list):
    """Statements that change something, but for who was here when."""

    def __call__(self, execute, sql, *told):
        if re.match(r"\s*(INSERT|UPDATE|DELETE|REPLACE|DROP|ALTER)\b", sql) and not any(
            table in sql for table in BY_THE_WAY
        ):
            self.append(sql)
        return execute(sql, *told)


@pytest.fixture
def writes(world):
    writes = Writes()
    with connection.execute_wrapper(writes):
        yield writes


@pytest.fixture
def faults():
    """What is logged as a fault of ours."""
    heard = []

    class Ear(logging.Handler):
        def emit(self, record):
            if not record.name.startswith("django.security"):  # where a question is refused
                heard.append(record.getMessage())

    ear = Ear(level=logging.ERROR)
    logging.getLogger().addHandler(ear)
    yield heard
    logging.getLogger().removeHandler(ear)


@pytest.fixture
def no_limits(monkeypatch):
    """Else the first sixty would be all that is read."""
    monkeypatch.setattr(socket.Strikes, "add", lambda strikes: False)
    monkeypatch.setattr("accounts.paces.Bucket.take", lambda bucket: True)


# --- frames -----------------------------------------------------------------------------------


class Wire:
    """A socket of a guest who only watches where only those who sit may speak; or of somebody else."""

    def __init__(self, world, *, json, who="guest"):
        self.told = []
        self.consumer = TableConsumer()
        query = b"format=json" if json else b""
        self.consumer.scope = {"type": "websocket", "query_string": query, "headers": []}
        self.consumer.base_send = self._send
        self.login = Login(user=world.people[who], session_key="", language="en", address=None)
        self.room = world.table.pk

    async def _send(self, message):
        self.told.append(message)

    async def hears(self, texts):
        await self.consumer._enter(self.room, self.login)
        for number, text in enumerate(texts):
            await self.consumer.receive(text_data=text)
            self.consumer.pump._closing = None  # too large a frame closes it
            if number % 100 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        self.consumer._is_gone()


@pytest.mark.parametrize("json", [True, False], ids=["json", "html"])
def test_frames_nobody_should_send(world, writes, faults, no_limits, json):
    """T28"""
    world.table.spectators_chat = False
    world.table.save(update_fields=["spectators_chat"])
    garbage, wire = Garbage(f"frames {json}"), Wire(world, json=json)
    said = [{"room": word, **fields} for word, fields in WORDS.items()]
    said += [{"do": "play", "cards": ["3D"], "round": 1, "n": 0}, {"pong": 7}, {"fair": "commit", "round": 1}]
    del writes[:]
    world.loop.run_until_complete(wire.hears(["{}"] * 200))
    before = resident()
    texts = (garbage.text(garbage.chance.choice(said)) for _ in range(FRAMES // 4))
    world.loop.run_until_complete(Wire(world, json=json).hears(texts))
    assert resident() - before < MEMORY
    assert faults == [] and writes == []
    for message in wire.told:
        assert message["type"] in ("websocket.accept", "websocket.send")
        assert not CODE.search(message.get("text", "")), message


@pytest.mark.parametrize("json", [True, False], ids=["json", "html"])
def test_frames_of_who_sits_there(world, writes, faults, no_limits, json):
    """Nothing that they may not do now moves the round, and they see no card of others'."""
    live = LiveRound(load_stored(world.running))
    seat = live.facts.seat_of(world.people["player"].pk)
    may, who = {move.do for move in live.view(seat).legal}, "player"
    garbage, wire = Garbage(f"seated {json}"), Wire(world, json=json, who=who)
    said = [
        {"do": do, "cards": ["3D"], "target": 0, "round": 1, "n": 0}
        for do in sorted({"play", "pass", "vote", "draw", "stand"} - may)
    ]
    texts = (garbage.text(garbage.chance.choice(said)) for _ in range(FRAMES // 4))
    moves = world.running.moves.count()
    world.loop.run_until_complete(wire.hears(texts))
    assert faults == [] and not [sql for sql in writes if "games_" in sql]
    assert world.running.moves.count() == moves
    seen = {code for message in wire.told for code in CODE.findall(message.get("text", ""))}
    assert seen == world.hands[who]


def test_moves_for_another_seat(world, faults, no_limits, monkeypatch):
    """T10  What all who sit there may do, with others' seats and names: each speaks for themselves alone."""
    heard = []

    async def keep(writer, entry):
        heard.append(entry.seat)
        raise NotKeptError

    monkeypatch.setattr(Writer, "keep", keep)
    live = LiveRound(load_stored(world.running))
    people = {who: person for who, person in world.people.items() if person and who != "banned"}
    seats = {who: live.facts.seat_of(person.pk) for who, person in people.items()}
    to_act = live.engine.to_act(live.state)
    words = [move.as_json() | {"round": 1, "n": 0} for seat in to_act for move in live.view(seat).legal]
    chance = Random("seats")
    for who, seat in seats.items():
        many = range(FORGED // len(seats))
        texts = [encode(chance.choice(words) | forged(chance, people, to_act)) for _ in many]
        world.loop.run_until_complete(Wire(world, json=True, who=who).hears(texts))
        assert heard == ([] if seat is None else [seat] * len(texts)), who
        heard.clear()
    assert faults == [] and len(to_act) > 1 and None in seats.values() and len({*seats.values()}) > 2


def forged(chance, people, seats):
    """As programs elsewhere call it whose move it is."""
    called = (
        "seat",
        "chair",
        "player",
        "player_id",
        "user",
        "user_id",
        "uid",
        "by",
        "as",
        "who",
        "name",
        "actor",
    )
    names = [person.get_username() for person in people.values()]
    ids = [person.pk for person in people.values()]
    said = [*seats, *map(str, seats), *ids, *names, True, None]
    return {key: chance.choice(said) for key in chance.sample(called, chance.randint(1, 4))}


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.engine.game)
def test_moves_nobody_should_make(game):
    """By whoever's turn it is, in any moment of a round: refused, or one that the rules allow."""
    engine, garbage = game.engine, Garbage(f"moves {game.engine.game}")
    rounds = [game.play(seed) for seed in range(8)]
    refused = 0
    for _ in range(MOVES // len(PLAYED)):
        played = garbage.chance.choice(rounds)
        state = garbage.chance.choice(played.states)
        seat = garbage.chance.choice(list(engine.to_act(state)) or played.seats)
        listed = game.listed(engine.view(state, seat)) or [{"do": "draw"}]
        before = encode(engine.view(state, seat).as_json())
        move = engine.read_move(played.setup, seat, garbage.spoilt(garbage.chance.choice(listed)))
        after = move if isinstance(move, Refusal) else engine.apply(state, move)
        refused += isinstance(after, Refusal)
        assert encode(engine.view(state, seat).as_json()) == before
    assert refused > MOVES // len(PLAYED) / 2
    assert len(PLAYED) == len(GAMES)


async def test_sockets_of_a_real_server(server):
    """However each ends, it is by no fault of ours, and the table plays on."""
    async with server.table(seats=2, spectators=1) as table:
        await table.start()
        before, garbage = table.moves, Garbage("sockets")
        for _ in range(SOCKETS):
            khach = await table.enter(2)
            for _ in range(12):
                try:
                    await khach.socket.send(spoken(garbage))
                except ConnectionClosed:
                    break
            await khach.socket.close()
            assert khach.socket.close_code not in (1002, 1011)
        assert table.moves == before
        assert not [text for text in table.people[2].texts if CODE.search(text)]
        assert await table.next_actor() is not None
    assert "Traceback" not in server.log


def spoken(garbage):
    text = garbage.text({"do": "draw", "round": 1, "n": 0}).encode("utf-8", "replace")
    return text if garbage.chance.random() < 0.2 else text.decode()


# --- forms and addresses ----------------------------------------------------------------------

FIELDS = {
    "/rooms/new/": [
        "game",
        "ruleset",
        "seats",
        "name",
        "visibility",
        "password",
        "turn_seconds",
        "spectators",
    ],
    "/practice/": ["game", "ruleset"],
    "/accounts/coach/": ["known", "stop", "again", "next"],
    "/rooms/{locked}/join/": ["password"],
    "/rooms/{locked}/sit/": ["name", "made", "password", "next"],
    "/rooms/{table}/play/": ["do", "round", "n", "cards", "target", "stake"],
    "/rooms/{table}/room/": ["room", "seat", "reason", "text", "player", "level", "ready", "options"],
    "/reports/new/": ["person", "reason", "text", "room", "line"],
    "/accounts/settings/": [
        "language",
        "theme",
        "motion",
        "deck",
        "avatar",
        "large_figures",
        "peel",
        "sound",
        "vibration",
        "keys",
    ],
    "/accounts/settings/quick/": ["language", "theme", "deck", "next"],
    "/accounts/keep/": ["username", "password1"],
    "/accounts/signup/": ["username", "password1", "email", "next"],
    "/accounts/login/": ["login", "password", "next", "remember"],
    "/accounts/sessions/": ["end"],
    "/accounts/guest/": ["next"],
    "/accounts/name/": ["username", "password"],
    "/accounts/close/": ["password", "username", "sure"],
    "/accounts/appeal/": ["text"],
    "/accounts/email/": ["email", "action_add", "action_remove", "action_send"],
    "/accounts/password/change/": ["oldpassword", "password1", "password2"],
    "/accounts/password/reset/": ["email"],
    "/accounts/mfa/webauthn/login/": ["credential"],
    "/accounts/mfa/authenticate/": ["code", "credential"],
    "/admin/search/": ["q", "reason", "before"],
    "/admin/games/round/{over}/whole/": ["reason", "apply"],
    "/admin/login/": ["username", "password", "next"],
}
STAFF = ["anonymous", "moderator", "admin", "superuser"]
OF_STAFF = ["action", "_selected_action", "select_across", "reason", "apply", "until", "status", "note"]


def holds(world, who, answer, address):
    """Not a fault of ours, and no card that is not theirs."""
    assert answer.status_code < 500, address
    if world.table.code in address and not answer.streaming:
        shown = set(re.findall(r'data-card="([^"]*)"', answer.content.decode()))
        assert shown <= world.hands.get(who, set()) | EMBLEMS, address


def test_forms_nobody_should_send(world, writes, faults):
    garbage = Garbage("forms")
    posts = [line[0] for line in rows(ROUTES) if set(line[2]) - {"m"}]
    office = [reverse(f"admin:{model._meta.db_table}_changelist") for model in admin.site._registry]
    for _ in range(FORMS):
        template = garbage.chance.choice([*posts, *FIELDS, *FIELDS, *office])
        staff = template.startswith("/admin/")
        who = garbage.chance.choice(STAFF if staff else ["anonymous", "guest", "player", "muted"])
        fields = FIELDS.get(template, OF_STAFF if staff else ["x", "next"])
        del writes[:]
        answer = world.asks(who, "POST", world.address(template), garbage.form(fields))
        holds(world, who, answer, world.address(template))
        if answer.status_code >= 400:
            assert writes == [], template
        if (onward := answer.headers.get("Location")) is not None:
            assert onward.startswith("/") and not onward.startswith("//"), (template, onward)
    assert faults == []


def test_addresses_nobody_should_ask_for(world, writes, faults):
    garbage = Garbage("addresses")
    known = [address for address in addresses(world) if "rules" not in address and "rounds" not in address]
    del writes[:]
    for _ in range(ADDRESSES):
        who = garbage.chance.choice(["anonymous", "player", "muted", "superuser"])
        address = garbage.address(known)
        holds(world, who, world.asks(who, "GET", address), address)
    assert faults == []
    assert not [sql for sql in writes if "accounts_modaction" not in sql]
