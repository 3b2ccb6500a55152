"""Threats that no other test is named for; and that the table of all of them names tests that are there."""

import ast
import json
import logging
import os
import re
import socket
import time
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from io import StringIO
from random import Random
from urllib.parse import quote, quote_plus

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from structlog.stdlib import ProcessorFormatter

from accounts.models import User
from games.core.refusal import Refusal
from games.core.shuffle import Seeded
from games.live import bus, dues
from games.live.live_round import LiveRound
from games.rounds.facts import RoundFacts
from games.rounds.reading import StoredRound
from lobby.models import Seat
from tests.edges.garbage import NASTY
from tests.edges.world import CODE, PASSWORD
from tests.files import ROOT
from tests.test_shared_files import PLAYED
from tests.twins.deals import twins_of

FULL = bool(os.environ.get("FULL"))
THREATS = ROOT / "docs" / "threats.md"


# --- the table --------------------------------------------------------------------------------


@cache
def all_tests():
    """Every test of the suite by its name: what it says of itself, once for each that is called so."""
    found = defaultdict(list)
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found[node.name].append(ast.get_docstring(node) or "")
    return found


def named_in(text):
    return set(re.findall(r"`(test_\w+)`", text))


def not_one(names):
    """Those of these that no test is called by, or more than one: then nobody knows which is meant."""
    return {name for name in names if len(all_tests().get(name, ())) != 1}


def marks(test):
    """For which rows it stands, as its first words say: `T6  …`, `T1, T2  …`."""
    (said,) = all_tests()[test]
    return set(re.findall(r"T\d+", re.match(r"(?:T\d+(?:, |\b))*", said)[0]))


@pytest.mark.slow
def test_the_table_of_threats_is_whole():
    rows = re.findall(r"^\| (T\d+) \|(.*)\|$", THREATS.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _row in rows] == [f"T{number}" for number in range(1, 46)]
    for name, row in rows:
        assert len(row.split(" | ")) == 3, name
        tests = named_in(row.split(" | ")[-1])
        assert not not_one(named_in(row)), (name, not_one(named_in(row)))
        assert any(name in marks(test) for test in tests), f"no test of {name} says so"


def test_every_limit_is_told():
    told = THREATS.read_text(encoding="utf-8").partition("## How often")[2].partition("\n## ")[0]
    limited = (
        "guests",
        "wrong passwords",
        "letters",
        "rooms",
        "chat",
        "frames",
        "sockets",
        "pages",
        "reports",
    )
    for what in limited:
        assert re.search(rf"^\| [^|]*{what}", told, re.MULTILINE), what


# --- hidden cards -----------------------------------------------------------------------------


def test_a_pause_is_drawn_without_a_look_at_the_hand():
    """T2  It is asked of nothing: neither of a table nor of a round."""
    assert 0 < dues.Dues._pause(None, "bot").total_seconds() < 5
    assert 0 < dues.Dues._pause(None, "away").total_seconds() < 5


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.engine.game)
def test_what_bots_wait_for_is_what_everybody_sees(game):
    """T2  In worlds that a seat cannot tell apart a move takes as long to be shown, and never long."""
    chance, shown = Random(game.engine.game), []
    for number in range(200 if FULL else 12):
        setup = game.setup(chance)
        twins = twins_of(game, setup, number % setup.seats, chance)
        running = (n for n, state in enumerate(twins.states) if game.engine.outcome(state) is None)
        shown += [
            tuple(live_at(twins, states, step).shows_for for states in (twins.states, twins.others))
            for step in running
        ]
    assert [pair for pair in shown if pair[0] != pair[1]] == []
    assert max(shown) > (0.2, 0.2)
    assert dues.LONGEST + max(dues.BREATH) <= 2


def test_between_processes_there_are_numbers_only(settings):
    """T7  Numbers of rooms and people, how far they have come, and which log-in has just ended."""
    settings.REDIS_URL = "redis://nowhere"
    ours = bus.Bus()
    ours.note_room(7)
    ours.note_moved(8)
    message = ours._message(ours.take())
    assert set(message) == {"type", "from", "rooms", "moved", "logins", "told", "quiet"}
    assert all(type(number) is int for number in [*message["rooms"], *message["moved"][0]])
    assert len(json.dumps(message)) <= 160


ROUND = RoundFacts(id=9, number=7, game="", ruleset="", commit="", transcript="", players=())


