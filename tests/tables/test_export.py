"""Everything about me: all of it, in files that anybody can open, and nothing of anybody else."""

import asyncio
import csv
import io
import json
import urllib.request
import zipfile
from datetime import timedelta
from time import monotonic

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import acts, export, turns, walks
from accounts.models import Block, Mute, Report, User
from accounts.sanctions import warn
from games.core.engine import SeatNo
from games.management.commands.demo import play_round
from games.registry import ENGINES
from games.rounds.models import Round, RoundSeat
from games.rounds.reading import load_stored, states_of
from games.rounds.services import start_round, void_round
from lobby import services
from tests.plans import asked, scans
from tests.server import CARD, CSRF

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),  # Django's browser is no server
]
EXPORT, LOGIN, CONFIRM = "/accounts/export/", "/accounts/login/", "/accounts/reauthenticate/"
PASSWORD = "xì dách tối thứ bảy"


@pytest.fixture
def lan(db):
    return User.objects.create_user("Lan", password=PASSWORD)


@pytest.fixture
def browser(lan):
    """Logged in through the door, in English."""
    browser = Client(headers={"accept-language": "en"})
    browser.post(LOGIN, {"login": "Lan", "password": PASSWORD})
    return browser


def a_room(owner, game, **fields):
    """Full of bots, but for its owner and whoever sits down second."""
    room = services.create_room(by=owner, game=game, seats=ENGINES[game].seats[-1], **fields)
    binh, _made = User.objects.get_or_create(username="Bình")
    services.sit(room_id=room.pk, by=binh, seat=1)
    services.set_ready(room_id=room.pk, by=binh, ready=True)
    for seat in range(2, room.seat_count):
        services.add_bot(room_id=room.pk, by=owner, seat=seat, level=ENGINES[game].usual_level)
    return room


