"""The words of a room: how they are read at the door, and who may say which when."""

from copy import deepcopy
from typing import get_args

import pytest
from django.db import transaction

from accounts.models import User
from games.rounds.models import Round
from games.rounds.services import start_round, why_no_start
from lobby import services, words
from lobby.catalogue import Option
from lobby.facts import facts_of
from lobby.models import Admission, ChatLine, Room, RoomEvent, Seat
from lobby.refusals import Refusal
from lobby.services import rights

# --- read at the door -------------------------------------------------------------------------

WELL_FORMED = [
    # the frame                                        what it says
    ({"room": "sit", "seat": 2},                       words.Sit(2)),
    ({"room": "sit", "seat": 2, "more": [1]},          words.Sit(2)),
    ({"room": "stand_up"},                             words.StandUp()),
    ({"room": "ready", "ready": False},                words.Ready(False)),
    ({"room": "start"},                                words.Start()),
    ({"room": "bot", "seat": 3, "level": "house"},     words.AddBot(3, "house")),
    ({"room": "bot", "seat": 3, "level": "house", "name": " Cô  Tấm "}, words.AddBot(3, "house", "Cô Tấm")),
    ({"room": "unbot", "seat": 3},                     words.RemoveBot(3)),
    ({"room": "kick", "seat": 3, "reason": " đi  mà "}, words.Kick(3, "đi mà")),
    ({"room": "kick", "seat": 3},                      words.Kick(3, "")),
    ({"room": "kick", "seat": 3, "why": "slow"},       words.Kick(3, "", "slow")),
    ({"room": "kick", "seat": 3, "why": ""},           words.Kick(3)),
    ({"room": "unkick", "player": " An  Nhiên "},      words.Unkick("An Nhiên")),
    ({"room": "bench", "seat": 3},                     words.Bench(3)),
    ({"room": "unbench", "player": " An  Nhiên "},     words.Unbench("An Nhiên")),
    ({"room": "hand_over", "seat": 0},                 words.HandOver(0)),
    ({"room": "options", "options": {"stake": 5}},     words.ChangeOptions(options={"stake": 5})),
    ({"room": "options", "spectators": False},         words.ChangeOptions(spectators=False)),
    ({"room": "options", "spectators_chat": False},    words.ChangeOptions(spectators_chat=False)),
    ({"room": "options", "turn_seconds": 9},           words.ChangeOptions(turn_seconds=9)),
    ({"room": "close"},                                words.Close()),
    ({"room": "chat", "text": "ăn rồi"},               words.Say("ăn rồi")),
    ({"room": "chat", "text": "hai\ndòng\tthôi"},      words.Say("hai dòng thôi")),
    ({"room": "chat", "text": "x" * 300},              words.Say("x" * 300)),
    ({"room": "chat", "text": "👨‍👩‍👧"},                  words.Say("👨‍👩‍👧")),
    ({"room": "chat", "text": "a\u202eb"},             words.Say("ab")),
]  # fmt: skip

MALFORMED = [
    {}, {"room": None}, {"room": 7}, {"room": ["sit"]}, {"room": ""}, {"room": "void"},
    {"room": "SIT", "seat": 1}, {"room": "sit"}, {"room": "sit", "seat": "2"}, {"room": "sit", "seat": 2.0},
    {"room": "sit", "seat": True}, {"room": "sit", "seat": -1}, {"room": "sit", "seat": None},
    {"room": "sit", "seat": [2]},
    {"room": "ready"}, {"room": "ready", "ready": 1}, {"room": "ready", "ready": "true"},
    {"room": "bot", "seat": 3}, {"room": "bot", "level": "house"}, {"room": "bot", "seat": 3, "level": "god"},
    {"room": "bot", "seat": 3, "level": ["house"]},
    {"room": "bot", "seat": 3, "level": "house", "name": "x" * 41},
    {"room": "bot", "seat": 3, "level": "house", "name": None},
    {"room": "unbot"}, {"room": "hand_over"}, {"room": "kick"},
    {"room": "kick", "seat": 3, "reason": "x" * 101}, {"room": "kick", "seat": 3, "reason": None},
    {"room": "bench"}, {"room": "bench", "seat": "3"}, {"room": "unbench"}, {"room": "unbench", "player": ""},
    {"room": "kick", "seat": 3, "why": "x"}, {"room": "kick", "seat": 3, "why": None},
    {"room": "unkick"}, {"room": "unkick", "player": 3}, {"room": "unkick", "player": " "},
    {"room": "unkick", "player": "x" * 33}, {"room": "options", "spectators_chat": "yes"},
    {"room": "options", "options": []}, {"room": "options", "options": None},
    {"room": "options", "turn_seconds": "30"}, {"room": "options", "turn_seconds": True},
    {"room": "options", "spectators": "yes"}, {"room": "options", "auto_start": 0},
    {"room": "options", "auto_deal": 1}, {"room": "options", "auto_next": True},
    {"room": "options", "auto_next": "8"},
    {"room": "options", "ruleset": 1}, {"room": "options", "ruleset": "x" * 17},
    {"room": "chat"}, {"room": "chat", "text": 5}, {"room": "chat", "text": ""},
    {"room": "chat", "text": " \n "},
    {"room": "chat", "text": "x" * 301}, {"room": "chat", "text": "\u200b\u200b"},
    {"room": "chat", "text": "a\x00b"}, {"room": "chat", "text": "\ud83d"},
]  # fmt: skip


