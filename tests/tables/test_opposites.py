"""What staff did wrongly to a room or a line is taken back by its opposite: nothing on record is edited."""

import json
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse
from django.utils import timezone

from accounts import sanctions
from accounts.blocks.quiet import Quiet
from accounts.models import ModAction, Notice, User
from games.live import hub, json_voice
from games.live.catching_up import load_stands, read_table
from games.live.html_voice import HtmlVoice
from games.live.hub import Hub
from games.live.json_voice import JsonVoice
from games.live.viewing import Person
from games.live.writer import Writer
from games.rounds.models import Round, Score
from games.rounds.reading import CHAT_LINES, load_notices, load_table
from games.rounds.services import start_round
from lobby import services, signals
from lobby.models import ChatLine, Presence, Room, RoomEvent
from lobby.rounds import Rounds
from lobby.services import moderation
from lobby.wire import together
from tests.backing import run_tests_on
from tests.tables.test_moderation import at_its_table
from tests.tables.test_own_news import here

WHY, SORRY = "cờ bạc ăn tiền", "nhầm bàn"


@pytest.fixture
def people(db):
    staff = User.objects.create_user("trọng tài", is_staff=True)
    return {name: User.objects.create_user(name) for name in ("cai", "an", "binh")} | {"staff": staff}


@pytest.fixture
def room(people):
    """cai and an sit there, both ready."""
    room = services.create_room(by=people["cai"], game="xidach", seats=3)
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    for name in ("cai", "an"):
        services.set_ready(room_id=room.pk, by=people[name], ready=True)
    return room


def close(room, people):
    assert services.close_by_staff(room_id=room.pk, by=people["staff"], reason=WHY)


def reopen(room, people):
    return services.reopen_room(room_id=room.pk, by=people["staff"], reason=SORRY)


# --- rooms ------------------------------------------------------------------------------------


def test_a_room_is_open_again_as_it_was_and_its_round_stays_void(room, people):
    stopped = start_round(room_id=room.pk, by=people["cai"])
    close(room, people)
    assert reopen(room, people).status == Room.Status.OPEN
    room.refresh_from_db()
    assert (room.owner, room.closed_at, room.start_at) == (people["cai"], None, None)
    assert list(room.seats.values_list("user__username", "ready")) == [("cai", False), ("an", False)]
    assert [(one.status, one.void_cause) for one in room.rounds.order_by("number")] == [
        ("void", "moderator"), ("next", ""),
    ]  # fmt: skip
    assert not Score.objects.exists() and room in Room.objects.listed()
    services.set_ready(room_id=room.pk, by=people["an"], ready=True)
    assert start_round(room_id=room.pk, by=people["cai"]).number == stopped.number + 1


def test_between_rounds_the_number_that_was_spent_stays_spent(room, people):
    close(room, people)
    reopen(room, people)
    rounds = list(room.rounds.order_by("number").values_list("number", "status"))
    assert rounds == [(1, "void"), (2, "next")]


def test_it_is_on_record_and_told_to_whom_it_concerns(room, people):
    close(room, people)
    reopen(room, people)
    acts = ModAction.objects.order_by("pk").values_list("act", "kind", "target", "whom", "by", "reason")
    cai, staff = people["cai"].pk, people["staff"].pk
    assert list(acts) == [
        ("close_room", "room", room.code, cai, staff, WHY),
        ("reopen_room", "room", room.code, cai, staff, SORRY),
    ]
    told = Notice.objects.filter(kind="reopen_room").values_list("whom__username", "reason")
    assert set(told) == {("cai", SORRY), ("an", SORRY)}


def test_a_room_that_begins_by_itself_waits_until_they_say_that_they_are_ready(room, people):
    Room.objects.filter(pk=room.pk).update(auto_start=True)
    close(room, people)
    assert reopen(room, people).start_at is None
    for name in ("cai", "an"):
        services.set_ready(room_id=room.pk, by=people[name], ready=True)
    room.refresh_from_db()
    assert room.start_at is not None


def closed_by_its_owner(room, people):
    services.close_room(room_id=room.pk, by=people["cai"])


def closed_once_by_staff_and_then_by_its_owner(room, people):
    close(room, people)
    reopen(room, people)
    closed_by_its_owner(room, people)


def left_by_everybody(room, people):
    long_ago = timezone.now() - timedelta(days=2)
    Room.objects.filter(pk=room.pk).update(created_at=long_ago)
    Presence.objects.create(room=room, user=people["cai"], seen_at=long_ago)
    services.tidy(timezone.now())
    assert Room.objects.get(pk=room.pk).status == Room.Status.CLOSED


