"""A table of the real site, in this process, at which one round can be played again and again: the same
people, numbers and times, and all that anybody is told is noted. What is done there is undone afterwards.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest import mock

from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from structlog.stdlib import ProcessorFormatter

from accounts import export, middleware
from accounts.groups import MODERATORS
from accounts.models import Report, User
from accounts.services import MadeUp, make_guest
from games.live import dues, writer
from games.live.consumers import TableConsumer
from games.live.hall import Hall, hall
from games.live.speaker import frames_of
from games.rounds import reading
from games.rounds.models import Move, Round, RoundSecret
from games.rounds.reading import load_stored
from games.rounds.services import start_round, starts
from games.table import without_socket
from lobby import services, sitting
from lobby.attendance import attendance
from lobby.consumers import LobbyConsumer
from lobby.live_list import live_list
from lobby.refusals import Refusal
from lobby.wire import crowd, threads
from tests.edges.test_who_may_what import ROUTES, rows
from tests.edges.world import AtOnce
from tests.games.promise import Game
from tests.pages.test_admin import addresses
from tests.twins.deals import Dealt, Twins

PASSWORD = "xì dách tối thứ bảy"
AT = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
SEATED = ("Cái", "An", "Bình", "Chi", "Dung", "Em", "Gia", "Hoa")
LANGUAGES = ("vi", "en", "zh-hans")
WATCHES, LEFT, MODERATOR, ADMIN, STRANGER = "khách", "Cũ", "Minh", "Chủ", "người lạ"
METRICS = "/metrics"
SEED_THERE = bytes.fromhex("cafe" * 16)

# What differs by itself. All else is the same: the clocks stand still between two moves, and rooms, people,
# rounds, log-ins and the commitment to the seed have been there before either world begins.
CSRF = re.compile(r"(csrfmiddlewaretoken\W+value=\W)\w{64}")  # masked anew for each page
LOGGED_AT = re.compile(r'"timestamp": "[^"]*"')
CLOCK = re.compile(r'(data-now=)"[^"]*"')  # of the server, on the page
OF_PYTHON = re.compile(r"(?m)^(# \w+ )?(python|process)_.*\n")  # its memory, among the numbers of the site

Told = dict[tuple[str, str], list[str]]  # who, by which channel: what, in its order


# --- the house --------------------------------------------------------------------------------


@contextmanager
def a_house(monkeypatch) -> Iterator[House]:
    """As if a server ran in this process; it moves when it is told to."""
    house = House(asyncio.new_event_loop())
    monkeypatch.setattr(threads, "_threads", AtOnce())
    monkeypatch.setattr(writer.Writer, "_kept", _kept_at_once)
    monkeypatch.setattr(Hall, "ask", lambda _hall, work: house.loop.run_until_complete(work))
    monkeypatch.setattr(Hall, "seen_by", lambda it, *who: house.loop.run_until_complete(it._seen_by(*who)))
    monkeypatch.setattr(dues.Dues, "act", _nobody_is_due)
    monkeypatch.setattr(Hall, "_miss", _nobody_is_missed)
    monkeypatch.setattr("django.utils.timezone.now", lambda: house.now)
    monkeypatch.setattr("time.time", lambda: house.now.timestamp())
    for place in (starts, reading):
        monkeypatch.setattr(place, "Seeded", lambda _seed: house.shuffler)
    monkeypatch.setattr(dues, "_chance", house.chance)
    monkeypatch.setattr(sitting, "made_up", lambda: MadeUp("Khách Mèo 123", "cat-1"))
    yield house
    house.loop.close()


async def _kept_at_once(_writer, entry):
    (answer,) = AtOnce().submit(partial(writer.write, [entry])).result()
    if isinstance(answer, Exception):
        raise answer
    return answer


async def _nobody_is_due(_dues):
    """The clock of this house stands still."""


def _nobody_is_missed(_hall, *_who):
    """Nor does a slow machine keep anybody away for longer in one world."""


@dataclass
class House:
    loop: asyncio.AbstractEventLoop
    now: datetime = AT
    shuffler: Dealt = field(default_factory=lambda: Dealt(seed=bytes(32)))  # of this world
    chance: Random = field(default_factory=Random)  # of pauses and bots

    def as_if_just_started(self):
        """Nothing of another world is remembered."""
        self.now = AT
        self.chance.seed(1)
        self.forget_haste()
        attendance.clear()
        hall.hubs.clear()
        hall.people.clear()
        live_list.__init__()
        for kept in _caches():
            kept.cache_clear()
        done = self.loop.create_future()
        done.set_result(None)
        hall._waking = done

    def forget_haste(self):
        cache.clear()
        for pace in (middleware.pages, middleware.records, middleware.strangers, without_socket.polls):
            pace.clear()
        for each in (crowd.people, crowd.strangers):
            each.openings.clear()
        hall.limits.clear()

    def settle(self):
        """Until everybody was told what there is to tell."""

        async def soon():
            for _ in range(30):
                await asyncio.sleep(0)

        self.loop.run_until_complete(soon())

    def close_sockets(self):
        async def end():
            here = asyncio.current_task()
            left = [task for task in asyncio.all_tasks() if task is not here]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        self.loop.run_until_complete(end())
        for hub in hall.hubs.values():
            hub.close()


def _caches():
    """Everything of ours that remembers what it answered."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("games", "lobby", "accounts") and "registry" not in name:
            yield from (one for one in list(vars(module).values()) if hasattr(one, "cache_clear"))