@pytest.mark.parametrize(("frame", "word"), WELL_FORMED)
def test_a_well_formed_word_is_read(frame, word):
    assert words.read_room_word(frame, from_form=False) == word


@pytest.mark.parametrize("frame", MALFORMED, ids=repr)
def test_anything_else_is_malformed(frame):
    assert words.read_room_word(frame, from_form=False).code == "malformed"


IN_FORMS = [
    ({"room": "sit", "seat": "2"},                   words.Sit(2)),
    ({"room": "sit", "seat": 2},                     words.Sit(2)),
    ({"room": "ready", "ready": "true"},             words.Ready(True)),
    ({"room": "ready", "ready": "no"},               words.Ready(False)),
    ({"room": "chat", "text": "7"},                  words.Say("7")),
    ({"room": "chat", "text": "true"},               words.Say("true")),
    ({"room": "kick", "seat": "1", "reason": "30"},  words.Kick(1, "30")),
    ({"room": "options", "spectators": "yes", "auto_start": "no", "auto_deal": "yes", "auto_next": "8"},
     words.ChangeOptions(spectators=True, auto_start=False, auto_deal=True, auto_next=8)),
    ({"room": "options", "turn_seconds": "45", "opt_stake": "5", "x": "y"},
     words.ChangeOptions(turn_seconds=45, form={"opt_stake": "5"})),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "word"), IN_FORMS)
def test_in_forms_a_field_is_read_by_its_type(fields, word):
    assert words.read_room_word(fields, from_form=True) == word


@pytest.mark.parametrize("seat", ["", "two", "2.0", "-1", "1e1", "٢", "true", "99999999999"])
def test_a_forms_number_is_still_a_number(seat):
    assert words.read_room_word({"room": "sit", "seat": seat}, from_form=True).code == "malformed"


