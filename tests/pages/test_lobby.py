"""What is being played tonight."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.live.live_round import LiveRound
from games.live.writer import write
from games.rounds.models import Round
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from lobby import listing
from lobby.models import Room, Seat
from lobby.services import add_bot, close_room, set_ready, sit
from tests.tables.test_writer import entry_of

LOBBY = "/lobby/"


def shown(answer):
    return [row.name for row in answer.context["rooms"]]


def bots_on(room, *chairs):
    for chair in chairs:
        add_bot(room_id=room.pk, by=room.owner, seat=chair, level="house")


def playing(room):
    Room.objects.filter(pk=room.pk).update(status=Room.Status.PLAYING)


def test_it_shows_who_is_open_and_not_who_is_hidden_or_closed(client, cai, open_room):
    open_room(name="open")
    open_room(name="password", visibility="password", password="x")
    open_room(name="unlisted", visibility="unlisted")
    closed = open_room(name="closed")
    close_room(room_id=closed.pk, by=cai)
    answer = client.get(LOBBY)
    assert shown(answer) == ["password", "open"]
    assert "unlisted" not in answer.content.decode()


def test_a_game_that_is_no_longer_played_is_not_listed(client, open_room):
    room = open_room(name="gone")
    Room.objects.filter(pk=room.pk).update(game="tarot")
    assert shown(client.get(LOBBY)) == []


def test_each_room_says_what_one_can_do_there(client, an, open_room):
    waiting = open_room(name="waiting", seats=3)
    bots_on(waiting, 1)
    full = open_room(name="full", seats=2)
    bots_on(full, 1)
    closed_to_watchers = open_room(name="quiet", seats=2, spectators=False)
    bots_on(closed_to_watchers, 1)
    busy = open_room(name="busy", seats=3)
    playing(busy)
    rows = {row.name: row for row in client.get(LOBBY).context["rooms"]}
    told = {name: (str(row.state), str(row.action), row.taken, row.seats) for name, row in rows.items()}
    assert told == {
        "waiting": ("waiting", "join", 2, 3),
        "full": ("full", "watch", 2, 2),
        "quiet": ("full", "", 2, 2),
        "busy": ("playing", "wait", 1, 3),
    }


def test_rooms_that_wait_come_before_rooms_that_play(client, open_room):
    playing(open_room(name="first"))
    open_room(name="second")
    playing(open_room(name="third"))
    assert shown(client.get(LOBBY)) == ["second", "third", "first"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["roomy", "full"]),
        ("?free=1", ["roomy"]),
        ("?game=xidach", ["roomy", "full"]),
        ("?game=xidach&free=1", ["roomy"]),
        ("?game=nonsense", ["roomy", "full"]),
        ("?page=99", ["roomy", "full"]),
        ("?page=x&free=yes", ["roomy", "full"]),
    ],
)
def test_the_list_is_filtered_by_link(client, open_room, query, names):
    bots_on(open_room(name="full", seats=2), 1)
    open_room(name="roomy")
    assert shown(client.get(LOBBY + query)) == names


@pytest.fixture
def crowded(cai, open_room):
    """An old room, and forty that are newer."""
    room = open_room(name="seen")
    fields = {"game": "xidach", "ruleset": "classic", "seat_count": 4, "owner": cai}
    Room.objects.bulk_create(Room(code=f"room{n:02}", name=f"room {n}", **fields) for n in range(40))
    return room


def way_on(answer):
    """Where the link to more rooms leads."""
    [link] = re.findall(r'href="([^"]*)#room-\w+">\s*More rooms', answer.content.decode()) or [""]
    return link.replace("&amp;", "&")


def test_of_many_rooms_the_first_are_shown_and_more_where_somebody_asks(english, crowded):
    addresses, seen = [""], []
    while addresses[-1] or not seen:
        answer = english.get(LOBBY + addresses[-1])
        seen.append(shown(answer))
        assert f"window={answer.context['window']}" in answer.content.decode(), "and as many live on"
        addresses.append(way_on(answer))
    assert [len(names) for names in seen] == [12, 24, 41]
    assert addresses == ["", "?window=24", "?window=48", ""]
    assert all(more[: len(names)] == names for names, more in pairwise(seen))
    assert crowded.name in seen[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "many"),
    [
        ("0", 12),
        ("-5", 12),
        ("", 12),
        ("x", 12),
        ("2.5", 12),
        ("13", 13),
        ("٤٠", 40),
        ("99999", 41),
        ("9" * 5000, 12),
    ],
)
def test_what_else_is_asked_for_is_read_kindly(english, crowded, asked, many):
    assert len(shown(english.get(LOBBY, {"window": asked}))) == many


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ["?game=xidach", "?free=1", "?free=1&game=xidach"])
def test_more_rooms_are_more_of_what_was_chosen(english, crowded, chosen):
    answer = english.get(LOBBY + chosen)
    assert way_on(answer) == f"{chosen}&window=24" and "12 / 41" in answer.content.decode()
    assert shown(english.get(LOBBY + way_on(answer))) == [f"room {n}" for n in range(39, 15, -1)]


def test_all_of_a_few_rooms_are_shown_and_nothing_leads_on(english, cai, an, open_room):
    for number in range(12):
        open_room(by=an if number % 2 else cai, name=f"room {number}")
    assert len(shown(english.get(LOBBY))) == 12 and way_on(english.get(LOBBY)) == ""


@pytest.mark.slow
def test_a_row_is_drawn_once_for_all_who_read_it(client, cai, an, open_room, monkeypatch):
    room, drawn = open_room(name="one"), []
    draw = listing.render_to_string
    monkeypatch.setattr(listing, "render_to_string", lambda *a: drawn.append(a) or draw(*a))
    visits = [(language, person) for language in ("vi", "en") for person in (None, an, cai, None, an, cai)]
    pages = []
    for language, person in visits:
        browser = Client(headers={"accept-language": language})
        if person:
            browser.force_login(person)
        pages.append(browser.get(LOBBY).content.decode())
    assert len(drawn) == 4, "in two languages, for who sits there and for all others"
    told = ["Vào lại bàn" in page or "Back to the table" in page for page in pages]
    assert told == [person == cai for _language, person in visits]
    Room.objects.filter(pk=room.pk).update(name="two")
    assert "two" in client.get(LOBBY).content.decode() and len(drawn) == 5
    Room.objects.filter(pk=room.pk).update(options=room.options | {"stake": 777})
    assert "777" in client.get(LOBBY).content.decode() and len(drawn) == 6
    Room.objects.filter(pk=room.pk).update(ruleset="vipgame")
    client.get(LOBBY)
    assert len(drawn) == 7


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_the_rooms(
    client, an, cai, open_room, django_assert_num_queries, django_assert_max_num_queries
):
    client.force_login(an)
    open_room(name="one")
    with django_assert_max_num_queries(12) as one:
        client.get(LOBBY)
    for number in range(8):
        room = open_room(name=f"more {number}")
        sit(room_id=room.pk, by=an, seat=1)
        bots_on(room, 2, 3)
    with django_assert_num_queries(len(one)):
        answer = client.get(LOBBY)
    assert len(shown(answer)) == 9


def test_the_seat_i_left_waits_for_me(client, an, open_room):
    client.force_login(an)
    assert client.get(LOBBY).context["waiting"] == []
    quiet, busy = open_room(name="quiet"), open_room(name="busy", visibility="unlisted")
    for room in (busy, quiet):
        sit(room_id=room.pk, by=an, seat=1)
    playing(busy)
    waiting = client.get(LOBBY).context["waiting"]
    assert [entry["room"].name for entry in waiting] == ["busy", "quiet"]


def test_everybody_is_led_back_to_their_own_seats(an, binh, open_room):
    """What is asked for them is worded once."""
    for person in (an, binh):
        sit(room_id=open_room(name=f"of {person.username}").pk, by=person, seat=1)
    for person in (an, binh, an):
        client = Client()
        client.force_login(person)
        answer = client.get(LOBBY)
        (waiting,) = answer.context["waiting"]
        assert waiting["room"].name == f"of {person.username}"
        assert answer.content.decode().count(f"<h2><bdi>of {person.username}</bdi></h2>") == 2


@pytest.mark.slow
def test_it_says_whose_turn_it_is_though_no_table_lives_here(cai, an, open_room):
    """Another process has the table; every move that was made durable counts at once."""
    room = open_room(seats=2, ruleset="vipgame")
    sit(room_id=room.pk, by=an, seat=1)
    set_ready(room_id=room.pk, by=an, ready=True)
    assert turns(cai, an) == [False, False]
    round_ = start_round(room_id=room.pk, by=cai)
    seen = set()
    while Round.objects.get(pk=round_.pk).status == Round.Status.RUNNING:
        now = Round.objects.select_related("room", "secret").get(pk=round_.pk)
        to_act = LiveRound(load_stored(now)).to_act
        assert turns(cai, an) == [seat in to_act for seat in (0, 1)]
        seen.add(to_act)
        write([entry_of(now)])
    assert seen == {(0,), (1,)} and turns(cai, an) == [False, False]


def turns(*people):
    """Is it their turn, as the lobby tells each of them?"""
    told = []
    for person in people:
        client = Client()
        client.force_login(person)
        [waiting] = client.get(LOBBY).context["waiting"]
        told.append(waiting["turn"])
    return told


def test_a_room_name_is_only_ever_text(client, open_room):
    open_room(name="<script>alert(1)</script>")
    page = client.get(LOBBY).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_every_row_has_an_id_to_be_replaced_by(client, open_room):
    room = open_room(name="one")
    assert f'id="room-{room.code}"' in client.get(LOBBY).content.decode()


def test_a_row_made_in_one_language_is_read_in_another(open_room):
    open_room(options={"stake": 1000})
    with translation.override("vi"):
        (row,) = listing.first_rows(12)
    with translation.override("en"):
        assert str(row.brief) == "Stake 1,000"


@pytest.mark.django_db
def test_an_empty_lobby_offers_to_open_a_table(english):
    page = english.get(LOBBY).content.decode()
    assert "No rooms yet" in page
    assert 'class="room"' not in page


# --- by code ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spell", [str, str.upper, lambda code: f" {code[:3]} - {code[3:]} "])
def test_a_code_leads_to_its_room_however_it_is_typed(client, an, open_room, spell):
    room = open_room()
    client.force_login(an)
    assert client.get(LOBBY, {"code": spell(room.code)}).url == reverse("room", args=[room.code])


def test_the_link_of_an_unlisted_room_may_be_typed_too(client, an, open_room):
    room = open_room(visibility="unlisted")
    assert client.get(LOBBY, {"code": room.code}).url == reverse("room", args=[room.code])


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["zzzzzz", "a", "phòng", "'; --", "\x00", "x" * 500, "ｋ４ｔ２ｐｑ"])
def test_a_code_of_nothing_is_explained(english, code):
    answer = english.get(LOBBY, {"code": code})
    assert answer.status_code == 200
    assert "There is no room with this code." in answer.content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_codes_are_not_tried_out(client, cai, monkeypatch):
    """By strangers of one address, and by one person; there, everybody else may."""

    def tries(times):
        codes = [{"code": f"aa{n:04}"} for n in range(times)]
        return [client.get(LOBBY, code, REMOTE_ADDR="203.0.113.7").status_code for code in codes]

    monkeypatch.setattr("accounts.limits.FROM_AN_ADDRESS", 40)
    assert tries(45) == [200] * 40 + [429] * 5
    assert client.get(LOBBY, REMOTE_ADDR="203.0.113.7").status_code == 200
    client.force_login(cai)
    assert tries(35) == [200] * 30 + [429] * 5


# --- the way from the front door to the cards -------------------------------------------------


def buttons(page, path):
    """The forms of a page that post to `path`, as their fields."""
    forms = re.findall(rf'<form[^>]*action="{re.escape(path)}"[^>]*>(.*?)</form>', page, re.DOTALL)
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]


def test_from_the_lobby_it_is_one_click(client, an):
    client.force_login(an)
    [play_now] = buttons(client.get(LOBBY).content.decode(), "/practice/")
    client.post("/practice/", play_now)
    assert Seat.objects.filter(bot_level="house").count() == 2