def of_nobody(room, people):
    close(room, people)
    Room.objects.filter(pk=room.pk).update(owner=None)


def of_a_closed_account(room, people):
    close(room, people)
    User.objects.filter(pk=people["cai"].pk).update(is_active=False, closed_at=timezone.now())


def of_somebody_banned(room, people):
    close(room, people)
    sanctions.ban(by=people["staff"], whom=people["cai"], reason=WHY)


def of_their_own(room, people):
    close(room, people)
    Room.objects.filter(pk=room.pk).update(owner=people["staff"])


def of_a_game_that_is_gone(room, people):
    close(room, people)
    Room.objects.filter(pk=room.pk).update(game="tam cúc")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happened", "no"),
    [
        (lambda room, people: None, moderation.IS_OPEN),
        (closed_by_its_owner, moderation.NOT_BY_STAFF),
        (closed_once_by_staff_and_then_by_its_owner, moderation.NOT_BY_STAFF),
        (left_by_everybody, moderation.NOT_BY_STAFF),
        (of_nobody, moderation.NO_HOST),
        (of_a_closed_account, moderation.NO_HOST),
        (of_somebody_banned, moderation.HOST_IS_OUT),
        (of_their_own, moderation.OWN_ROOM),
        (of_a_game_that_is_gone, moderation.NOT_PLAYED),
    ],
)
def test_a_room_that_cannot_be_opened_again_says_why_and_stays_as_it_is(room, people, happened, no):
    happened(room, people)
    before = Room.objects.values().get(pk=room.pk), ModAction.objects.count(), Notice.objects.count()
    assert reopen(room, people) == no and no.sentence
    now = Room.objects.values().get(pk=room.pk), ModAction.objects.count(), Notice.objects.count()
    assert now == before


def test_who_is_let_back_in_gets_the_room_back_too(room, people):
    of_somebody_banned(room, people)
    sanctions.let_back_in(by=people["staff"], whom=people["cai"], reason=SORRY)
    assert reopen(room, people).status == Room.Status.OPEN


def test_it_may_be_closed_and_opened_again_once_more(room, people):
    for _twice in range(2):
        close(room, people)
        assert reopen(room, people).status == Room.Status.OPEN
    acts = ModAction.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["close_room", "reopen_room"] * 2


def test_who_is_there_reads_that_it_is_open_again(room, people, monkeypatch):
    close(room, people)
    page = at_its_table(room, people["cai"], monkeypatch, then=lambda: reopen(room, people))
    assert f"A moderator opened this room again: “<bdi>{SORRY}</bdi>”" in page
    assert 'name="room" value="start"' in page and people["staff"].username not in page
    banner = page[page.index('id="banner"') :]
    assert "closed" not in banner[: banner.index("</div>")]


HEARD = ("room_changed", "rooms_listed")


def test_the_lobby_hears_of_both(room, people, django_capture_on_commit_callbacks):
    heard = []
    receivers = {name: partial(lambda name, sender, **facts: heard.append(name), name) for name in HEARD}
    for name, receive in receivers.items():
        getattr(signals, name).connect(receive)
    try:
        for act in (close, reopen):
            heard.clear()
            with django_capture_on_commit_callbacks(execute=True):
                act(room, people)
            assert set(heard) == set(HEARD)
    finally:
        for name, receive in receivers.items():
            getattr(signals, name).disconnect(receive)


def test_what_fails_as_a_room_opens_again_undoes_all_of_it(room, people, monkeypatch):
    close(room, people)

    def fail(room):
        raise RuntimeError

    monkeypatch.setattr(
        "lobby.rounds._rounds", Rounds(opened=fail, closed=fail, awaiting=lambda *asked: set())
    )
    with pytest.raises(RuntimeError):
        reopen(room, people)
    assert Room.objects.get().status == "closed" and not Notice.objects.filter(kind="reopen_room").exists()
    assert not ModAction.objects.filter(act="reopen_room").exists()


@pytest.mark.slow
def test_who_comes_back_by_its_link_sits_there(client, room, people):
    close(room, people)
    client.force_login(people["an"])
    address = reverse("room", args=[room.code])
    assert client.get(address).context.get("why_closed") == WHY
    reopen(room, people)
    back = client.get(address)
    assert back.status_code == 200 and "why_closed" not in back.context
    assert services.is_seated(room, people["an"])