OPTIONS = (
    Option(name="stake", default=1, kind="int", low=1, high=9, accepts=lambda value: value in range(1, 10)),
    Option(name="flag", default=True, kind="bool", accepts=lambda value: type(value) is bool),
    Option(name="points", default=[3, 1], kind="ints", low=-9, high=9, length=2, accepts=bool),
)
OPTION_FIELDS = [
    # what the form sends                          what it says
    ({},                                           {}),
    ({"opt_stake": "5", "name": "bàn"},            {"stake": 5}),
    ({"opt_flag": "on"},                           {"flag": True}),
    ({"opts": "stake,flag"},                       {"flag": False}),  # shown and not ticked
    ({"opts": "flag", "opt_flag": "on"},           {"flag": True}),
    ({"opt_points": "3, -1"},                      {"points": [3, -1]}),
    ({"opt_points": "3,x"},                        {"points": [3, "x"]}),  # the rulebook will refuse it
    ({"opt_points": ["3", " -1"]},                 {"points": [3, -1]}),  # a field for each
    ({"opt_stake": "a lot", "opt_none": "1"},      {"stake": "a lot", "none": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "given"), OPTION_FIELDS)
def test_a_forms_options_are_read_by_their_kind(fields, given):
    assert words.read_option_fields(OPTIONS, fields) == given


# --- who may say which when -------------------------------------------------------------------

# A password room of six chairs: cai owns it and sits on 0, an sits on 1, binh on 2, a bot on 3. khach
# gave the password, was asked to sit out and watches, la never did, dau was kicked, and meo is a guest
# who watches.
ROLES = {
    "owner": "cai",
    "seated": "an",
    "watcher": "khach",
    "stranger": "la",
    "kicked": "dau",
    "guest": "meo",
}

SAID = {
    "sit": words.Sit(4),
    "stand_up": words.StandUp(),
    "ready": words.Ready(True),
    "start": words.Start(),
    "bot": words.AddBot(4, "house"),
    "unbot": words.RemoveBot(3),
    "kick": words.Kick(2, "ngủ gật"),
    "unkick": words.Unkick("dau"),
    "bench": words.Bench(2),
    "unbench": words.Unbench("khach"),
    "hand_over": words.HandOver(2),
    "options": words.ChangeOptions(options={"stake": 5}),
    "close": words.Close(),
    "chat": words.Say("chào"),
}

OPEN = """
            owner          seated         watcher        stranger       kicked         guest
sit         ok             ok             ok             not_allowed    not_allowed    ok
stand_up    ok             ok             not_seated     not_seated     not_seated     not_seated
ready       ok             ok             not_seated     not_seated     not_seated     not_seated
start       ok             not_owner      not_owner      not_owner      not_owner      not_owner
bot         ok             not_owner      not_owner      not_owner      not_owner      not_owner
unbot       ok             not_owner      not_owner      not_owner      not_owner      not_owner
kick        ok             not_owner      not_owner      not_owner      not_owner      not_owner
unkick      ok             not_owner      not_owner      not_owner      not_owner      not_owner
bench       ok             not_owner      not_owner      not_owner      not_owner      not_owner
unbench     ok             not_owner      not_owner      not_owner      not_owner      not_owner
hand_over   ok             not_owner      not_owner      not_owner      not_owner      not_owner
options     ok             not_owner      not_owner      not_owner      not_owner      not_owner
close       ok             not_owner      not_owner      not_owner      not_owner      not_owner
chat        ok             ok             ok             not_seated     muted          ok
"""

# The same for who plays and for who sits out.
PLAYING = """
            owner          seated         watcher        stranger       kicked         guest
sit         round_running  round_running  ok             not_allowed    not_allowed    ok
stand_up    ok             ok             not_seated     not_seated     not_seated     not_seated
ready       ok             ok             not_seated     not_seated     not_seated     not_seated
start       round_running  not_owner      not_owner      not_owner      not_owner      not_owner
bot         ok             not_owner      not_owner      not_owner      not_owner      not_owner
unbot       ok             not_owner      not_owner      not_owner      not_owner      not_owner
kick        ok             not_owner      not_owner      not_owner      not_owner      not_owner
unkick      ok             not_owner      not_owner      not_owner      not_owner      not_owner
bench       ok             not_owner      not_owner      not_owner      not_owner      not_owner
unbench     ok             not_owner      not_owner      not_owner      not_owner      not_owner
hand_over   round_running  not_owner      not_owner      not_owner      not_owner      not_owner
options     round_running  not_owner      not_owner      not_owner      not_owner      not_owner
close       round_running  not_owner      not_owner      not_owner      not_owner      not_owner
chat        ok             ok             ok             not_seated     muted          ok
"""

CHAIRS = {"open": None, "playing": [0, 1, 2, 3], "sitting_out": [2, 3]}


def cells():
    for state, table in (("open", OPEN), ("playing", PLAYING), ("sitting_out", PLAYING)):
        head, *rows = (line.split() for line in table.strip().splitlines())
        for word, *codes in rows:
            yield from ((state, role, word, code) for role, code in zip(head, codes, strict=True))
    yield from (("closed", role, word, "room_closed") for role in ROLES for word in SAID)


@pytest.fixture(scope="module")
def once(django_db_setup, django_db_blocker):
    """The people and their room, made once: what a test does to them is undone at its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = {
            name: User.objects.create_user(username=name)
            for name in ("cai", "an", "binh", "khach", "la", "dau")
        }
        people |= {"meo": User.objects.create_user(username="meo", is_guest=True)}
        yield people, room_of(people)
        transaction.set_rollback(True)


def room_of(people):
    room = services.create_room(
        by=people["cai"], game="xidach", seats=6, visibility="password", password="mở ra"
    )  # fmt: skip
    for name in ("an", "binh", "khach", "dau", "meo"):
        services.join_with_password(room_id=room.pk, by=people[name], password="mở ra")
    for name, chair in (("an", 1), ("binh", 2), ("dau", 5)):
        services.sit(room_id=room.pk, by=people[name], seat=chair)
    services.kick(room_id=room.pk, by=people["cai"], seat=5)
    services.sit(room_id=room.pk, by=people["khach"], seat=4)
    services.bench(room_id=room.pk, by=people["cai"], seat=4)
    services.add_bot(room_id=room.pk, by=people["cai"], seat=3, level="house")
    return room


@pytest.fixture
def people(once, db):
    return deepcopy(once[0])


@pytest.fixture
def room(once, db):
    return deepcopy(once[1])


def bring_about(room, state):
    locked = services.lock(room.pk)
    if state == "closed":
        services.close_room(room_id=room.pk, by=room.owner)
    elif CHAIRS[state] is not None:
        services.rounds_started([(facts_of(locked), CHAIRS[state])])
        room.seats.update(ready=False)


def obey(*, room_id, by, word):
    """A start is the round's to hear, all else is the room's; their rights are asked alike."""
    if isinstance(word, words.Start):
        return why_no_start(room_id=room_id, by=by) or start_round(room_id=room_id, by=by)
    return services.obey(room_id=room_id, by=by, word=word)


def everything():
    """All there is to know of the rooms, to see that a refusal changed none of it."""
    return [
        list(model.objects.order_by("pk").values())
        for model in (Room, Seat, Admission, RoomEvent, ChatLine, Round)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("state", "role", "word", "code"), list(cells()))
def test_who_may_say_what_when(room, people, django_capture_on_commit_callbacks, state, role, word, code):
    bring_about(room, state)
    before = everything()
    with django_capture_on_commit_callbacks() as told:
        answer = obey(room_id=room.pk, by=people[ROLES[role]], word=SAID[word])
    if code == "ok":
        assert not isinstance(answer, Refusal)
        assert told
    else:
        assert answer.code == code
        assert everything() == before
        assert not told


def test_the_rights_know_every_word():
    assert set(services.RIGHTS) == set(words.WORDS) == set(SAID)
    assert {type(word) for word in SAID.values()} == set(get_args(words.RoomWord))


def test_a_word_without_a_right_is_none():
    with pytest.raises(KeyError):
        services.by_right("sing")(lambda room, by: room)


@pytest.mark.slow
@pytest.mark.parametrize("word", SAID)
def test_every_word_is_asked_for_in_the_one_place(room, people, monkeypatch, word):
    """Where it does not find the person, no word is heard, and none looks for itself."""
    monkeypatch.setattr(rights, "_read_again", lambda user: None)
    before = everything()
    assert obey(room_id=room.pk, by=people["cai"], word=SAID[word]).code == "not_allowed"
    assert everything() == before


def test_what_is_done_is_done_by_the_person_as_they_are_now(room, people):
    User.objects.filter(username="an").update(username="anna")
    heard = []
    services.by_right("ready")(lambda room, by: heard.append(by.username))(room.pk, people["an"])
    assert heard == ["anna"]


@pytest.mark.slow
@pytest.mark.parametrize("word", SAID)
def test_who_is_banned_meanwhile_says_nothing_any_more(room, people, word):
    """The person is read again: what the socket remembers of them is old."""
    User.objects.filter(username="cai").update(is_active=False)
    before = everything()
    assert people["cai"].is_active
    assert obey(room_id=room.pk, by=people["cai"], word=SAID[word]).code == "not_allowed"
    assert everything() == before


# --- what the services are given by mistake ---------------------------------------------------

NO_CHAIR = [-1, 6, 2**70, True, 1.0, "1", None, [1]]
BAD_ARGUMENTS = [
    *((services.sit, {"seat": seat}) for seat in NO_CHAIR),
    *((services.remove_bot, {"seat": seat}) for seat in NO_CHAIR),
    *((services.hand_over, {"seat": seat}) for seat in NO_CHAIR),
    *((services.kick, {"seat": seat}) for seat in NO_CHAIR),
    *((services.bench, {"seat": seat}) for seat in NO_CHAIR),
    *((services.kick, {"seat": 2, "reason": reason}) for reason in ("x" * 101, None, 5, "\x00")),
    *((services.add_bot, {"seat": seat, "level": "house"}) for seat in NO_CHAIR),
    *((services.add_bot, {"seat": 4, "level": level}) for level in ("sharp", "", None, 1, ["house"], {})),
    *(
        (services.add_bot, {"seat": 4, "level": "house", "name": name})
        for name in ("x" * 41, None, 7, "\x00")
    ),
    *((services.set_ready, {"ready": ready}) for ready in (1, "true", None)),
    *((services.say, {"text": text}) for text in ("", "  ", "x" * 301, None, 7, "\x00", "\ud83d")),
    *((services.change_options, {"options": options}) for options in ([], "stake", 5)),
    (services.change_options, {"ruleset": 5}),
    (services.change_options, {"turn_seconds": "30"}),
    (services.change_options, {"turn_seconds": True}),
    (services.change_options, {"spectators": 1}),
    (services.change_options, {"auto_start": "yes"}),
    (services.change_options, {"auto_deal": 1}),
    (services.change_options, {"auto_next": "8"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("who", "state"), [("cai", "open"), ("la", "closed")])
@pytest.mark.parametrize(
    ("service", "arguments"), BAD_ARGUMENTS, ids=lambda part: getattr(part, "__name__", repr(part)[:40])
)
def test_ill_typed_is_malformed_whoever_says_it_and_changes_nothing(
    room, people, service, arguments, who, state
):
    bring_about(room, state)
    before = everything()
    assert service(room_id=room.pk, by=people[who], **arguments).code == "malformed"
    assert everything() == before


# --- each word's own reasons ------------------------------------------------------------------

OWN_REASONS = [
    # who     says                                            hears
    ("cai",   words.Sit(1),                                   "seat_taken"),
    ("khach", words.Sit(3),                                   "seat_taken"),
    ("dau",   words.Sit(0),                                   "seat_taken"),  # asked first
    ("dau",   words.Sit(5),                                   "not_allowed"),
    ("cai",   words.AddBot(3, "easy"),                        "seat_taken"),
    ("cai",   words.AddBot(0, "easy"),                        "seat_taken"),
    ("cai",   words.RemoveBot(4),                             "seat_empty"),
    ("cai",   words.RemoveBot(1),                             "seat_empty"),  # a person is no bot
    ("cai",   words.Kick(4),                                  "seat_empty"),
    ("cai",   words.Kick(3),                                  "seat_empty"),  # nor a bot a person
    ("cai",   words.Kick(0),                                  "not_allowed"),
    ("cai",   words.HandOver(4),                              "seat_empty"),
    ("cai",   words.HandOver(3),                              "seat_empty"),
    ("cai",   words.ChangeOptions(options={"nothing": 1}),    "bad_options"),
    ("cai",   words.ChangeOptions(options={"stake": "5"}),    "bad_options"),
    ("cai",   words.ChangeOptions(options={"stake": 1001}),   "bad_options"),
    ("cai",   words.ChangeOptions(options={"stake": True}),   "bad_options"),
    ("cai",   words.ChangeOptions(form={"opt_stake": "x"}),   "bad_options"),
    ("cai",   words.ChangeOptions(ruleset="poker"),           "bad_options"),
    ("cai",   words.ChangeOptions(turn_seconds=9),            "bad_options"),
    ("cai",   words.ChangeOptions(turn_seconds=301),          "bad_options"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("who", "word", "code"), OWN_REASONS)
def test_a_words_own_reasons(room, people, who, word, code):
    before = everything()
    assert obey(room_id=room.pk, by=people[who], word=word).code == code
    assert everything() == before


@pytest.mark.parametrize("word", SAID.values(), ids=SAID)
def test_who_is_banned_says_nothing_more(room, people, word):
    """Their socket may not know yet; the service reads the person again."""
    User.objects.filter(pk=people["cai"].pk).update(is_active=False)
    assert obey(room_id=room.pk, by=people["cai"], word=word).code == "not_allowed"