# --- the table --------------------------------------------------------------------------------


class Table:
    """A room where everybody sits, and who else has to do with it. Made once for all worlds."""

    def __init__(self, game: Game, ruleset: str, options: dict[str, Any] | None = None):
        self.game, engine = game, game.engine
        seats = min(4, engine.seats[-1])
        self.people = {name: User.objects.create_user(name, password=PASSWORD) for name in SEATED[:seats]}
        for name in (LEFT, MODERATOR, ADMIN):
            self.people[name] = User.objects.create_user(name, password=PASSWORD)
        self.people[WATCHES] = make_guest()
        owner = self.people[SEATED[0]]
        self.room = _done(services.create_room(
            by=owner, game=engine.game, ruleset=ruleset, seats=seats, options=options, name="Tối thứ bảy"
        ))  # fmt: skip
        _done(services.sit(room_id=self.room.pk, by=self.people[LEFT], seat=1))
        _done(services.stand_up(room_id=self.room.pk, by=self.people[LEFT]))
        for chair, name in enumerate(SEATED[:seats]):
            self._sits(chair, name, bot=chair == 3)
        self._give_rights()
        self.stored, self.browsers = self._as_it_begins(), {}
        for n, (name, person) in enumerate(self.people.items()):
            self.browsers[name] = self._browser(LANGUAGES[n % 3])
            self.browsers[name].force_login(person)
        self.browsers[STRANGER] = self._browser("vi")

    def _sits(self, chair: int, name: str, *, bot: bool):
        room_id, owner = self.room.pk, self.people[SEATED[0]]
        if bot:
            _done(services.add_bot(room_id=room_id, by=owner, seat=chair, level=self.game.engine.levels[0]))
            return
        if chair:
            _done(services.sit(room_id=room_id, by=self.people[name], seat=chair))
        _done(services.set_ready(room_id=room_id, by=self.people[name], ready=True))

    def _give_rights(self):
        User.objects.filter(username=ADMIN).update(is_staff=True, is_superuser=True)
        User.objects.filter(username=MODERATOR).update(is_staff=True)
        self.people[MODERATOR].groups.add(Group.objects.get(name=MODERATORS))
        self.people |= {name: User.objects.get(pk=person.pk) for name, person in self.people.items()}

    def _as_it_begins(self):
        """The round to come, as it is recorded once it has begun."""
        with transaction.atomic():
            round_ = _done(start_round(room_id=self.room.pk, by=self.people[SEATED[0]]))
            stored = load_stored(round_)
            transaction.set_rollback(True)
        return stored

    def _browser(self, language: str) -> Client:
        browser = Client(headers={"accept-language": language}, raise_request_exception=False)
        browser.cookies["csrftoken"] = "c" * 32
        return browser

    def name_of(self, seat: int) -> str | None:
        """None: a bot."""
        player = self.stored.facts.players[seat]
        return None if player.bot_level else player.name

    def alike(self, twins: Twins) -> list[str]:
        """All whom both worlds should show the same."""
        seats = [self.name_of(seat) for seat in sorted(one for one in twins.alike if one is not None)]
        return [*filter(None, seats), WATCHES, LEFT]


