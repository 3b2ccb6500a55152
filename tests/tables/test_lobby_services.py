"""What happens to rooms, told as stories: cai owns the room, an and binh sit with cai, khach watches."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.rounds.services import put_out_clock
from lobby import services, signals
from lobby.facts import facts_of
from lobby.models import Admission, ChatLine, Presence, Room, RoomEvent, Seat
from lobby.refusals import Code
from lobby.rounds import Rounds
from lobby.services import presence
from lobby.services.chat import JUST_SAID
from lobby.services.rooms import GUESSES, OPEN_ROOMS, ROOMS_AN_HOUR

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("cai", "an", "binh", "khach")}


@pytest.fixture
def room(people):
    """cai on 0, an on 1, binh on 2 of six chairs."""
    room = services.create_room(by=people["cai"], game="xidach", seats=6)
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    services.sit(room_id=room.pk, by=people["binh"], seat=2)
    room.refresh_from_db()
    return room


@pytest.fixture
def at_now(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


def ago(seconds):
    return NOW - timedelta(seconds=seconds)


def begin(room, chairs=(0, 1, 2)):
    services.rounds_started([(facts_of(services.lock(room.pk)), chairs)])


def end(room):
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))


def chairs(room):
    return {
        seat.number: seat.user.username if seat.user else "bot" for seat in room.seats.select_related("user")
    }


def events(room):
    return [event.kind for event in room.events.all()]


# --- opening a room ---------------------------------------------------------------------------


def test_the_creator_sits_on_chair_0_and_owns_the_room(people):
    room = services.create_room(by=people["cai"], game="xidach")
    assert (room.owner, chairs(room), room.status) == (people["cai"], {0: "cai"}, "open")
    assert room.options["stake"] == 1
    assert len(room.code) == 6
    assert "cai" in room.name


def test_the_link_of_an_unlisted_room_cannot_be_guessed(people):
    assert len(services.create_room(by=people["cai"], game="xidach", visibility="unlisted").code) == 26


def test_a_password_is_not_kept_as_written(people):
    room = services.create_room(by=people["cai"], game="xidach", visibility="password", password="mở ra")
    assert "mở ra" not in room.password


BAD_ROOMS = [
    ("game",         {"game": "poker"}),
    ("ruleset",      {"ruleset": "poker"}),
    ("seats",        {"seats": 1}),
    ("seats",        {"seats": 99}),
    ("seats",        {"seats": "4"}),
    ("name",         {"name": "x" * 41}),
    ("name",         {"name": "a\x00b"}),
    ("visibility",   {"visibility": "secret"}),
    ("password",     {"visibility": "password"}),
    ("password",     {"visibility": "password", "password": "x" * 65}),
    ("turn_seconds", {"turn_seconds": 9}),
    ("turn_seconds", {"turn_seconds": 301}),
    ("turn_seconds", {"turn_seconds": "30"}),
    ("spectators",   {"spectators": "yes"}),
    ("spectators_chat", {"spectators_chat": 1}),
    ("auto_start",   {"auto_start": 1}),
    ("auto_deal",    {"auto_deal": "yes"}),
    ("auto_next",    {"auto_next": 7}),
    ("auto_next",    {"auto_next": False}),
    ("back",         {"back": "gold"}),
    ("stake",        {"options": {"stake": 0}}),
    ("nothing",      {"options": {"nothing": 1}}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "asked"), BAD_ROOMS)
def test_a_room_that_cannot_be_says_which_field_is_wrong(people, field, asked):
    refusal = services.create_room(by=people["cai"], **({"game": "xidach"} | asked))
    assert (refusal.code, dict(refusal.facts)["field"]) == ("bad_options", field)
    assert not Room.objects.exists()


def test_one_person_keeps_only_so_many_rooms_open(people):
    rooms = [services.create_room(by=people["cai"], game="xidach") for _ in range(OPEN_ROOMS)]
    assert services.create_room(by=people["cai"], game="xidach").code == "too_many_rooms"
    services.close_room(room_id=rooms[0].pk, by=people["cai"])
    assert isinstance(services.create_room(by=people["cai"], game="xidach"), Room)
    assert isinstance(services.create_room(by=people["an"], game="xidach"), Room)


@pytest.mark.slow
def test_nor_opens_and_closes_them_all_evening(people):
    for _ in range(ROOMS_AN_HOUR):
        room = services.create_room(by=people["cai"], game="xidach")
        services.close_room(room_id=room.pk, by=people["cai"])
    assert services.create_room(by=people["cai"], game="xidach").code == "rate_limited"
    RoomEvent.objects.update(at=NOW - timedelta(days=1))
    assert isinstance(services.create_room(by=people["cai"], game="xidach"), Room)


def test_who_is_banned_opens_none(people):
    User.objects.filter(username="cai").update(is_active=False)
    assert services.create_room(by=people["cai"], game="xidach").code == "not_allowed"


# --- being let in -----------------------------------------------------------------------------


@pytest.fixture
def locked_room(people):
    return services.create_room(by=people["cai"], game="xidach", visibility="password", password="mở ra")


def test_who_gives_the_password_is_let_in(locked_room, people):
    an = people["an"]
    assert not services.may_enter(locked_room, an)
    assert services.join_with_password(room_id=locked_room.pk, by=an, password="mở").code == "wrong_password"
    assert not services.may_enter(locked_room, an)
    assert services.join_with_password(room_id=locked_room.pk, by=an, password="mở ra") == locked_room
    assert services.may_enter(locked_room, an)
    assert not services.may_enter(locked_room, people["binh"])


def test_guessing_a_password_ends_soon(locked_room, people):
    def guess(password):
        return services.join_with_password(room_id=locked_room.pk, by=people["an"], password=password)

    assert {guess("?").code for _ in range(GUESSES)} == {"wrong_password"}
    assert guess("mở ra").code == "rate_limited"


def test_a_closed_room_lets_nobody_in_any_more(locked_room, people):
    services.close_room(room_id=locked_room.pk, by=people["cai"])
    refusal = services.join_with_password(room_id=locked_room.pk, by=people["an"], password="mở ra")
    assert refusal.code == "room_closed"


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_without_a_password_anybody_logged_in_may_enter(people, visibility):
    room = services.create_room(by=people["cai"], game="xidach", visibility=visibility)
    assert services.may_enter(room, people["khach"])
    assert not services.may_enter(room, AnonymousUser())


def test_who_has_no_seat_watches_where_spectators_are_let(room, people):
    assert services.may_watch(room, people["khach"])
    services.change_options(room_id=room.pk, by=people["cai"], spectators=False)
    room.refresh_from_db()
    assert not services.may_watch(room, people["khach"])
    assert services.may_watch(room, people["an"])


def test_what_exists_for_whom(people, locked_room):
    public = services.create_room(by=people["cai"], game="xidach")
    unlisted = services.create_room(by=people["cai"], game="xidach", visibility="unlisted")

    def seen_by(person):
        return set(Room.objects.visible_to(person))

    assert seen_by(people["cai"]) == {public, unlisted, locked_room}
    assert seen_by(people["an"]) == {public}
    assert seen_by(AnonymousUser()) == seen_by(None) == set()
    services.join_with_password(room_id=locked_room.pk, by=people["an"], password="mở ra")
    services.seen([(unlisted.pk, people["an"].pk)], NOW)  # came by its link
    assert seen_by(people["an"]) == {public, unlisted, locked_room}
    assert seen_by(people["binh"]) == {public}


def test_a_code_is_typed_in_any_case(room):
    assert Room.objects.called(room.code.upper()).get() == room


# --- chairs -----------------------------------------------------------------------------------


def test_who_sits_moves_chair_between_rounds_and_stays_as_they_were(room, people):
    services.set_ready(room_id=room.pk, by=people["an"], ready=True)
    services.sit(room_id=room.pk, by=people["an"], seat=5)
    assert chairs(room) == {0: "cai", 2: "binh", 5: "an"}
    assert room.seats.get(number=5).ready


def test_sitting_where_one_sits_changes_nothing(room, people):
    assert services.sit(room_id=room.pk, by=people["an"], seat=1).version == room.version


def test_who_sits_down_during_a_round_plays_from_the_next(room, people):
    begin(room)
    services.sit(room_id=room.pk, by=people["khach"], seat=3)
    seat = room.seats.get(number=3)
    assert not seat.in_round
    assert not seat.ready


def test_who_stands_up_during_a_round_leaves_when_it_ends(room, people):
    begin(room)
    services.stand_up(room_id=room.pk, by=people["an"])
    services.stand_up(room_id=room.pk, by=people["an"])
    assert chairs(room) == {0: "cai", 1: "an", 2: "binh"}
    end(room)
    assert chairs(room) == {0: "cai", 2: "binh"}


def test_who_sits_out_leaves_at_once(room, people):
    begin(room, chairs=[0, 1])
    services.stand_up(room_id=room.pk, by=people["binh"])
    assert chairs(room) == {0: "cai", 1: "an"}


def test_an_owner_who_stands_up_stays_the_owner(room, people):
    services.stand_up(room_id=room.pk, by=people["cai"])
    room.refresh_from_db()
    assert (room.owner, facts_of(room).owner) == (people["cai"], None)


def test_readiness_holds_from_round_to_round_and_starting_is_the_owners(room, people):
    services.set_ready(room_id=room.pk, by=people["an"], ready=True)
    begin(room, chairs=[0, 1])
    end(room)
    ready = set(room.seats.filter(ready=True).values_list("number", flat=True))
    assert ready == {0, 1}
    assert not room.seats.filter(in_round=True).exists()


def test_bots_are_ready_and_no_two_have_one_name(room, people):
    for chair in (3, 4, 5):
        services.add_bot(room_id=room.pk, by=people["cai"], seat=chair, level="house")
    bots = room.seats.filter(user=None)
    assert len({bot.bot_name for bot in bots}) == 3
    assert all(bot.ready and bot.bot_name.startswith("Máy ") for bot in bots)


def test_a_bot_that_plays_is_taken_away_when_the_round_ends(room, people):
    for chair in (3, 4):
        services.add_bot(room_id=room.pk, by=people["cai"], seat=chair, level="house")
    begin(room, chairs=[0, 1, 2, 3])
    for chair in (3, 4):
        services.remove_bot(room_id=room.pk, by=people["cai"], seat=chair)
    assert set(chairs(room)) == {0, 1, 2, 3}
    end(room)
    assert set(chairs(room)) == {0, 1, 2}


def test_who_is_kicked_does_not_sit_here_again(room, people):
    services.kick(room_id=room.pk, by=people["cai"], seat=1, reason="ngủ gật")
    event = room.events.get(kind="kick")
    assert (event.by, event.to, event.facts) == (people["cai"], people["an"], {"seat": 1})
    assert (event.said.text, event.said.user, event.said.room) == ("ngủ gật", people["cai"], room)
    assert chairs(room) == {0: "cai", 2: "binh"}
    assert services.sit(room_id=room.pk, by=people["an"], seat=1).code == "not_allowed"
    assert services.say(room_id=room.pk, by=people["an"], text="ơ kìa").code == "muted"
    assert services.may_watch(room, people["an"])
    assert facts_of(room).kicked == {people["an"].pk: "an"}


def test_a_kick_is_taken_back(room, people):
    services.kick(room_id=room.pk, by=people["cai"], seat=1, reason="đánh chậm")
    assert services.unkick(room_id=room.pk, by=people["an"], player="an").code == "not_owner"
    assert services.unkick(room_id=room.pk, by=people["cai"], player="binh").code == "not_kicked"
    assert services.unkick(room_id=room.pk, by=people["cai"], player="AN").version > room.version
    assert services.unkick(room_id=room.pk, by=people["cai"], player="an").code == "not_kicked"
    assert isinstance(services.sit(room_id=room.pk, by=people["an"], seat=1), Room)
    assert isinstance(services.say(room_id=room.pk, by=people["an"], text="ơ kìa"), ChatLine)
    event = room.events.get(kind="unkick")
    assert (event.by, event.to) == (people["cai"], people["an"])


def test_who_is_kicked_during_a_round_plays_it_to_the_end(room, people):
    begin(room)
    services.kick(room_id=room.pk, by=people["cai"], seat=1)
    assert chairs(room)[1] == "an"
    end(room)
    assert chairs(room) == {0: "cai", 2: "binh"}
    assert services.sit(room_id=room.pk, by=people["an"], seat=1).code == "not_allowed"


# --- the owner's words ------------------------------------------------------------------------


def test_a_room_is_handed_over(room, people):
    services.hand_over(room_id=room.pk, by=people["cai"], seat=2)
    room.refresh_from_db()
    assert room.owner == people["binh"]
    event = room.events.get(kind="hand_over")
    assert (event.by, event.to) == (people["cai"], people["binh"])
    assert services.hand_over(room_id=room.pk, by=people["cai"], seat=1).code == "not_owner"


def test_handing_over_to_oneself_changes_nothing(room, people):
    assert services.hand_over(room_id=room.pk, by=people["cai"], seat=0).version == room.version
    assert events(room) == ["create"]


def test_what_is_not_named_stays_and_what_changed_is_announced(room, people):
    services.change_options(room_id=room.pk, by=people["cai"], options={"stake": 5}, turn_seconds=45)
    services.change_options(room_id=room.pk, by=people["cai"], options={"pay_xi_bang": 2}, spectators=False)
    room.refresh_from_db()
    assert (room.options["stake"], room.options["pay_xi_bang"], room.turn_seconds) == (5, 2, 45)
    first, second = room.events.filter(kind="options")
    assert set(first.facts) == {"options", "turn_seconds"}
    assert first.facts["turn_seconds"] == [30, 45]
    assert [options["stake"] for options in first.facts["options"]] == [1, 5]
    assert set(second.facts) == {"options", "spectators"}


def test_naming_what_is_so_already_changes_nothing(room, people):
    services.change_options(room_id=room.pk, by=people["cai"], options={"stake": 1}, turn_seconds=30)
    assert events(room) == ["create"]


def test_another_ruleset_takes_over_what_the_house_chose_itself(room, people):
    services.change_options(room_id=room.pk, by=people["cai"], options={"stake": 5, "pay_ngu_linh": 3})
    services.change_options(room_id=room.pk, by=people["cai"], ruleset="vipgame")
    room.refresh_from_db()
    assert room.ruleset == "vipgame"
    assert room.options["pay_ngu_linh"] == 3
    assert "stake" not in room.options
    assert "max_stake" in room.options


def test_a_closed_room_stays_closed(room, people):
    services.close_room(room_id=room.pk, by=people["cai"])
    room.refresh_from_db()
    assert room.status == "closed"
    assert room.closed_at is not None
    assert events(room)[-1] == "close"


# --- chat -------------------------------------------------------------------------------------


def test_watchers_speak_where_the_room_lets_them(room, people):
    services.say(room_id=room.pk, by=people["khach"], text="  hay\nquá ")
    services.change_options(room_id=room.pk, by=people["cai"], spectators=False)
    assert services.say(room_id=room.pk, by=people["khach"], text="ơ").code == "not_seated"
    services.say(room_id=room.pk, by=people["an"], text="<b>đi</b>")
    assert [line.text for line in ChatLine.objects.all()] == ["hay quá", "<b>đi</b>"]


def test_the_owner_may_leave_the_chat_to_those_who_sit(people):
    room = services.create_room(by=people["cai"], game="xidach", spectators_chat=False)
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    assert services.say(room_id=room.pk, by=people["khach"], text="ơ").code == "not_seated"
    assert isinstance(services.say(room_id=room.pk, by=people["an"], text="ơ"), ChatLine)
    services.change_options(room_id=room.pk, by=people["cai"], spectators_chat=True)
    assert isinstance(services.say(room_id=room.pk, by=people["khach"], text="ơ"), ChatLine)


def say(room, person, text):
    """The code with which it is refused, or None."""
    return getattr(services.say(room_id=room.pk, by=person, text=text), "code", None)


@pytest.mark.slow
def test_nobody_talks_the_table_full(room, people, at_now):
    """Five lines in ten seconds, and twenty in two minutes."""
    for seconds in (15, 60, 100, 110):
        said = [say(room, people["an"], f"nhanh lên {seconds} {n}") for n in range(5)]
        assert said == [None] * 5 and say(room, people["an"], "chào") == "rate_limited"
        ChatLine.objects.update(at=ago(seconds))
    assert say(room, people["an"], "chào") == "rate_limited"
    assert say(room, people["binh"], "chào") is None
    ChatLine.objects.update(at=ago(120))
    assert say(room, people["an"], "chào") is None


def test_the_same_is_not_said_again_at_once(room, people, at_now):
    assert say(room, people["an"], "Nhanh lên!") is None
    for same in ("Nhanh lên!", "nhanh lên", "NHANH  LÊN!!!", "nhanhlên…"):
        refused = services.say(room_id=room.pk, by=people["an"], text=same)
        assert refused == JUST_SAID and refused.code == "rate_limited"
    assert say(room, people["binh"], "Nhanh lên!") is None  # it is their first time
    assert say(room, people["an"], "Nhanh lên nào") is None
    ChatLine.objects.update(at=ago(30))
    assert say(room, people["an"], "nhanh lên") is None


GREETINGS = ["Chào cả nhà!", "xin chào", "Hi :)", "GG", "你好！", "😂", ":laugh:", "Từ từ…"]


@pytest.mark.slow
@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_greeting_may_be_said_to_each_who_comes(room, people, greeting):
    assert [say(room, people["an"], greeting) for _ in range(3)] == [None] * 3


# --- what the world hears ---------------------------------------------------------------------


@pytest.fixture
def heard():
    """The signals sent, by name."""
    names = ("room_changed", "rooms_listed", "chat_said")
    told, receivers = [], []
    for name in names:

        def receive(sender, name=name, **facts):
            told.append(name)

        receivers.append((getattr(signals, name), receive))
        getattr(signals, name).connect(receive)
    yield told
    for signal, receive in receivers:
        signal.disconnect(receive)


def test_the_world_hears_after_the_commit(room, people, heard, django_capture_on_commit_callbacks):
    version = room.version
    with django_capture_on_commit_callbacks() as later:
        services.set_ready(room_id=room.pk, by=people["an"], ready=True)
        assert not [name for name in heard if name == "room_changed"]
    for callback in later:
        callback()
    room.refresh_from_db()
    assert room.version == version + 1
    assert heard[-1] == "room_changed"


LISTED = "room_changed rooms_listed"
HEARD = [
    # said                                                                heard
    (lambda r, p: services.sit(room_id=r, by=p["khach"], seat=4),         LISTED),
    (lambda r, p: services.set_ready(room_id=r, by=p["an"], ready=True),  "room_changed"),
    (lambda r, p: services.set_ready(room_id=r, by=p["an"], ready=False), ""),
    (lambda r, p: services.say(room_id=r, by=p["an"], text="ừ"),          "chat_said"),
    (lambda r, p: services.create_room(by=p["an"], game="xidach"),        LISTED),
    (lambda r, p: services.close_room(room_id=r, by=p["cai"]),            LISTED),
    (lambda r, p: services.close_room(room_id=r, by=p["an"]),             ""),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("said", "told"), HEARD)
def test_who_hears_of_what(room, people, heard, django_capture_on_commit_callbacks, said, told):
    heard.clear()
    with django_capture_on_commit_callbacks(execute=True):
        said(room.pk, people)
    assert heard == told.split()


@pytest.fixture
def no_rounds(monkeypatch):
    """The rounds of a house where nothing is kept."""

    def fail(room, staff=None):
        raise RuntimeError

    rounds = Rounds(opened=fail, closed=fail, awaiting=lambda *asked: set())
    monkeypatch.setattr("lobby.rounds._rounds", rounds)


def test_rounds_that_fail_undo_the_closing(room, people, no_rounds):
    with pytest.raises(RuntimeError):
        services.close_room(room_id=room.pk, by=people["cai"])
    room.refresh_from_db()
    assert (room.status, events(room)) == ("open", ["create"])


def test_rounds_that_fail_undo_the_opening(people, no_rounds):
    with pytest.raises(RuntimeError):
        services.create_room(by=people["cai"], game="xidach")
    assert not Room.objects.exists() and not RoomEvent.objects.exists()


# --- auto start -------------------------------------------------------------------------------


@pytest.fixture
def auto_room(people, at_now):
    """cai and an sit; cai is ready."""
    room = services.create_room(by=people["cai"], game="xidach", auto_start=True)
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    services.set_ready(room_id=room.pk, by=people["cai"], ready=True)
    return room


def starts_in(room):
    room.refresh_from_db()
    return room.start_at and (room.start_at - NOW).total_seconds()


def test_the_table_starts_by_itself_when_all_who_sit_are_ready(auto_room, people):
    assert starts_in(auto_room) is None
    services.set_ready(room_id=auto_room.pk, by=people["an"], ready=True)
    assert starts_in(auto_room) == 3
    services.sit(room_id=auto_room.pk, by=people["binh"], seat=2)
    assert starts_in(auto_room) is None
    services.stand_up(room_id=auto_room.pk, by=people["binh"])
    assert starts_in(auto_room) == 3


def test_a_table_that_says_it_too_early_does_not_put_out_the_clock(auto_room, people):
    """Its process had not heard yet that somebody changed their mind, and back again."""
    services.set_ready(room_id=auto_room.pk, by=people["an"], ready=True)
    assert put_out_clock(room_id=auto_room.pk).code == Code.STALE
    assert starts_in(auto_room) == 3


def test_and_again_after_each_round(auto_room, people):
    services.set_ready(room_id=auto_room.pk, by=people["an"], ready=True)
    begin(auto_room, chairs=[0, 1])
    assert starts_in(auto_room) is None
    end(auto_room)
    assert starts_in(auto_room) == 3


def test_but_not_alone_nor_without_the_nha_cai_nor_for_nobody(auto_room, people):
    services.stand_up(room_id=auto_room.pk, by=people["an"])
    assert starts_in(auto_room) is None
    services.add_bot(room_id=auto_room.pk, by=people["cai"], seat=2, level="house")
    assert starts_in(auto_room) == 3
    auto_room.seats.filter(number=0).update(away=True)
    begin(auto_room, chairs=[0, 2])
    end(auto_room)
    assert starts_in(auto_room) is None
    assert services.back(auto_room.pk, people["cai"].pk)
    assert starts_in(auto_room) == 3
    services.add_bot(room_id=auto_room.pk, by=people["cai"], seat=3, level="house")
    services.stand_up(room_id=auto_room.pk, by=people["cai"])
    assert starts_in(auto_room) is None


def test_where_the_owner_starts_the_table_does_not(room, people):
    for name in ("cai", "an", "binh"):
        services.set_ready(room_id=room.pk, by=people[name], ready=True)
    room.refresh_from_db()
    assert room.start_at is None
    services.change_options(room_id=room.pk, by=people["cai"], auto_start=True)
    room.refresh_from_db()
    assert room.start_at is not None


# --- who is there -----------------------------------------------------------------------------


def count(call):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        call()
    return len([q for q in queries if not q["sql"].startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))])


def test_presence_is_one_statement_for_any_number_of_people(room, people):
    pairs = [(room.pk, person.pk) for person in people.values()]
    assert count(lambda: services.seen(pairs[:1], NOW)) == 1
    assert count(lambda: services.seen(pairs + pairs, NOW + timedelta(seconds=10))) == 1
    assert set(Presence.objects.values_list("seen_at", flat=True)) == {NOW + timedelta(seconds=10)}
    assert Presence.objects.count() == 4
    services.seen([], NOW)


def test_two_timeouts_running_are_away_and_any_action_ends_it(room, people):
    an = people["an"]
    begin(room)
    assert [services.note_timeout(room.pk, an.pk) for _ in range(3)] == [False, True, False]
    assert room.seats.get(user=an).away
    assert services.back(room.pk, an.pk)
    seat = room.seats.get(user=an)
    assert (seat.away, seat.timeouts) == (False, 0)
    assert count(lambda: services.back(room.pk, an.pk)) == 1


def test_other_processes_hear_of_the_first_timeout_and_of_its_end(room, people):
    """Whoever moves there is counted from what that process knows."""
    before = room.version
    services.note_timeout(room.pk, people["an"].pk)
    assert Room.objects.get(pk=room.pk).version == before + 1
    services.back(room.pk, people["an"].pk)
    assert Room.objects.get(pk=room.pk).version == before + 2


def test_a_move_between_two_timeouts_counts_them_anew(room, people):
    an = people["an"]
    for _ in range(3):
        assert not services.note_timeout(room.pk, an.pk)
        assert not services.back(room.pk, an.pk)
    assert not services.note_timeout(room.pk, people["khach"].pk)


# --- tidying up -------------------------------------------------------------------------------


def was_seen(room, person, seconds):
    services.seen([(room.pk, person.pk)], ago(seconds))


def backdate(room, seconds):
    Room.objects.filter(pk=room.pk).update(created_at=ago(seconds))


def away(room):
    return set(room.seats.filter(away=True).values_list("number", flat=True))


AWAY = [
    # last seen, plays,  away
    (59,         True,   False),
    (61,         True,   True),
    (61,         False,  False),  # sits out: nobody waits for them
    (None,       True,   False),  # never came, so is not gone
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "plays", "expected"), AWAY)
def test_who_is_gone_for_a_minute_of_a_round_is_away(room, people, seconds, plays, expected):
    begin(room, chairs=[0, 1] if plays else [0, 2])
    if seconds is not None:
        was_seen(room, people["an"], seconds)
    room.refresh_from_db()
    services.tidy(NOW)
    assert (1 in away(room)) == expected
    assert Room.objects.get().version == room.version + expected


def test_nobody_is_away_between_rounds(room, people):
    was_seen(room, people["an"], 61)
    services.tidy(NOW)
    assert not away(room)


def test_the_world_hears_once_who_is_away(room, people, heard, django_capture_on_commit_callbacks):
    begin(room)
    for name in ("an", "binh"):
        was_seen(room, people[name], 61)
    heard.clear()
    with django_capture_on_commit_callbacks(execute=True):
        services.tidy(NOW)
        services.tidy(NOW)
    assert heard == ["room_changed"]


def test_an_owner_who_is_gone_leaves_the_room_to_who_has_sat_longest(room, people):
    was_seen(room, people["cai"], 91)
    was_seen(room, people["an"], 31)  # sat down first, but is not there
    was_seen(room, people["binh"], 5)
    services.tidy(NOW)
    room.refresh_from_db()
    assert room.owner == people["binh"]
    event = room.events.get(kind="hand_over")
    assert (event.by, event.to) == (None, people["binh"])
    services.tidy(NOW)
    assert events(room).count("hand_over") == 1


def test_a_room_that_cannot_be_tidied_keeps_no_other_waiting(room, people, monkeypatch):
    rooms = [room, services.create_room(by=people["khach"], game="xidach")]
    services.sit(room_id=rooms[1].pk, by=people["an"], seat=1)
    for one, owner in zip(rooms, ("cai", "khach"), strict=True):
        was_seen(one, people[owner], 91)
        was_seen(one, people["an"], 5)
    passes = presence.pass_to

    def pass_to(one, heir, *, by):
        if one.pk == rooms[0].pk:
            raise KeyError("no such game here")
        return passes(one, heir, by=by)

    monkeypatch.setattr(presence, "pass_to", pass_to)
    services.tidy(NOW)
    assert [Room.objects.get(pk=one.pk).owner.username for one in rooms] == ["cai", "an"]


STAYS = [
    # why                        cai seen  an seen  playing
    ("is only just gone",        89,       5,       False),
    ("never came",               None,     5,       False),
    ("nobody else is there",     91,       31,      False),
    ("the round plays on",       91,       5,       True),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("cai", "an", "playing"), [row[1:] for row in STAYS], ids=[row[0] for row in STAYS])
def test_an_owner_stays_the_owner_because(room, people, cai, an, playing):
    for name, seconds in (("cai", cai), ("an", an)):
        if seconds is not None:
            was_seen(room, people[name], seconds)
    if playing:
        begin(room)
    services.tidy(NOW)
    room.refresh_from_db()
    assert room.owner == people["cai"]


def test_a_watcher_does_not_inherit(room, people):
    was_seen(room, people["cai"], 91)
    was_seen(room, people["khach"], 1)
    services.tidy(NOW)
    room.refresh_from_db()
    assert room.owner == people["cai"]


EMPTY = [
    # made ago, last seen ago, playing, closes
    (700,       601,           False,   True),
    (700,       599,           False,   False),
    (700,       601,           True,    False),  # the round plays on
    (700,       None,          False,   True),   # made, and nobody ever came
    (599,       None,          False,   False),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("made", "seconds", "playing", "closes"), EMPTY)
def test_a_room_that_everybody_left_closes(room, people, made, seconds, playing, closes):
    backdate(room, made)
    if seconds is not None:
        was_seen(room, people["khach"], seconds)
    if playing:
        begin(room)
    services.tidy(NOW)
    services.tidy(NOW)
    room.refresh_from_db()
    assert (room.status == "closed") == closes
    assert events(room).count("close") == closes


def test_a_room_laid_out_in_advance_waits_for_its_people(people):
    call_command("open_tables", 1, stdout=StringIO())
    room = Room.objects.get()
    backdate(room, 7200)
    services.tidy(NOW)
    room.refresh_from_db()
    assert (room.status, len(chairs(room))) == ("open", 4)
    was_seen(room, room.owner, 601)  # came, and left
    services.tidy(NOW)
    room.refresh_from_db()
    assert room.status == "closed"


def test_an_outage_counts_for_nobody(room, people):
    backdate(room, 7200)
    for name in ("cai", "an"):
        was_seen(room, people[name], 3600)
    services.tidy(NOW, up_since=ago(59))
    services.tidy(NOW, up_since=ago(599))
    room.refresh_from_db()
    assert (room.status, room.owner) == ("open", people["cai"])
    services.tidy(NOW, up_since=ago(601))
    room.refresh_from_db()
    assert room.status == "closed"


def many_rooms(people, number):
    for i in range(number):
        room = Room.objects.create(code=f"r{i}", name="r", game="xidach", ruleset="classic", seat_count=4)
        Seat.objects.create(room=room, number=0, user=people["cai"], in_round=True)
        Room.objects.filter(pk=room.pk).update(owner=people["cai"], status="playing")
        was_seen(room, people["cai"], 61)


@pytest.mark.slow
def test_tidying_costs_the_same_for_one_room_and_for_fifty(people):
    many_rooms(people, 1)
    for_one = count(lambda: services.tidy(NOW))
    Room.objects.all().delete()
    many_rooms(people, 50)
    assert count(lambda: services.tidy(NOW)) == for_one  # somebody away in each
    assert Seat.objects.filter(away=True).count() == 50
    assert count(lambda: services.tidy(NOW)) <= 3  # nothing left to do


def test_rows_that_refer_to_a_kick_outlive_a_second_one(room, people):
    """Handed over, the new owner kicks the old one; a password given before still lets them watch."""
    services.hand_over(room_id=room.pk, by=people["cai"], seat=1)
    services.kick(room_id=room.pk, by=people["an"], seat=0, reason="đổi cái")
    assert Admission.objects.get().kicked
    assert services.may_enter(room, people["cai"])
