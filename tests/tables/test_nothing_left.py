"""Of a closed account nothing is left in any column but what the privacy page says, broken off or not."""

import json
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone, translation

from accounts import closing, erasing, naming, retention
from accounts.blocks import services as blocks
from accounts.models import Appeal, ModAction, OldName, Report, User
from accounts.reports import services as reports
from accounts.reports.evidence import scene
from accounts.sanctions import ban, let_back_in, rename, warn
from games.live import leftovers
from games.management.commands.demo import play_round
from games.rounds.models import RoundSeat, Score
from games.rounds.services import names, start_round
from games.rounds.services.voids import take_back
from lobby import services
from lobby.models import ChatLine, Presence, Room, RoomEvent, Seat
from lobby.services import erasing as of_rooms
from tests.backing import run_tests_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
PASSWORD = "xì dách tối thứ bảy"
NAME, BEFORE, FIRST = "Zyxwen", "Wvutsre", "Kjihgfe"  # letters that nothing else here is made of
MAIL = "mq7@mail.example"
SAID, REPORTED, KICKED, TOLD, ANSWERED = "ngọc lan", "nói xấu", "ngồi lâu", "họ gian", "tôi xin lỗi"
NEEDLES = (NAME, BEFORE, FIRST, MAIL, SAID, KICKED, TOLD, ANSWERED)


@pytest.fixture
def life(monkeypatch):
    """Somebody who did all that one can do here; and the steps of the erasers are small."""
    for module, name, size in (
        (erasing, "STEP", 1), (of_rooms, "STEP", 2), (of_rooms, "ROOMS", 1), (names, "STEP", 2),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, size)
    monkeypatch.setattr("accounts.reports.erasing.STEP", 1)
    monkeypatch.setattr("lobby.services.chat.LIMITS", ((99, 60),))
    return Life()


class Life:
    def __init__(self):
        self.person = User.objects.create_user(FIRST, password=PASSWORD, email=MAIL)
        self.other = User.objects.create_user("Bình", password=PASSWORD)
        self.staff = User.objects.create_superuser("Cô Ba", password=PASSWORD)
        with translation.override("en"):
            self.rooms = [self.room(), self.room()]
        self.called(BEFORE), self.called(NAME)
        with translation.override("vi"):
            self.rooms += [self.room(visibility="public"), self.room(name=f"Nhà {NAME}, {BEFORE} và bạn")]
        self.theirs = services.create_room(by=self.other, game="xidach", seats=4, visibility="public")
        services.sit(room_id=self.theirs.pk, by=self.person, seat=1)
        services.set_ready(room_id=self.theirs.pk, by=self.person, ready=True)
        self.plays(), self.talks(), self.is_known(), self.is_reported()

    def called(self, name):
        OldName.objects.update(until=timezone.now() - timedelta(days=31))
        assert naming.change(user=self.person, name=name)
        self.person.refresh_from_db()

    def room(self, **fields):
        room = services.create_room(by=self.person, game="xidach", seats=4, **fields)
        services.add_bot(room_id=room.pk, by=self.person, seat=1, level="house")
        services.sit(room_id=room.pk, by=self.other, seat=2)
        services.set_ready(room_id=room.pk, by=self.other, ready=True)
        return room

    def plays(self):
        play_round(self.rooms[0]), play_round(self.rooms[2])
        play_round(self.theirs)
        take_back(
            round_id=Score.objects.filter(room=self.rooms[2]).first().round_id, by=self.staff, reason="lỗi"
        )
        services.close_room(room_id=self.rooms[0].pk, by=self.person)
        services.close_by_staff(room_id=self.rooms[3].pk, by=self.staff, reason="nghỉ")
        self.running = start_round(room_id=self.theirs.pk, by=self.other)

    def talks(self):
        for n, room in enumerate((*self.rooms[1:3], self.theirs, self.theirs)):
            line = services.say(room_id=room.pk, by=self.person, text=f"{SAID} {n}")
            assert isinstance(line, ChatLine)
        services.kick(room_id=self.rooms[1].pk, by=self.person, seat=2, reason=KICKED)
        services.seen([(room.pk, self.person.pk) for room in self.rooms], at=timezone.now())

    def is_known(self):
        address = self.person.emailaddress_set.create(email=MAIL, verified=True, primary=True)
        for row in (self.person, address):
            kind = ContentType.objects.get_for_model(row)
            LogEntry.objects.create(
                user=self.staff, content_type=kind, object_id=row.pk, object_repr=str(row), action_flag=CHANGE
            )
        warn(by=self.staff, whom=self.person, reason="một lời nhắc")
        ban(by=self.staff, whom=self.person, reason="một ngày")
        against = ModAction.objects.filter(act="ban").get()
        Appeal.objects.create(against=against, whom=self.person, text=ANSWERED)
        let_back_in(by=self.staff, whom=self.person)
        blocks.block(by=self.person, whom=self.staff)
        blocks.mute(by=self.other, whom=self.person)

    def is_reported(self):
        """They are, and they do; both are answered, and the answer says their name."""
        line = services.say(room_id=self.theirs.pk, by=self.person, text=REPORTED)
        where = replace(scene(self.other, self.theirs.code, line.pk), first_line=line.pk, last_line=line.pk)
        first = reports.file_report(by=self.other, about=self.person, reason="abuse", text="", scene=where)
        reports.file_report(by=self.person, about=self.other, reason="other", text=TOLD, scene=None)
        reports.resolve(report=first, by=self.staff)
        reports._tell(first, Report.Status.RESOLVED)  # as it is done once the answer is committed

    def asks(self):
        """Through the door, from one of two browsers; and the week is over."""
        browsers = [Client() for _ in range(2)]
        for browser in browsers:
            answer = browser.post("/accounts/login/", {"login": NAME, "password": PASSWORD})
            assert answer.status_code == 302
        browsers[0].post("/accounts/close/", {"password": PASSWORD})
        User.objects.filter(closes_at__isnull=False).update(closes_at=timezone.now())

    def is_gone(self):
        person = User.objects.get(pk=self.person.pk)
        return person.closes_at is None and person.closed_at is not None