AFTER = [
    # minutes since it was opened again, who has come meanwhile: is it still open, and whose
    (5,     [],        True,  "cai"),
    (50,    [],        True,  "cai"),
    (50,    ["an"],    True,  "cai"),
    (70,    ["an"],    True,  "an"),
    (60*23, [],        True,  "cai"),
    (60*25, [],        False, "cai"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("minutes", "come", "is_open", "owner"), AFTER)
def test_people_have_time_to_come_back(room, people, minutes, come, is_open, owner):
    """Its host an hour before it passes on, and anybody a day before it closes for being empty."""
    now = timezone.now()
    long_ago = now - timedelta(days=3)
    Room.objects.filter(pk=room.pk).update(created_at=long_ago)
    for name in ("cai", "an"):
        Presence.objects.create(room=room, user=people[name], seen_at=long_ago)
    close(room, people)
    reopen(room, people)
    RoomEvent.objects.filter(kind="reopen").update(at=now - timedelta(minutes=minutes))
    Presence.objects.filter(user__username__in=come).update(seen_at=now)
    services.tidy(now)
    room.refresh_from_db()
    assert (room.status == Room.Status.OPEN, room.owner.username) == (is_open, owner)


def test_who_came_back_and_left_keeps_it_open_no_longer_than_any_other(room, people):
    now = timezone.now()
    Room.objects.filter(pk=room.pk).update(created_at=now - timedelta(days=3))
    close(room, people)
    reopen(room, people)
    RoomEvent.objects.filter(kind="reopen").update(at=now - timedelta(minutes=30))
    Presence.objects.create(room=room, user=people["cai"], seen_at=now - timedelta(minutes=15))
    services.tidy(now)
    assert Room.objects.get(pk=room.pk).status == Room.Status.CLOSED


# --- lines ------------------------------------------------------------------------------------

SAID = ["chào", "đồ ngốc", "thôi mà"]


@pytest.fixture
def lines(room, people):
    return [services.say(room_id=room.pk, by=people["an"], text=text) for text in SAID]


def remove(line, people):
    assert services.remove_line(line_id=line.pk, by=people["staff"], reason=WHY)


def restore(line, people):
    return services.restore_line(line_id=line.pk, by=people["staff"], reason=SORRY)


@pytest.mark.slow
@pytest.mark.parametrize("which", range(3))
def test_a_line_stands_where_it_stood_and_how_far_the_table_is_never_falls(room, people, lines, which):
    before, stands = load_table(room.pk), [load_stands([room.pk])[room.pk]]
    for act in (remove, restore):
        act(lines[which], people)
        stands.append(load_stands([room.pk])[room.pk])
    after = load_table(room.pk)
    assert (after.chat, after.removed, after.line) == (before.chat, (), before.line)
    assert [later >= earlier for earlier, later in pairwise(stands)] == [True, True]
    assert len({stand.room for stand in stands}) == 3, "each is a version of the room"


def test_that_a_line_is_back_is_on_record_and_its_writer_is_told(room, people, lines):
    remove(lines[1], people)
    restore(lines[1], people)
    acts = ModAction.objects.order_by("pk").values_list("act", "kind", "target", "whom__username", "reason")
    assert list(acts) == [
        ("remove_line", "line", str(lines[1].pk), "an", WHY),
        ("restore_line", "line", str(lines[1].pk), "an", SORRY),
    ]
    told = Notice.objects.order_by("pk").values_list("whom__username", "kind", "reason", "facts__room")
    assert list(told) == [("an", "remove_line", WHY, room.name), ("an", "restore_line", SORRY, room.name)]


def at_the_table(room, voices, *steps):
    """What each voice says after each of the steps; the table hears of them as of any other change."""

    async def told():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        made = [voice(table) for voice in voices]
        said = [[list(one.frames()) for one in made]]
        for step, hinted in steps:
            await here(step)
            if hinted:
                table.touch()
            else:
                table.hear_of((await here(load_stands, [room.pk]))[room.pk])
            await table._refreshing
            said.append([list(one.frames()) for one in made])
            assert table.facts == (await here(read_table, room.pk))[0] and not table._is_behind
        table.close()
        return said

    return async_to_sync(told)()


@pytest.fixture
def at_once(monkeypatch):
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)


def someone(person):
    return Person(id=person.pk, name=person.username, session_key="", language="vi")


def of(frames, kind):
    return [frame for frame in map(json.loads, frames) if frame["type"] == kind]


@pytest.mark.slow
@pytest.mark.parametrize("hinted", [True, False], ids=["heard of", "found at a look"])
@pytest.mark.parametrize("which", range(3))
def test_a_line_comes_back_to_open_tables(room, people, lines, at_once, which, hinted):
    line = lines[which]
    voices = [lambda table: JsonVoice(table, someone(people["cai"])),
              lambda table: HtmlVoice(table, someone(people["cai"]))]  # fmt: skip
    _open, gone, back = at_the_table(
        room, voices, (lambda: remove(line, people), hinted), (lambda: restore(line, people), hinted)
    )
    assert of(gone[0], "chat_removed") == [{"type": "chat_removed", "id": line.pk}]
    assert [(frame["id"], frame["text"]) for frame in of(back[0], "chat")] == [(line.pk, line.text)]
    assert not of(back[0], "chat_removed")
    (page,) = back[1]
    places = [page.index(text) for text in SAID]
    assert line.text not in gone[1][0] and places == sorted(places), "where it stood"