def _done(outcome: Any) -> Any:
    assert not isinstance(outcome, Refusal), outcome
    return outcome


# --- one world --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Looks:
    """How closely everybody looks. Each channel costs its time."""

    pages: int = 2  # and polls, at so many moments, the last among them
    tries: int = 1  # at so many moments wrong moves are made
    everywhere: bool = True  # once, all pages that speak of the table, the export, the lobby
    admin: bool = True
    every_admin_page: bool = False
    faults: bool = True


def world(house: House, table: Table, twins: Twins, *, there: bool, looks: Looks) -> Told:
    """The round as it is played in one of the two worlds, and everything that was told meanwhile."""
    house.as_if_just_started()
    house.shuffler = (twins.there if there else twins.setup).shuffler
    kept = {name: browser.cookies.copy() for name, browser in table.browsers.items()}
    with transaction.atomic(), _log() as log:
        if there:
            coming = Round.objects.get(room=table.room, status=Round.Status.NEXT)
            RoundSecret.objects.filter(round=coming).update(server_seed=SEED_THERE)
        night = Night(house, table, twins, looks)
        try:
            night.play()
        finally:
            house.close_sockets()
            for name, browser in table.browsers.items():
                browser.cookies = kept[name]
            transaction.set_rollback(True)
        night.told["the house", "log"] = LOGGED_AT.sub("", log.getvalue()).splitlines()
    return dict(night.told)


@contextmanager
def _log():
    """Everything that is logged, down to DEBUG, as the site writes it; and nowhere else."""
    root = logging.getLogger()
    ours = next(one for one in root.handlers if isinstance(one.formatter, ProcessorFormatter))
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(ours.formatter)
    before = root.level, root.handlers
    root.handlers = [handler]
    root.setLevel(logging.DEBUG)
    try:
        yield handler.stream
    finally:
        root.handlers = before[1]
        root.setLevel(before[0])