def clear():
    return list(leftovers.clear(timezone.now()))


def found(*needles):
    """In which columns of which tables one of these stands, however it is written; and in which sessions."""
    spoken = [needle.casefold() for needle in needles]
    spoken += [json.dumps(needle).strip('"').casefold() for needle in needles]
    places = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    if any(needle in str(value).casefold() for needle in spoken):
                        places.add(f"{table}.{column}")
    for session in Session.objects.all():
        if any(needle in str(session.get_decoded()).casefold() for needle in spoken):
            places.add("session")
    return places


STAYS = {"accounts_modaction.facts"}  # a rename by staff, with the name before it


def test_a_life_leaves_traces_everywhere(life):
    """Else the next test would find nothing for another reason."""
    life.asks()
    assert found(*NEEDLES) >= {
        "accounts_user.username", "accounts_user.folded", "accounts_user.email", "accounts_oldname.username",
        "account_emailaddress.email", "accounts_appeal.text", "accounts_notice.facts", "accounts_report.name",
        "accounts_report.text", "django_admin_log.object_repr", "games_roundseat.name", "games_score.name",
        "lobby_chatline.text", "lobby_room.name", "session",
    }  # fmt: skip


def test_nothing_of_it_is_left_but_what_the_page_says(life):
    life.asks()
    rename(by=life.staff, whom=life.person, name="Khácnữa", reason="tên xấu")
    before = list(Score.objects.order_by("pk").values_list("seat", "user", "points", "sheet"))
    clear()
    assert life.is_gone()
    assert found(*NEEDLES, "Khácnữa") == STAYS
    assert found(REPORTED) == {"lobby_chatline.text"}, "evidence, with a number for its writer"
    assert list(Score.objects.order_by("pk").values_list("seat", "user", "points", "sheet")) == before
    assert sum(points for *_who, points, _sheet in before) == 0
    call_command("rebuild_standings", "--check")
    now = f"Người chơi cũ {life.person.pk}"
    assert [Room.objects.get(pk=room.pk).name for room in life.rooms] == [
        f"{now}'s table", f"{now}'s table", f"Bàn của {now}", f"Nhà {now}, {now} và bạn"[:40],
    ]  # fmt: skip


def test_evidence_goes_when_its_time_is_up(life):
    life.asks(), clear()
    ago = timezone.now() - retention.EVIDENCE - timedelta(minutes=1)
    Report.objects.update(answered_at=ago)
    ChatLine.objects.update(at=timezone.now() - retention.CHAT - timedelta(minutes=1))
    clear()
    assert not found(REPORTED)


def test_killed_between_any_two_steps_it_is_finished_by_the_next_run(life):
    life.asks()
    cut, is_whole = 0, False
    while not is_whole:
        cut += 1
        before = transaction.savepoint()
        steps = closing.close(life.person.pk)
        is_whole = len(list(islice(steps, cut))) < cut
        steps.close()
        assert is_whole or naming.is_taken(NAME), "free only once nothing is called so any more"
        clear()
        assert life.is_gone() and found(*NEEDLES) <= STAYS, f"cut after {cut} steps"
        assert not naming.is_taken(NAME)
        transaction.savepoint_rollback(before)
    assert cut > 25, "as many steps as there are small ones"


def test_what_a_process_wrote_late_goes_the_next_day(life):
    """A socket that was still open, a line that was just being said."""
    life.asks(), clear()
    services.seen([(life.theirs.pk, life.person.pk)], at=timezone.now())
    ChatLine.objects.create(room=life.theirs, user=life.person, text=SAID)
    clear()
    assert not Presence.objects.filter(user=life.person).exists() and not found(SAID)


def test_few_rooms_are_locked_at_a_time(life, monkeypatch):
    monkeypatch.setattr(of_rooms, "ROOMS", 2)
    monkeypatch.setattr(of_rooms, "STEP", 500)
    monkeypatch.setattr(names, "STEP", 500)
    life.asks()
    steps, told = closing.close(life.person.pk), []

    def hears(execute, statement, params, many, context):
        if statement.startswith('UPDATE "lobby_room"'):
            told[-1].append(params[-1])
        return execute(statement, params, many, context)

    with connection.execute_wrapper(hears):
        told.append([])
        told.extend([] for _step in steps)
    assert max(len(set(rooms)) for rooms in told) == 2
    assert not told[0], "no room while the person is held"
    assert all(rooms == sorted(rooms) for rooms in told)
    assert not Seat.objects.filter(user=life.person, leaving=False).exists()
    assert RoundSeat.objects.filter(user=life.person).exists() and ModAction.objects.exists()
    assert RoomEvent.objects.filter(by=life.person, kind="kick").exists(), "without its reason"


@pytest.mark.postgres
def test_on_postgresql_accounts_close_while_their_rooms_play(tests_database):
    """No deadlock, no lost move."""
    players = Path(__file__).with_name("closing_among_players.py")
    assert "2 passed" in run_tests_on(tests_database, str(players))