def live_at(twins, states, step):
    """The round as a table holds it after so many moves, in the one world or in the other."""
    facts = replace(ROUND, game=twins.game.engine.game)
    stored = StoredRound(
        facts=facts, setup=twins.setup, moves=(), started_at=timezone.now(), deadline=None, ending=None
    )
    live = LiveRound(stored)
    live.states = list(states[: step + 1])
    return live


def what_bots_play(game, monkeypatch):
    """In worlds that a seat cannot tell apart, when it is its turn: what a table plays for it in either."""
    chance = Random(game.engine.game)
    for number in range(200 if FULL else 12):
        setup = game.setup(chance)
        seat = number % setup.seats
        twins = twins_of(game, setup, seat, chance)
        for step in (n for n, state in enumerate(twins.states) if seat in game.engine.to_act(state)):
            for level in game.engine.levels:
                played = []
                for states in (twins.states, twins.others):
                    monkeypatch.setattr(dues, "_chance", Random(5))
                    played.append(dues.Dues._choice(None, live_at(twins, states, step), seat, level))
                yield tuple(played)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.engine.game)
def test_a_bot_is_given_what_its_seat_sees(game, monkeypatch):
    """T16  In worlds that its seat cannot tell apart it plays the same."""
    moves = list(what_bots_play(game, monkeypatch))
    assert len(moves) >= 12
    assert [pair for pair in moves if pair[0] is None or pair[0] != pair[1]] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.engine.game)
def test_a_bot_that_looks_at_the_deck_is_found(game, monkeypatch):
    """T16  Were it given the state, which of its ways it chooses would tell."""
    view = LiveRound.view

    def peeks(live, seat):
        dues._chance.seed(repr(live.state.stock if hasattr(live.state, "stock") else live.state.dealt))
        return view(live, seat)

    monkeypatch.setattr(LiveRound, "view", peeks)
    assert any(here != there for here, there in what_bots_play(game, monkeypatch))


# --- moves ------------------------------------------------------------------------------------


def offers():
    """Moves that ask for a number, in random moments of rounds of every game."""
    for game in PLAYED:
        for played in map(game.play, range(6)):
            for state in played.some(4):
                for seat in game.engine.to_act(state):
                    for offer in game.listed(game.engine.view(state, seat)):
                        if "max" in offer:
                            yield game.engine, played.setup, state, seat, offer


def test_a_stake_is_a_whole_number_in_range():
    """T15  Wherever a game asks for a number, it takes those it named and nothing else."""
    asked = list(offers())
    assert len(asked) >= 10
    for engine, setup, state, seat, offer in asked:
        low, high = offer["min"], offer["max"]
        word = {key: value for key, value in offer.items() if key not in ("min", "max")}
        for stake in [low - 1, high + 1, low, high, float(low), str(low), *NASTY]:
            move = engine.read_move(setup, seat, word | {"stake": stake})
            after = move if isinstance(move, Refusal) else engine.apply(state, move)
            fits = type(stake) is int and low <= stake <= high
            assert isinstance(after, Refusal) != fits, stake


# --- accounts ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_one_person_has_one_chair(world):
    """T25  The database says so too."""
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(room=world.waiting, number=4, user=world.people["player"])


