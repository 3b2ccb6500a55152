"""Every limit, at two processes of one site: who asks now at the one, now at the other, gets no more.

Where a limit is high, this process is a third one, which was asked often enough before.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from itertools import count, cycle
from random import randrange
from typing import Any
from urllib.parse import urlencode

import pytest
from allauth.core.internal.ratelimit import consume
from django.test import RequestFactory, override_settings
from django.utils import translation
from django.utils.translation import gettext
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from accounts import limits, middleware
from accounts.rates import FROM_AN_ADDRESS
from accounts.reports.views import OF_A_PERSON as REPORTS
from games.live.speaker import frames_of
from lobby.services.rooms import GUESSES, OPEN_ROOMS
from lobby.wire import crowd
from tests.server import CSRF, Houses, Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.redis,
    pytest.mark.postgres,
    pytest.mark.xdist_group("processes"),
]
SITE = "https://localhost"
TOO_OFTEN = "Too many requests from here. Wait a minute, then try again."
WRONG = "Too many wrong tries. Wait a minute, then try again."
NOT_SO_FAST = "Not so fast. Please wait a moment."
LANGUAGES = ("vi", "en", "zh-hans")
_addresses = (f"203.0.{randrange(1, 255)}.{number}" for number in count(1))


@pytest.fixture(scope="module")
def pair(houses: Houses, database: str, redis_url: str) -> Iterator[tuple[Server, Server]]:
    where = {"DATABASE_URL": database, "REDIS_URL": redis_url, "SITE_URL": SITE, "SECRET_KEY": "k" * 50}
    first, second = (houses.new(kind="uvicorn", **where) for _ in range(2))
    first.manage("migrate")
    yield first.start(), second.start()
    first.stop()
    second.stop()


@pytest.fixture
def third(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process counts where the two do, by the clock they have."""
    monkeypatch.setattr(limits, "time", time.time)
    shared = {"default": {"BACKEND": "config.cache.OpenCache", "LOCATION": redis_url}}
    with override_settings(CACHES=shared):
        yield


@dataclass
class Answer:
    status: int
    body: str


@dataclass
class Visitor:
    """Somebody at an address of their own, who comes by the proxy to either process."""

    pair: tuple[Server, Server]
    language: str = "en"
    address: str = field(default_factory=lambda: next(_addresses))
    cookies: SimpleCookie = field(default_factory=lambda: SimpleCookie(f"__Host-csrftoken={CSRF}"))
    lines: dict[int, HTTPConnection] = field(default_factory=dict)
    pk: int = 0

    def asks(
        self, at: int, path: str, method: str = "GET", *, accept: str = "text/html", **said: str
    ) -> Answer:
        line = self.lines.setdefault(at, HTTPConnection("127.0.0.1", self.pair[at].port, timeout=20))
        headers = self.headers | {"Accept": accept, "Content-Type": "application/x-www-form-urlencoded"}
        if accept != "text/html":
            headers["HX-Request"] = "true"
        line.request(method, path, urlencode(said) if method == "POST" else None, headers)
        answer = line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        body = answer.read().decode(errors="replace")
        if answer.headers.get("Content-Type", "") == "application/json" and '"frames"' in body:
            body = "".join(json.loads(body)["frames"])
        return Answer(answer.status, body + answer.headers.get("Location", ""))

    @property
    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self.cookies.items())
        return {
            "Host": "localhost", "Origin": SITE, "X-Forwarded-Proto": "https", "X-Real-IP": self.address,
            "X-CSRFToken": self.cookies["__Host-csrftoken"].value, "Cookie": cookies,
            "Accept-Language": self.language,
        }  # fmt: skip

    def posts(self, at: int, path: str, **said: Any) -> Answer:
        return self.asks(at, path, "POST", **said)

    def comes_in(self) -> "Visitor":
        assert self.posts(0, "/accounts/guest/").status == 302
        self.pk = int(self.pair[0].rows("SELECT max(id) FROM accounts_user")[0][0])
        return self

    def opens(self, at: int = 0, **wanted: str) -> str:
        answer = self.posts(at, "/rooms/new/", **ROOM | wanted)
        assert answer.status == 302, answer
        return answer.body.rstrip("/").rsplit("/", 1)[-1]


ROOM = {"game": "xidach", "seats": "2", "turn_seconds": "30", "visibility": "public", "bots": "0"}
Asked = Callable[[int], Answer]


@dataclass(frozen=True, kw_only=True)
class Limit:
    """`asks` gets a visitor ready and gives what they do at a process, again and again."""

    name: str
    most: int
    asks: Callable[[Visitor], Asked]
    before: Callable[[Visitor], int] = lambda visitor: 0  # what the third process has let through already
    a_second: float = 0
    unknown: int = 0  # what a process may let through before it hears of the other
    status: int = 429
    said: str | None = TOO_OFTEN