def opened(answer):
    """The files of the ZIP, as they are read: JSON as it says, a table as its rows."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    files = {name: json.loads(text) for name, text in texts.items() if name.endswith(".json")}
    tables = {name: list(csv.DictReader(io.StringIO(text, newline=""))) for name, text in texts.items()
              if name.endswith(".csv")}  # fmt: skip
    assert {name.removesuffix(".csv") for name in tables} == {name.removesuffix(".json") for name in files}
    for name, rows in tables.items():
        assert len(rows) == len(files[name.replace(".csv", ".json")]), name
    return texts["README.txt"], files | tables


# --- what is in it ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ENGINES)
def test_my_rounds_with_my_own_cards_and_nobody_elses(lan, browser, game):
    room = a_room(lan, game)
    play_round(room)
    services.say(room_id=room.pk, by=lan, text="=một ván nữa")
    services.say(room_id=room.pk, by=User.objects.get(username="Bình"), text="bí mật của Bình")
    _read_me, files = opened(browser.post(EXPORT))
    (row,) = files["rounds.json"]
    played = RoundSeat.objects.get(user=lan)
    assert (row["id"], row["game"], row["name"]) == (played.round_id, game, "Lan")
    assert row["points"] == played.round.points[played.number]
    held, at_the_end = cards_of(played)
    assert row["cards_dealt"] and set(row["cards_dealt"]) <= held
    assert row["cards_at_the_end"] == at_the_end
    told = set(CARD.findall(json.dumps(row)))
    assert told <= held, "a card that was never mine"
    assert [score["points"] for score in files["scores.json"]] == [row["points"]]
    assert [line["text"] for line in files["chat.json"]] == ["=một ván nữa"]
    assert files["chat.csv"][0]["text"] == "'=một ván nữa", "no formula in a spreadsheet"
    assert [(one["room"], one["mine"]) for one in files["rooms.json"]] == [(room.code, True)]
    assert "Bình" not in json.dumps(files, ensure_ascii=False)


def cards_of(played):
    """All that this seat ever held, by its own view, and what it held last."""
    stored = load_stored(played.round)
    hands = [stored.engine.view(state, SeatNo(played.number)).as_json()["seats"][played.number]["cards"]
             for state in states_of(stored)]  # fmt: skip
    return {card for hand in hands for card in hand}, list(hands[-1])


def test_what_still_runs_is_left_out(lan, browser):
    room = a_room(lan, "xidach")
    start_round(room_id=room.pk, by=lan)
    _read_me, files = opened(browser.post(EXPORT))
    assert files["rounds.json"] == files["rounds.csv"] == []
    void_round(round_id=Round.objects.get(status="running").pk, cause=Round.VoidCause.CRASH)
    _read_me, files = opened(browser.post(EXPORT))
    assert [(row["status"], row["void"], row["points"]) for row in files["rounds.json"]] == [
        ("void", "crash", None)
    ]


def test_a_round_that_cannot_be_played_again_is_there_without_its_cards(lan, browser):
    room = a_room(lan, "xidach")
    play_round(room)
    Round.objects.filter(status="over").update(rules_version=99)
    _read_me, files = opened(browser.post(EXPORT))
    (row,) = files["rounds.json"]
    assert row["points"] is not None and row["moves"] and row["cards_dealt"] is None


def test_who_i_am_is_in_it_and_my_password_is_not(lan, browser):
    lan.emailaddress_set.create(email="lan@example.com", verified=True, primary=True)
    read_me, files = opened(browser.post(EXPORT))
    assert files["account.json"][0]["username"] == "Lan"
    assert files["emails.json"][0]["email"] == "lan@example.com"
    assert "Everything that Chiếu Bài keeps about you" in read_me
    lan.authenticator_set.create(type="totp", data={"secret": "bí mật"})
    _read_me, files = opened(browser.post(EXPORT))
    assert [one["type"] for one in files["second_steps.json"]] == ["totp"]
    assert "bí mật" not in json.dumps(files, ensure_ascii=False)
    assert len(files["log_ins.json"]) == 1
    lan.refresh_from_db()
    assert lan.password not in json.dumps(files) and "password" not in files["account.json"][0]


def test_what_staff_did_about_me_is_in_it_and_nothing_about_who_reported_me(lan, browser):
    """Nor what staff read at their work."""
    binh = User.objects.create_user("Bình")
    warn(by=binh, whom=lan, reason="đừng nói thế")
    with transaction.atomic():
        acts.record(by=binh, act="look", kind="person", target=lan.pk, whom=lan)
    Report.objects.create(by=binh, person=lan, name="Lan", reason="abuse", text="bí mật")
    Report.objects.create(by=lan, person=binh, name="Bình", reason="other", text="lời của tôi")
    _read_me, files = opened(browser.post(EXPORT))
    assert [(act["act"], act["reason"]) for act in files["acts.json"]] == [("warn", "đừng nói thế")]
    assert [(report["name"], report["text"]) for report in files["reports.json"]] == [("Bình", "lời của tôi")]
    assert "bí mật" not in json.dumps(files, ensure_ascii=False)
    assert [notice["reason"] for notice in files["notices.json"]] == ["đừng nói thế"]


def test_whom_i_keep_away_is_in_it_and_not_who_keeps_me_away(lan, browser):
    binh, chi = (User.objects.create_user(name) for name in ("Bình", "Chi"))
    Block.objects.create(by=lan, whom=binh)
    Mute.objects.create(by=lan, whom=binh)
    Block.objects.create(by=chi, whom=lan)
    _read_me, files = opened(browser.post(EXPORT))
    kept = [(one["what"], one["name"]) for one in files["kept_away.json"]]
    assert kept == [("block", "Bình"), ("mute", "Bình")]
    assert "Chi" not in json.dumps(files["kept_away.json"])


def test_of_a_guest_too(db):
    browser = Client()
    browser.post("/accounts/guest/")
    _read_me, files = opened(browser.post(EXPORT))
    assert files["account.json"][0]["guest"] is True


def test_much_of_it_comes_page_by_page(lan, browser, monkeypatch):
    """Forty rows in steps of ten: no step holds more, and the file is the same."""
    room = services.create_room(by=lan, game="xidach")
    services.chat.ChatLine.objects.bulk_create(
        services.chat.ChatLine(room=room, user=lan, text=f"câu {n}") for n in range(40)
    )
    monkeypatch.setattr(walks.in_pages, "__defaults__", (10,))
    steps = list(export.pieces(lan, ""))
    assert len(steps) > 8
    _read_me, files = opened(browser.post(EXPORT))
    assert [line["text"] for line in files["chat.json"]] == [f"câu {n}" for n in range(40)]


@pytest.mark.parametrize("part", export._parts, ids=lambda part: part.name)
def test_everybodys_rows_are_not_looked_through_for_mine(lan, part):
    """A database that is asked for the next so many in order walks along all of them, once mine are rare. So
    it is asked for my keys, and then for rows by their keys."""
    room = a_room(lan, "xidach")
    play_round(room)
    services.say(room_id=room.pk, by=lan, text="chào")
    with asked() as statements:
        list(part.pages(lan))
    assert not [sql for sql, _values in statements if "LIMIT" in sql]
    assert not scans(statements)


# --- who gets it ------------------------------------------------------------------------------


def test_nobody_gets_it_without_a_log_in(client, db):
    answer = client.post(EXPORT)
    assert answer.status_code == 302 and answer.url.startswith(LOGIN)


def test_an_old_log_in_is_asked_for_the_password_and_goes_on_from_there(browser, lan):
    session = browser.session
    for record in session["account_authentication_methods"]:
        record["at"] -= timedelta(minutes=6).total_seconds()
    session.save()
    asked = browser.post(EXPORT)
    assert asked.status_code == 302 and asked.url.startswith(CONFIRM)
    wrong = browser.post(asked.url, {"password": "sai"})
    assert "That is not your password." in wrong.content.decode()
    _read_me, files = opened(browser.post(asked.url, {"password": PASSWORD}))
    assert files["account.json"][0]["username"] == "Lan"


def test_three_times_an_hour(browser):
    for _ in range(3):
        opened(browser.post(EXPORT))
    assert browser.post(EXPORT).status_code == 429


@pytest.fixture
def binhs_browser(db):
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(User.objects.create_user("Bình"))
    return browser


def test_one_at_a_time_for_all_people(browser, binhs_browser):
    """Who is told to wait has lost none of their three."""
    begun = browser.post(EXPORT)
    assert begun.status_code == 200
    for _ in range(5):
        told = binhs_browser.post(EXPORT)
        assert told.status_code == 429 and told["Retry-After"] == "30"
        assert "Try again in a moment." in told.content.decode()
    opened(begun)
    for _ in range(3):
        opened(binhs_browser.post(EXPORT))


def test_a_file_that_fails_keeps_nobody_waiting(browser, binhs_browser, monkeypatch):
    def breaks(person, read_me):
        yield b"PK"
        raise ValueError("broken")

    monkeypatch.setattr(export, "pieces", breaks)
    with pytest.raises(ValueError, match="broken"):
        b"".join(browser.post(EXPORT))
    monkeypatch.undo()
    opened(binhs_browser.post(EXPORT))


def test_who_does_not_go_on_gives_way_and_waits(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(turns, "monotonic", lambda: now[0])
    slow, quick = turns.Turn("export"), turns.Turn("export")
    assert slow.take() and not quick.take()
    now[0] += turns.LEASE + 1
    cache.delete("turn:export")  # as it runs out
    assert quick.take() and not slow.keep()
    slow.give_back()
    assert quick.keep() and not turns.Turn("export").take(), "what is somebody else's is not given back"
    quick.give_back()
    assert slow.keep() and not quick.take()


async def test_a_lost_turn_is_waited_for_in_the_middle_of_a_file(monkeypatch):
    monkeypatch.setattr(turns, "LEASE", 0)  # each step looks again
    monkeypatch.setattr(export, "ANOTHER_LOOK", 0.01)
    cache.clear()
    mine, other = turns.Turn("export"), turns.Turn("export")
    came = export.streamed(iter([b"1", b"2"]), mine)
    assert await anext(came) == b"1"
    monkeypatch.setattr(turns, "LEASE", 60)
    assert other.take()
    monkeypatch.setattr(turns, "monotonic", lambda: monotonic() + 60)
    second = asyncio.ensure_future(anext(came))
    done, _waiting = await asyncio.wait([second], timeout=0.2)
    assert not done
    other.give_back()
    assert await second == b"2"


def test_by_a_real_server(server):
    """Streamed, to whoever came as a guest; the pieces make a whole file."""
    (person, *_others) = server.open_table("--seats=3")
    headers = {"Cookie": f"{person['cookie']}; csrftoken={CSRF}", "X-CSRFToken": CSRF}
    asked = urllib.request.Request(server.url + EXPORT, b"", headers)
    with urllib.request.urlopen(asked, timeout=20) as answer:
        archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    assert archive.testzip() is None
    (account,) = json.loads(archive.read("account.json"))
    assert [room["room"] for room in json.loads(archive.read("rooms.json"))] == [person["room"]]
    assert account["username"]
    assert timezone.now().isoformat() > account["joined"]