class Night:
    def __init__(self, house: House, table: Table, twins: Twins, looks: Looks):
        self.house, self.table, self.twins, self.looks = house, table, twins, looks
        self.told: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        self.alike = table.alike(twins)
        self.lines: dict[tuple[str, str], Line] = {}
        last = len(twins.moves)
        self.page_at = {last - last * n // max(looks.pages, 1) for n in range(looks.pages)}
        self.try_at = {last - last * n // max(looks.tries, 1) for n in range(looks.tries)}

    def play(self):
        table = self.table
        seated = [name for name in map(table.name_of, range(self.twins.setup.seats)) if name]
        for name in (*seated, WATCHES, LEFT):
            for how in ("html", "json"):
                self.lines[name, how] = self._comes(name, how, how)
        self.house.settle()
        self.lines[SEATED[0], "json"].say(room="start")
        self.house.settle()
        self.live = hall.hubs[table.room.pk].round
        assert self.live is not None and self.live.version == 0
        self._look(0)
        for step, word in enumerate(self.twins.words):
            self._move(step, word)
            self._look(step + 1)
        self._at_the_end()

    def _comes(self, name: str, how: str, channel: str) -> Line:
        browser, said = self.table.browsers[name], self.told[name, channel]
        query = b"format=json" if how == "json" else b""
        return Line(self.house, TableConsumer, browser, query, said, code=self.table.room.code)

    def _move(self, step: int, word: dict[str, Any]):
        self.house.now += timedelta(seconds=3)
        self._steps_on(step)
        name, hub = self.table.name_of(word["seat"]), hall.hubs[self.table.room.pk]
        if name is None:
            self.house.loop.run_until_complete(_bot_moves(hub, word))
        else:
            said = {key: value for key, value in word.items() if key != "seat"}
            self.lines[name, "json"].say(**said, **self._stamp(word["seat"]))
        self.house.settle()
        assert self.live.version == step + 1, f"{word} was not taken"

    def _stamp(self, seat: int) -> dict[str, int]:
        return {"round": self.live.facts.number, "n": self.live.counts[seat]}

    def _steps_on(self, step: int):
        """So that what came too early or too late is another."""
        for said in self.told.values():
            said.append(f"--- {step}")

    def _look(self, step: int):
        self.house.forget_haste()
        self._note("the house", "clock", repr(sorted(hall.hubs[self.table.room.pk].dues._dues.items())))
        self._bots_choose()
        if step in self.page_at:
            for name in self.alike:
                self._asks(name, "poll", "GET", self._address("zones/"))
                self._asks(name, "page", "GET", self._address(""))
        if step in self.try_at:
            self._try_in_vain(step)

    def _bots_choose(self):
        """What the house would play for whoever is to act, were they a bot."""
        hub = hall.hubs[self.table.room.pk]
        for seat in self.live.to_act:
            for level in self.live.engine.levels if seat in self.twins.alike else ():
                self.house.chance.seed(seat)
                self._note(f"seat {seat}", "bot", repr(hub.dues._choice(self.live, seat, level)))

    def _try_in_vain(self, step: int):
        """Each who sees the same tries the same; over both sockets and by a form."""
        for seat in sorted(one for one in self.twins.alike if one is not None):
            name = self.table.name_of(seat)
            words = self.twins.refused(seat, step, Random(step)) if name else []
            for word in words:
                self._tries(name, {"do": ""} | word | self._stamp(seat))
            if name:
                self._tries(name, {"do": "draw", "round": self.live.facts.number, "n": 999})
        self._tries(WATCHES, {"do": "draw", "round": self.live.facts.number, "n": 0})

    def _tries(self, name: str, word: dict[str, Any]):
        step = self.live.version
        self.house.forget_haste()
        for how in ("html", "json"):
            line = self.lines[name, how]
            line.in_no_hurry()
            line.say(**word)
        self.house.settle()
        fields = {key: value for key, value in word.items() if not isinstance(value, dict)}
        self._asks(name, "refusal", "POST", self._address("play/"), fields, {"HX-Request": "true"})
        self._asks(name, "refusal", "POST", self._address("play/"), fields)  # told on the next page
        assert self.live.version == step, f"{word} was taken"

    # --- all that there is to read ---------------------------------------------------------

    def _at_the_end(self):
        for name in self.alike:
            for how in ("html", "json"):
                self._comes(name, how, f"{how}, late")
        self.house.settle()
        if self.looks.everywhere:
            self._everywhere()
        if self.looks.admin:
            self._admin()
        if self.looks.faults:
            self._faults()

    def _address(self, page: str) -> str:
        return f"/rooms/{self.table.room.code}/{page}"

    def _everywhere(self):
        """Every address of this table and its round, and where else they are spoken of."""
        kept = {"table": self.table.room.code, "running": self.live.facts.id}
        pages = [row[0].format(**kept) for row in rows(ROUTES) if re.search("{(table|running)}", row[0])]
        pages += [self._address("?still"), f"/players/{SEATED[0]}/", "/lobby/", "/leaderboard/", METRICS]
        pages.append(f"/reports/new/?room={self.table.room.code}")
        for name in dict.fromkeys((self.alike[0], WATCHES, STRANGER)):
            for page in pages:
                self._asks(name, "page", "GET", page)
        with zipfile.ZipFile(
            io.BytesIO(b"".join(export.pieces(self.table.people[self.alike[0]], "")))
        ) as file:
            for part in file.namelist():
                self._note(self.alike[0], "export", file.read(part).decode())
        for how, query in (("html", b"window=20"), ("json", b"format=json")):
            said = self.told[STRANGER, f"lobby, {how}"]
            Line(self.house, LobbyConsumer, self.table.browsers[STRANGER], query, said)
        self.house.settle()

    def _admin(self):
        """After somebody reported a player, in mid-round."""
        about, code = SEATED[1], self.table.room.code
        report = {"person": about, "room": code, "reason": "cheating", "text": "đánh tráo bài"}
        self._asks(WATCHES, "page", "POST", reverse("report_new"), report)
        assert Report.objects.filter(round=self.live.facts.id).exists()
        for page in self._pages_of_the_office():
            self._asks(ADMIN, "admin", "GET", page)
        for page in (
            reverse("admin:accounts_report_change", args=[Report.objects.get().pk]),
            self._address(""),
        ):
            self._asks(MODERATOR, "admin", "GET", page)

    def _pages_of_the_office(self) -> list[str]:
        if self.looks.every_admin_page:
            return list(addresses())
        lists = ["games_round", "games_move", "lobby_room", "lobby_roomevent", "accounts_report"]
        pages = [reverse("admin:index"), *(reverse(f"admin:{name}_changelist") for name in lists)]
        moves = [reverse("admin:games_move_changelist") + f"?o={column}" for column in range(1, 6)]
        keys = {"games_round": self.live.facts.id, "lobby_room": self.table.room.pk,
                "games_move": Move.objects.latest("pk").pk, "accounts_report": Report.objects.get().pk,
                "accounts_user": self.table.people[SEATED[1]].pk}  # fmt: skip
        pages += [reverse(f"admin:{name}_change", args=[key]) for name, key in keys.items()]
        return [*pages, *moves, reverse("admin:games_round_whole", args=[self.live.facts.id])]

    def _faults(self):
        """Something of ours breaks, with all that it knew in its words: what is told of it, and to whom."""
        fault = Fault(self.live)
        for broken in ("games.table.views._table", "games.table.without_socket._told"):
            with mock.patch(broken, fault):
                self._asks_what_is_broken()
        for broken in ("view", "judge", "zones"):
            with mock.patch.object(self.live, broken, fault):
                self.live._zones.clear()
                self.live._texts.clear()
                self._asks_what_is_broken()

    def _asks_what_is_broken(self):
        hub, name = hall.hubs[self.table.room.pk], self.alike[0]
        seat = self.live.facts.seat_of(self.table.people[name].pk)
        for one in dict.fromkeys((name, WATCHES)):
            self._asks(one, "page", "GET", self._address(""))
            self._asks(one, "poll", "GET", self._address("zones/"))
            self.lines[one, "json"].consumer.pump.voice.repeat()
        hub.dues._choice(self.live, 0, self.live.engine.levels[0])
        hub.wake()
        self.house.settle()
        if seat is not None:
            self._tries(name, {"do": "", **self._stamp(seat)})
        hub.pauses.end()

    # --- what is noted ---------------------------------------------------------------------

    def _asks(self, name: str, channel: str, method: str, address: str, data=None, headers=None):
        self.house.forget_haste()
        ask = getattr(self.table.browsers[name], method.lower())
        answer = ask(address, data, headers=headers or {})
        headers = {} if address == METRICS else answer.headers  # it has a length
        told = f"{address} {answer.status_code} {sorted(headers.items())}\n{_text_of(answer)}"
        self._note(name, channel, _same_for_all_worlds(told))

    def _note(self, name: str, channel: str, text: str):
        self.told[name, channel].append(text)


def _same_for_all_worlds(text: str) -> str:
    return OF_PYTHON.sub("", CLOCK.sub(r"\1", CSRF.sub(r"\1", text)))


def _text_of(answer) -> str:
    return (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()


async def _bot_moves(hub, word):
    async with hub.lock:
        said = {key: value for key, value in word.items() if key != "seat"}
        assert await hub.make_move(hub.round, word["seat"], said, by=Move.By.BOT) is None


class Fault:
    """Raises all that a round knows, whatever it is asked."""

    def __init__(self, live):
        self.live = live

    def __call__(self, *_args, **_kwargs):
        raise ValueError(f"{self.live.state} {self.live.setup.shuffler.deal(self.live.engine.pack, 0)}")


class Line:
    """A socket, from the side of who holds it."""

    def __init__(self, house: House, consumer, browser: Client, query: bytes, told: list[str], **route):
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        cookies = "; ".join(f"{key}={morsel.value}" for key, morsel in browser.cookies.items())
        language = browser.defaults["HTTP_ACCEPT_LANGUAGE"]
        self.told, self.consumer = told, consumer()
        self.scope = {
            "type": "websocket", "path": "/ws/", "query_string": query, "client": ("127.0.0.1", 1),
            "headers": [(b"cookie", cookies.encode()), (b"accept-language", language.encode())],
            "url_route": {"kwargs": route},
        }  # fmt: skip
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = house.loop.create_task(self.consumer(self.scope, self.inbox.get, self._hears))

    async def _hears(self, message):
        self.told.append(message.get("text") or repr(message))

    def say(self, **frame):
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    def in_no_hurry(self):
        """As if the last word were long ago."""
        limits, patient = self.consumer.speaker.limits, type(self.consumer.refusals)
        limits.frames.left = limits.frames.size
        frames_of.clear()
        self.consumer.refusals, self.consumer.malformed = patient(61, 10), patient(3, 60)