def a_stranger(path: str, method: str = "GET", **said: str) -> Callable[[Visitor], Asked]:
    return lambda visitor: lambda at: visitor.asks(at, path, method, **said)


def a_guest(path: str, method: str = "GET", **said: str) -> Callable[[Visitor], Asked]:
    return lambda visitor: a_stranger(path, method, **said)(visitor.comes_in())


def at_a_table(path: str, method: str = "GET", **said: str) -> Callable[[Visitor], Asked]:
    def ready(visitor: Visitor) -> Asked:
        address = f"/rooms/{visitor.comes_in().opens()}/{path}"
        lines = count()
        return lambda at: visitor.asks(
            at, address, method, accept="*/*", **{k: v.format(next(lines)) for k, v in said.items()}
        )

    return ready


def new_each_time(visitor: Visitor) -> Asked:
    """Each of them a stranger to begin with."""
    return lambda at: replace(
        visitor, cookies=SimpleCookie(f"__Host-csrftoken={CSRF}"), lines=visitor.lines
    ).posts(at, "/accounts/guest/")


def taps_on_a_game(visitor: Visitor) -> Asked:
    """Each of them a stranger to begin with."""
    return lambda at: replace(
        visitor, cookies=SimpleCookie(f"__Host-csrftoken={CSRF}"), lines=visitor.lines
    ).posts(at, "/practice/", game="xidach")


def at_a_door(visitor: Visitor) -> Asked:
    code = (
        replace(visitor, cookies=SimpleCookie(visitor.cookies.output(header="")))
        .comes_in()
        .opens(visibility="password", password="bánh chưng")
    )
    return a_guest(f"/rooms/{code}/join/", "POST", password="bánh giầy")(visitor)


def wrong_passwords(visitor: Visitor) -> Asked:
    name = f"Người {visitor.address.replace('.', '')}"
    return a_stranger("/accounts/login/", "POST", login=name, password="bánh giầy")(visitor)


def letters(visitor: Visitor) -> Asked:
    to = f"an{visitor.address.replace('.', '')}@example.com"
    return a_stranger("/accounts/password/reset/", "POST", email=to)(visitor)


def another_letter_each_time(visitor: Visitor) -> Asked:
    number = count()
    return lambda at: visitor.posts(at, "/accounts/password/reset/", email=f"an{next(number)}@example.com")


def doors(action: str, times: int = 295) -> Callable[[Visitor], int]:
    """So many were here before, from the same address."""

    def before(visitor: Visitor) -> int:
        for _ in range(times):
            request = RequestFactory().post("/", REMOTE_ADDR=visitor.address)
            assert consume(request, app="allauth.account", action=action, config={action: FROM_AN_ADDRESS})
        return times

    return before


def windows(key: str, *, most: int, seconds: int, times: int) -> Callable[[Visitor], int]:
    def before(visitor: Visitor) -> int:
        who = key.format(address=visitor.address, pk=visitor.pk)
        assert all(limits.allow(who, times=most, seconds=seconds) for _ in range(times))
        return times

    return before


def paces(pace: Any, times: int, who: Callable[[Visitor], Any]) -> Callable[[Visitor], int]:
    def before(visitor: Visitor) -> int:
        pace._left_after(who(visitor), times)
        return min(times, int(pace.size))

    return before