def test_a_line_that_was_removed_before_anybody_came_is_brought_to_them(room, people, lines, at_once):
    remove(lines[1], people)
    voices = [lambda table: JsonVoice(table, someone(people["cai"]))]
    _open, back = at_the_table(room, voices, (lambda: restore(lines[1], people), True))
    assert [frame["text"] for frame in of(back[0], "chat")] == [SAID[1]]


@pytest.mark.slow
def test_who_does_not_read_the_writer_hears_nothing_of_it(room, people, lines, at_once, monkeypatch):
    an = people["an"].pk
    monkeypatch.setattr(json_voice, "quiet_of", lambda user_id: Quiet(muted=frozenset({an})))
    voices = [lambda table: JsonVoice(table, someone(people["cai"]))]
    said = []
    steps = [
        (lambda: said.append(services.say(room_id=room.pk, by=people["an"], text="ai đó?")), True),
        *((lambda act=act: act(said[0], people), True) for act in (remove, restore, remove)),
    ]
    for (frames,) in at_the_table(room, voices, *steps)[1:]:
        assert not of(frames, "chat") and not of(frames, "chat_removed")


def test_a_line_that_is_too_old_to_be_shown_is_brought_to_nobody(room, people, lines, at_once):
    remove(lines[0], people)
    ChatLine.objects.bulk_create(
        ChatLine(room=room, user=people["an"], text=str(n)) for n in range(CHAT_LINES)
    )
    voices = [lambda table: JsonVoice(table, someone(people["cai"])),
              lambda table: HtmlVoice(table, someone(people["cai"]))]  # fmt: skip
    _open, back = at_the_table(room, voices, (lambda: restore(lines[0], people), True))
    assert not of(back[0], "chat") and not back[1]


def test_why_somebody_was_sent_away_is_put_back_too(room, people):
    services.kick(room_id=room.pk, by=people["cai"], seat=1, reason="nói bậy")
    line = ChatLine.objects.get()
    told = []
    for act in (remove, restore):
        act(line, people)
        told += [notice.reason for notice in load_notices([room.pk])[room.pk] if notice.kind == "kick"]
    assert told == ["", "nói bậy"]


def not_removed(line, people):
    pass


def cleared(line, people):
    remove(line, people)
    line.delete()


def of_a_writer_who_left(line, people):
    remove(line, people)
    User.objects.filter(pk=people["an"].pk).update(is_active=False, closed_at=timezone.now())


def of_nobody_any_more(line, people):
    remove(line, people)
    ChatLine.objects.filter(pk=line.pk).update(user=None)


def their_own(line, people):
    remove(line, people)
    ChatLine.objects.filter(pk=line.pk).update(user=people["staff"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happened", "no"),
    [
        (not_removed, moderation.NOT_REMOVED),
        (cleared, moderation.LINE_IS_GONE),
        (of_a_writer_who_left, moderation.NO_WRITER),
        (of_nobody_any_more, moderation.NO_WRITER),
        (their_own, moderation.OWN_LINE),
    ],
)
def test_a_line_that_cannot_be_put_back_says_why(room, people, lines, happened, no):
    number = lines[1].pk
    happened(lines[1], people)
    before = list(ChatLine.objects.values()), ModAction.objects.count(), Notice.objects.count()
    refused = services.restore_line(line_id=number, by=people["staff"], reason=SORRY)
    assert refused == no and no.sentence
    assert (list(ChatLine.objects.values()), ModAction.objects.count(), Notice.objects.count()) == before


def test_a_line_that_is_gone_cannot_be_removed_either(room, people, lines):
    number = lines[1].pk
    lines[1].delete()
    assert services.remove_line(line_id=number, by=people["staff"], reason=WHY) is None
    assert not ModAction.objects.exists()


def test_rounds_are_not_changed_by_any_of_this(room, people, lines):
    """A void is final: it has no opposite."""
    running = start_round(room_id=room.pk, by=people["cai"])
    close(room, people)
    before = list(Round.objects.filter(pk=running.pk).values())
    reopen(room, people)
    assert list(Round.objects.filter(pk=running.pk).values()) == before


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_takes_back_alike(tests_database):
    assert " passed" in run_tests_on(tests_database, __file__)