AWAY = [
    "https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:alert(1)",
    "data:text/html,x", "/%09/evil.example", "https:evil.example", "//cards.example.org@evil.example",
    "\thttps://evil.example", "http://127.0.0.1.evil.example/", "///evil.example",
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("onward", AWAY)
def test_a_link_of_next_stays_here(onward):
    """T33"""
    answer = Client().post(reverse("guest"), {"next": onward})
    assert answer.status_code == 302 and re.match(r"/(?![/\\])", answer["Location"]), answer["Location"]
    quick = Client().post(reverse("settings_quick"), {"theme": "dark", "next": onward})
    assert quick.status_code == 302 and re.match(r"/(?![/\\])", quick["Location"]), quick["Location"]


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:80@evil.example"])
def test_another_host_is_refused(host, settings):
    """T33"""
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
    assert Client(headers={"host": host}).get("/accounts/password/reset/").status_code == 400


# --- input ------------------------------------------------------------------------------------

BEFORE = ("", "'", '"', "')", "%27", "`", "1", "-1", "\\")
AFTER = (
    " OR 1=1 --", " UNION SELECT password FROM accounts_user --", "; DROP TABLE lobby_room; --",
    " AND SLEEP(9)", "||pg_sleep(9)--", " ORDER BY 99 --", "/**/OR/**/1=1", " LIKE '%", "%' OR '1'='1",
    "\x00 OR 1=1",
)  # fmt: skip
SHAPES = (
    str, str.swapcase, quote, lambda text: text.replace(" ", "/**/"), lambda text: text.replace(" ", "\t"),
)  # fmt: skip
QUERIES = [shape(f"{before}{after}") for shape in SHAPES for before in BEFORE for after in AFTER]
PLACES = (
    "/lobby/?code={}", "/lobby/?game={}", "/leaderboard/?season={}&game={}", "/players/{}/", "/rooms/{}/",
)  # fmt: skip


def less(answer, text):
    """How long the page is without what was asked for."""
    page = answer.content.decode()
    for said in (text, escape(text), quote(text, safe=""), quote(text), quote_plus(text)):
        page = page.replace(said, "")
    return len(page)


@pytest.mark.slow
@pytest.mark.usefixtures("unhurried")
def test_what_is_asked_for_never_becomes_a_query(world):
    """T32  Whatever is asked for, the answer is that of a word that means nothing."""
    for place in PLACES:
        plain = world.asks("player", "GET", place.replace("{}", "nothing!"))
        for text in QUERIES if FULL else QUERIES[::23]:
            answer = world.asks("player", "GET", place.replace("{}", quote(text, safe="")))
            assert answer.status_code == plain.status_code, (place, text)
            assert abs(less(answer, text) - less(plain, "nothing!")) < 600, (place, text)
            assert b"argon2" not in answer.content and b"pbkdf2" not in answer.content


BEGUN = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\nlogin=",
)


@pytest.mark.slow
def test_the_slow_keep_nobody_waiting(server):
    """T30  Connections that begin to ask and never end: the site answers others at once."""
    slow = []
    try:
        for number in range(200 if FULL else 60):
            one = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            one.sendall(BEGUN[number % 2])
            slow.append(one)
        for _ in range(5):
            began = time.monotonic()
            assert server.get("/healthz")[0] == 200
            assert time.monotonic() - began < 5
    finally:
        for one in slow:
            one.close()


# --- logs -------------------------------------------------------------------------------------


@pytest.fixture
def log():
    """Everything that is logged, down to DEBUG, as the site writes it."""
    root = logging.getLogger()
    ours = next(one for one in root.handlers if isinstance(one.formatter, ProcessorFormatter))
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(ours.formatter)
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.stream
    root.setLevel(before)
    root.removeHandler(handler)


@pytest.mark.slow
def test_logs_hold_nothing_that_is_anybodys_own(world, log, monkeypatch):
    """T6  Log-ins, chat, moves, and a fault in the middle of each."""
    where = {"REMOTE_ADDR": "203.0.113.77", "headers": {"user-agent": "Mozilla/5.0 (X11; Linux)"}}
    stranger = Client(**where)
    stranger.post(reverse("account_login"), {"login": "An", "password": PASSWORD})
    stranger.post(reverse("account_login"), {"login": "An", "password": "mật khẩu sai"})
    stranger.post(reverse("account_reset_password"), {"email": "an@example.com"})
    said = {"room": "chat", "text": "chuyện riêng của tôi"}
    world.asks("player", "POST", world.address("/rooms/{table}/room/"), said)
    world.asks(
        "player", "POST", world.address("/rooms/{table}/room/"), {"room": "kick", "reason": "lời nặng"}
    )
    hand = world.hands["player"]
    move = {"do": "play", "cards": min(hand), "n": 0}
    world.asks("player", "POST", world.address("/rooms/{table}/play/"), move)

    def fails(*args, **kwargs):
        raise ValueError(f"{hand} {PASSWORD} {said}")

    monkeypatch.setattr("games.table.views._table", fails)
    monkeypatch.setattr("games.table.without_socket._read", fails)
    monkeypatch.setattr(world.browsers["player"], "raise_request_exception", False)
    for method, address in (("GET", "/rooms/{table}/"), ("POST", "/rooms/{table}/room/")):
        assert world.asks("player", method, world.address(address), said).status_code == 500
    assert world.asks("anonymous", "GET", f"/rooms/{world.waiting.code}/none/").status_code == 404
    told, key = log.getvalue(), world.browsers["player"].session.session_key
    assert "ValueError" in told
    own = (PASSWORD, "mật khẩu sai", "chuyện riêng", "lời nặng", "an@example.com", "203.0.113.77", key)
    own += (world.table.code, world.waiting.code)
    assert [secret for secret in own if secret in told] == []
    assert not [seed for seed in world.seeds if seed in told]
    assert not hand.intersection(CODE.findall(told))