LIMITS = (
    Limit(name="guests of an address", most=300, asks=new_each_time, before=doors("guest")),
    Limit(
        name="sign-ups from it",
        most=300,
        asks=a_stranger("/accounts/signup/", "POST"),
        before=doors("signup"),
    ),
    Limit(
        name="log-ins from it", most=300, asks=a_stranger("/accounts/login/", "POST"), before=doors("login")
    ),
    Limit(
        name="resets from it",
        most=300,
        asks=another_letter_each_time,
        before=doors("reset_password"),
    ),
    Limit(name="letters to one address", most=5, asks=letters),
    Limit(
        name="wrong passwords at one name",
        most=10,
        asks=wrong_passwords,
        status=200,
        said=WRONG,
    ),
    Limit(
        name="rooms that are open",
        most=OPEN_ROOMS,
        asks=a_guest("/rooms/new/", "POST", **ROOM),
        status=200,
        said="You have too many rooms open. Close one first.",
    ),
    Limit(
        name="practice tables of an address",
        most=60,
        asks=taps_on_a_game,
        before=windows("practice:{address}", most=60, seconds=600, times=57),
    ),
    Limit(name="codes a person tries", most=30, asks=a_guest("/lobby/?code=khongco")),
    Limit(
        name="codes strangers try",
        most=300,
        asks=a_stranger("/lobby/?code=khongco"),
        before=windows("code:{address}", most=300, seconds=60, times=295),
    ),
    Limit(name="passwords of a room", most=GUESSES, asks=at_a_door, said=None),
    Limit(
        name="chat",
        most=5,
        asks=at_a_table("room/", "POST", room="chat", text="câu thứ {}"),
        status=200,
        said=NOT_SO_FAST,
    ),
    Limit(
        name="forms at a table",
        most=60,
        asks=at_a_table("room/", "POST", room="khong-co"),
        a_second=15,
        unknown=6,
        status=200,
        said=NOT_SO_FAST,
        before=paces(frames_of, 50, lambda visitor: visitor.pk),
    ),
    Limit(
        name="questions without a socket",
        most=20,
        asks=at_a_table("zones/"),
        a_second=5,
        unknown=2,
        said=None,
    ),
    Limit(name="pages of a person", most=200, asks=a_guest("/khong-co/"), a_second=10, unknown=20),
    Limit(
        name="records a person reads",
        most=2000,
        asks=a_guest("/rounds/1/script.json"),
        a_second=20,
        unknown=50,
        before=paces(middleware.records, 3000, lambda visitor: visitor.pk),
    ),
    Limit(
        name="pages of strangers",
        most=3000,
        asks=a_stranger("/khong-co/"),
        a_second=100,
        unknown=50,
        before=paces(middleware.strangers, 4500, lambda visitor: visitor.address),
    ),
    Limit(name="reports", most=REPORTS, asks=a_guest("/reports/new/", "POST")),
    Limit(
        name="changes of whom one reads",
        most=120,
        asks=a_guest("/players/khong-co/mute/", "POST"),
        before=windows("quiet of:{pk}", most=120, seconds=3600, times=115),
    ),
    Limit(name="files about me", most=3, asks=a_guest("/accounts/export/", "POST")),
)


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.name)
@pytest.mark.usefixtures("third")
def test_both_processes_together_let_no_more_through(limit, pair):
    """T29"""
    visitor = Visitor(pair, language=LANGUAGES[LIMITS.index(limit) % 3])
    asks = limit.asks(visitor)
    the_minute_is_not_about_to_end()
    passed, began = limit.before(visitor), time.monotonic()
    refused: dict[int, Answer] = {}
    for at in cycle((0, 1)):
        answer = asks(at)
        if answer.status == 429 or (limit.status == 200 and says_so(limit, visitor, answer)):
            refused[at] = answer
        else:
            passed += 1
        grown = limit.a_second * (time.monotonic() - began)
        assert passed <= limit.most + grown + 2 * limit.unknown
        if len(refused) == 2:
            break
    assert limit.unknown or passed == limit.most, "and no less"
    for answer in refused.values():
        assert answer.status == limit.status
        assert limit.said is None or says_so(limit, visitor, answer)


def the_minute_is_not_about_to_end():
    """Some are counted by the minute of the clock."""
    left = 60 - time.time() % 60
    if left < 4:
        time.sleep(left)


def says_so(limit, visitor, answer):
    """In the language of who asks."""
    with translation.override(visitor.language):
        said = gettext(limit.said)
    assert (said == limit.said) == (visitor.language == "en")
    return said in answer.body


async def a_socket(visitor, at, path):
    server, headers = visitor.pair[at], visitor.headers
    known = {name: headers[name] for name in ("Cookie", "X-Real-IP", "Accept-Language")}
    url = f"ws://localhost:{server.port}/ws/{path}/?format=json"
    return await connect(url, additional_headers=known, origin=SITE, compression=None)


@pytest.mark.usefixtures("third")
async def test_frames_of_a_person_are_counted_over_all_their_sockets(pair):
    """Four at each process, twenty frames at each: 160 would pass."""
    visitor = Visitor(pair)
    code = await asyncio.to_thread(lambda: visitor.comes_in().opens())
    sockets = [await a_socket(visitor, which % 2, f"rooms/{code}") for which in range(8)]
    began = time.monotonic()
    for _ in range(20):
        for one in sockets:
            await one.send('{"fair": "khong-co"}')
        await asyncio.sleep(0.02)  # who says all at once is counted too late, and waits the longer
    codes = [code for one in sockets for code in await refusals(one, 20)]
    passed = len(codes) - codes.count("rate_limited")
    assert 60 <= passed <= 60 + 15 * (time.monotonic() - began) + 2 * frames_of.told_after
    for one in sockets:
        await one.close()


async def refusals(socket, number):
    found = []
    async with asyncio.timeout(20):
        while len(found) < number:
            frame = json.loads(await socket.recv())
            if frame["type"] == "refused":
                found.append(frame["code"])
    return found


@pytest.mark.usefixtures("third")
async def test_a_person_opens_so_many_sockets_at_both_processes(pair):
    visitor = Visitor(pair)
    await asyncio.to_thread(visitor.comes_in)
    openings = crowd.people.openings
    openings._left_after(visitor.pk, 100)
    opened = 0
    for at in (0, 1):
        with pytest.raises(InvalidStatus, match="429"):
            for _ in range(20):
                await (await a_socket(visitor, at, "lobby")).close()
                opened += 1
    assert opened <= 2 * openings.told_after + 2