def raises(error):
    def fails(*args, **kwargs):
        raise error

    return fails


def answers(status):
    return lambda *args, **kwargs: HttpResponse(status=status)


UNLISTED = "k3jq8xw2v7m4n9p5r6s1t0b2cd"
ANSWERS = [
    (raises(Http404), 404),
    (raises(PermissionDenied), 403),
    (answers(429), 429),
    (raises(ValueError), 500),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "status"), ANSWERS, ids=["404", "403", "429", "500"])
def test_a_refusal_is_logged_by_its_route(log, monkeypatch, answer, status):
    """T6  The link of an unlisted room is its key: whatever it answers, the log names the kind of page."""
    monkeypatch.setattr("games.table.views.find_room", answer)
    browser = Client(raise_request_exception=False)
    browser.force_login(User.objects.create_user("Thu"))
    assert browser.get(f"/rooms/{UNLISTED}/").status_code == status
    assert "rooms/<slug:code>/" in log.getvalue() and UNLISTED not in log.getvalue()


KEYS = [
    f"/accounts/confirm-email/{UNLISTED}:1abc:def/", f"/accounts/password/reset/key/1-{UNLISTED}/",
    f"/rooms/{UNLISTED}/none/", f"/{UNLISTED}", f"/rooms/{UNLISTED}%20%0A/", f"/rooms/{UNLISTED.upper()}ỹ/",
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("address", KEYS)
@pytest.mark.parametrize("method", ["get", "post", "put"])
def test_no_key_of_an_address_is_logged(log, address, method):
    """T6  Nor where it leads nowhere, comes without its token, or is asked for in another way."""
    strict = Client(enforce_csrf_checks=True, headers={"referer": f"https://testserver{address}"})
    getattr(strict, method)(address, secure=True)
    assert UNLISTED not in log.getvalue().lower()


@pytest.mark.django_db
def test_where_a_form_came_from_is_logged_without_its_path(log):
    """T6  Its site is: whoever set up a site wrongly reads here what it is taken for."""
    strict = Client(enforce_csrf_checks=True, headers={"referer": f"https://evil.example/rooms/{UNLISTED}/"})
    strict.cookies["csrftoken"] = "t" * 32
    assert strict.post("/accounts/guest/", secure=True).status_code == 403
    assert "https://evil.example" in log.getvalue() and UNLISTED not in log.getvalue()


LINES = (
    "a\nb", 'a\r\n{"event": "forged"}', "\x1b[31mred", "\u2028x", "%s %d", "{x}", '"}', "\x00",
)  # fmt: skip


def test_a_text_is_one_line_of_the_log(log):
    """T33  Whatever is in it."""
    for text in LINES:
        logging.getLogger("other").warning("asked for %s", text)
    told = log.getvalue().rstrip("\n").split("\n")
    assert [json.loads(line)["event"] for line in told] == [f"asked for {text}" for text in LINES]


@pytest.mark.slow
async def test_a_server_writes_down_neither_rooms_nor_addresses(any_server):
    """T6  The link of a room may be its key."""
    async with any_server.table(seats=2) as table:
        any_server.get(f"/rooms/{table.code}/", table.cookies[0])
        assert table.code not in any_server.log
        assert not re.search(r"127\.0\.0\.1:\d{4,5} - ", any_server.log)


# --- the shuffle ------------------------------------------------------------------------------


def test_every_place_gets_every_card_as_often():
    """T35  A deck follows from its seed alone; over many, no place is favoured (chi square, known seeds)."""
    cards = tuple(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS")
    decks = 40_000 if FULL else 4000
    counts = [Counter() for _ in range(4)]
    for number in range(decks):
        deck = Seeded(number.to_bytes(32, "big")).deal(cards, 0)
        for place, count in enumerate(counts):
            count[deck[place]] += 1
    expected = decks / 52
    for count in counts:
        chi = sum((count[card] - expected) ** 2 / expected for card in cards)
        assert 18 < chi < 104, "51 degrees of freedom, one in a hundred thousand on either side"
