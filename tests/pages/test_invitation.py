"""The link of a room: whom it invites, what it shows of the room, and what its one button does."""

import re
import struct
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse
from django.utils import translation
from qrcode import QRCode

from accounts.blocks.services import block
from accounts.models import User
from accounts.sanctions import ban
from accounts.services import ANIMAL_NAMES
from games.rounds.services import start_round
from lobby.catalogue import GAMES
from lobby.invitations import PICTURE
from lobby.models import Admission, Room, Seat
from lobby.services import add_bot, close_room, create_room, join_with_password, set_ready, sit
from tests.pages.test_every_page import check_page

pytestmark = pytest.mark.django_db

PASSWORD = "bánh chưng"
BUTTON = "Sit down and play"
OUTSIDE = {"sec-fetch-site": "cross-site"}


@pytest.fixture
def hanh(db):
    return User.objects.create_user("Cô Hạnh", avatar="cat-3")


@pytest.fixture
def room_of(hanh, binh):
    """`room_of("unlisted", "full")`: a room of hers called Tối thứ bảy, with Bình on the second chair."""

    def opened(visibility="public", state="free", **fields):
        password = PASSWORD if visibility == "password" else ""
        seats = 2 if state == "full" else 4
        room = create_room(
            by=hanh, game="xidach", seats=seats, visibility=visibility, password=password,
            name="Tối thứ bảy", **fields,
        )  # fmt: skip
        assert isinstance(room, Room)
        if password:
            join_with_password(room_id=room.pk, by=binh, password=PASSWORD)
        sit(room_id=room.pk, by=binh, seat=1)
        set_ready(room_id=room.pk, by=binh, ready=True)
        if state == "playing":
            start_round(room_id=room.pk, by=hanh)
        if state == "closed":
            close_room(room_id=room.pk, by=hanh)
        room.refresh_from_db()
        return room

    return opened


def link(room):
    return reverse("room", args=[room.code])


def sit_at(room):
    return reverse("sit_down", args=[room.code])


def field(page, name):
    """What is filled in already."""
    found = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)
    assert found, name
    value = re.search(r'value="([^"]*)"', found[0])
    return unescape(value[1]) if value else ""


def sits_down(client, room, **said):
    """As a browser would: what the page filled in, and the rest."""
    page = client.get(link(room), headers=OUTSIDE).content.decode()
    filled = {name: field(page, name) for name in ("name", "made") if f'name="{name}"' in page}
    return client.post(sit_at(room), filled | said)


def person(client):
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


def seat_of(room, user):
    return Seat.objects.filter(room=room, user=user).first()


# --- what is shown ----------------------------------------------------------------------------

VISIBILITIES = ("public", "unlisted", "password")


@pytest.mark.slow
@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("state", ["free", "full", "playing"])
def test_a_stranger_is_welcome(english, room_of, visibility, state):
    """Host and game; of a public room also its name, who sits there, and that it is full or plays."""
    room = room_of(visibility, state)
    answer = english.get(link(room))
    page = answer.content.decode()
    check_page(page)
    main = page[page.index("<main") :]
    assert answer.status_code == 200 and person(english) is None
    assert re.search(r"<h1><bdi>Cô Hạnh</bdi>\s+invites you to the table</h1>", main)
    assert 'data-avatar="cat-3"' in main and '<p class="tile-name">Xì Dách</p>' in main
    listed = visibility == "public"
    assert ("Tối thứ bảy" in main) == ("Bình" in main) == listed
    assert ("Every seat is taken." in main) == (listed and state == "full")
    assert ("A round is on." in main) == (listed and state == "playing")
    assert main.count(BUTTON) == (0 if listed and state == "full" else 1)
    assert ('name="password"' in main) == (visibility == "password")
    assert field(main, "name").startswith("Guest ")
    assert "data-card" not in re.sub(r'<span class="fan".*?</span>\s*</div>', "", main, flags=re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("visibility", ["unlisted", "password"])
def test_what_is_not_public_looks_the_same_whatever_goes_on_there(english, room_of, visibility):
    """But for the code: not how many sit, who, or whether they play."""
    pages = []
    for state in ("free", "full", "playing"):
        room = room_of(visibility, state)
        page = english.get(link(room)).content.decode().replace(room.code, "code")
        drawn = re.sub(r'(name="(?:made|name|csrfmiddlewaretoken)" value=)"[^"]*"', r"\1", page)
        pages.append(drawn)
    assert len(set(pages)) == 1


def test_up_to_eight_who_sit_there_are_shown(english, hanh, open_room):
    room = open_room(by=hanh, game="niuniu", seats=8)
    for chair in range(1, 8):
        add_bot(room_id=room.pk, by=hanh, seat=chair, level="house")
    page = english.get(link(room)).content.decode()
    faces = re.search(r'<ul class="invitation-faces".*?</ul>', page, re.DOTALL)[0]
    assert faces.count("<li>") == 8 and faces.count('data-avatar="robot"') == 7


@pytest.mark.slow
@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_a_closed_room_says_so(english, room_of, visibility):
    page = english.get(link(room_of(visibility, "closed"))).content.decode()
    check_page(page)
    assert "This table is closed" in page and BUTTON not in page and "<form" not in page.partition("<main")[2]
    assert "og:" not in page and ("Tối thứ bảy" in page) == (visibility == "public")


def test_a_code_is_read_in_any_case_and_none_that_is_not_there(english, room_of):
    room = room_of()
    assert english.get(f"/rooms/{room.code.upper()}/").url == link(room)
    assert english.get("/rooms/zzzzzz/").status_code == 404
    assert english.post("/rooms/zzzzzz/sit/").status_code == 404


@pytest.mark.slow
def test_links_are_not_tried_out_by_strangers(client, room_of, monkeypatch):
    monkeypatch.setattr("accounts.limits.FROM_AN_ADDRESS", 20)
    asked = [f"/rooms/aa{number:04}/" for number in range(25)]
    told = [client.get(one, REMOTE_ADDR="203.0.113.7").status_code for one in asked]
    assert told == [404] * 20 + [429] * 5
    assert client.post(sit_at(room_of()), REMOTE_ADDR="203.0.113.7").status_code == 429


def test_no_scripts_are_needed(english, room_of):
    """A form with its token, and nothing that only a script could press."""
    strict = Client(enforce_csrf_checks=True)
    page = strict.get(link(room_of()), headers={"accept-language": "en"}).content.decode()
    form = re.search(r'<form class="form" method="post".*?</form>', page, re.DOTALL)[0]
    assert field(form, "csrfmiddlewaretoken") and '<button type="button"' not in form
    assert strict.post(sit_at(Room.objects.get()), {"name": "Lan"}).status_code == 403


# --- what a message with the link shows -------------------------------------------------------


def tags(page):
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(said) for name, said in found}


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_a_message_with_the_link_shows_host_and_game_and_no_more(client, room_of, visibility):
    room = room_of(visibility)
    page = client.get(link(room), headers={"accept-language": "vi"}).content.decode()
    assert tags(page) == {
        "site_name": "Chiếu Bài",
        "type": "website",
        "title": "Cô Hạnh rủ bạn chơi Xì Dách",
        "description": "Một chạm là ngồi vào bàn. Không cần tài khoản.",
        "url": f"http://testserver{link(room)}",
        "image": "http://testserver/static/games/xidach/preview.png",
        "image:type": "image/png",
        "image:width": "1200",
        "image:height": "630",
    }


def test_a_game_is_shown_by_its_own_picture(client, hanh, open_room):
    page = client.get(link(open_room(by=hanh, game="rummy", seats=2))).content.decode()
    assert tags(page)["image"].endswith("/static/games/rummy/preview.png")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_of_the_size_that_is_told(game):
    picture = Path(find(f"games/{game}/preview.png")).read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) < 200_000
    assert struct.unpack(">II", picture[16:24]) == (PICTURE["width"], PICTURE["height"])


def test_whom_the_host_keeps_away_is_told_of_nothing(hanh, an, room_of):
    """The same page as where no room is, and none of its tags."""
    room = room_of()
    block(by=hanh, whom=an)
    kept_away = Client(headers=OUTSIDE)
    kept_away.force_login(User.objects.get(pk=an.pk))
    answer, none = kept_away.get(link(room)), kept_away.get("/rooms/zzzzzz/")
    assert answer.status_code == none.status_code == 404 and not tags(answer.content.decode())
    assert kept_away.post(sit_at(room)).status_code == 404 and seat_of(room, an) is None


# --- one button -------------------------------------------------------------------------------

FULL = "Every seat is taken. You can sit down as soon as one gets free."
# Who taps it, in which room, and what came of it: on a chair and ready, watching because there is none, at
# the table without one, or no more than before.
TAPS = [
    # state     stranger  guest     account   kicked    banned
    ("free",    "seated", "seated", "seated", "turned", "seated"),
    ("playing", "seated", "seated", "seated", "turned", "seated"),
    ("full",    "full",   "full",   "full",   "turned", "full"),
    ("closed",  "nobody", "closed", "closed", "closed", "nobody"),
]  # fmt: skip
WHO = ("stranger", "guest", "account", "kicked", "banned")


@pytest.mark.slow
@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize(
    ("state", "who", "expected"),
    [(state, who, came) for state, *all_came in TAPS for who, came in zip(WHO, all_came, strict=True)],
)
def test_one_tap(request, room_of, visibility, state, who, expected):
    room = room_of(visibility, state)
    client = browser_of(who, request, room)
    nobody, people = who in ("stranger", "banned"), User.objects.count()
    before = person(client)
    answer = client.post(sit_at(room), {"name": "Chú Tư", "password": PASSWORD})
    assert answer.status_code == 302 and answer.url == link(room)
    me, page = person(client), client.get(link(room)).content.decode()
    seat = seat_of(room, me) if me else None
    assert (seat is not None) == (expected == "seated")
    assert seat is None or (seat.ready and not seat.in_round)
    assert ('id="table"' in page) == (expected in ("seated", "full", "turned"))
    assert (FULL in page) == (expected == "full")
    assert ("You were asked to leave." in page) == (expected == "turned")
    if nobody and expected != "nobody":
        assert me.username == "Chú Tư" and me.is_guest
    else:
        assert me == before and User.objects.count() == people


def browser_of(who, request, room):
    """`banned` is somebody whose log-in was ended: no more than a stranger with the same cookie."""
    client = Client(headers={"accept-language": "en"})
    if who != "stranger":
        whom = request.getfixturevalue("khach" if who == "guest" else "an")
        client.force_login(whom)
    if who == "kicked":
        Admission.objects.create(room=room, user=whom, kicked=True)
    if who == "banned":
        ban(by=None, whom=whom, reason="gian lận")
    return client


def test_a_guest_types_nothing(english, room_of):
    """The name that was filled in is theirs, with the animal it speaks of."""
    room = room_of()
    page = english.get(link(room)).content.decode()
    name = field(page, "name")
    english.post(sit_at(room), {"name": name, "made": field(page, "made")})
    me = person(english)
    assert (me.username, me.is_guest) == (name, True) and seat_of(room, me).ready
    assert animal_of(me) in name


def animal_of(user):
    with translation.override("en"):
        return str(ANIMAL_NAMES[user.avatar.partition("-")[0]])


def test_who_was_quicker_with_a_made_up_name_keeps_nobody_out(english, room_of):
    room = room_of()
    page = english.get(link(room)).content.decode()
    said = {"name": field(page, "name"), "made": field(page, "made")}
    for client in (english, Client(headers={"accept-language": "en"})):
        assert client.post(sit_at(room), said).status_code == 302
        assert seat_of(room, person(client)).ready
    assert person(client).username.startswith("Guest ") and person(client) != person(english)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "required"),
        ("x", "2 to 24"),
        ("Bình", "Somebody already has that name"),
        ("admin", "is reserved"),
        ("Guest Cat 123", "is reserved"),
    ],
)
def test_a_name_of_ones_own_is_one_that_anybody_could_sign_up_with(english, room_of, name, sentence):
    room = room_of()
    people = User.objects.count()
    answer = sits_down(english, room, name=name, made="forged:by:hand")
    page = answer.content.decode()
    assert answer.status_code == 200 and sentence in page.partition('id="id_name_error"')[2]
    check_page(page)
    assert User.objects.count() == people and person(english) is None


def test_two_who_want_a_name_at_once(english, room_of, monkeypatch):
    monkeypatch.setattr("accounts.adapter.is_taken", lambda name, **of: False)
    page = sits_down(english, room_of(), name="Bình").content.decode()
    assert "Somebody already has that name." in page and person(english) is None


def test_guests_are_counted_as_everywhere(english, room_of, monkeypatch):
    asked = []
    monkeypatch.setattr("lobby.invitations.allow_account", lambda request, action: asked.append(action))
    people = User.objects.count()
    assert sits_down(english, room_of()).status_code == 429
    assert asked == ["guest"] and User.objects.count() == people


def test_nobody_becomes_a_guest_where_there_is_neither_chair_nor_view(english, room_of):
    for visibility in VISIBILITIES:
        room = room_of(visibility, "full", spectators=False)
        people = User.objects.count()
        page = sits_down(english, room, name="Lan", password=PASSWORD).content.decode()
        assert "Every seat is taken" in page and User.objects.count() == people


@pytest.mark.slow
def test_of_two_who_tap_for_the_last_chair_one_watches(english, hanh, room_of):
    room = room_of()
    add_bot(room_id=room.pk, by=hanh, seat=2, level="house")
    other = Client(headers={"accept-language": "en"})
    assert sits_down(english, room).url == sits_down(other, room).url == link(room)
    assert seat_of(room, person(english)).number == 3 and seat_of(room, person(other)) is None
    assert FULL in other.get(link(room)).content.decode()


def test_who_sits_there_already_gets_ready_on_the_same_chair(hanh, binh, room_of):
    room = room_of()
    set_ready(room_id=room.pk, by=binh, ready=False)
    client = Client()
    client.force_login(binh)
    for _tap in range(2):
        assert client.post(sit_at(room)).url == link(room)
        assert (seat_of(room, binh).number, seat_of(room, binh).ready) == (1, True)
    assert room.seats.count() == 2


# --- a room with a password -------------------------------------------------------------------


def test_a_password_is_asked_with_the_name(english, room_of):
    room = room_of("password")
    page = sits_down(english, room, name="Lan", password="sai").content.decode()
    assert "That is not the password of this room." in page.partition('id="id_password_error"')[2]
    check_page(page)
    assert person(english).username == "Lan" and 'name="name"' not in page, "asked for it once"
    assert seat_of(room, person(english)) is None
    assert english.post(sit_at(room), {"password": PASSWORD}).url == link(room)
    assert seat_of(room, person(english)).ready


def test_who_was_let_in_before_is_not_asked_again(english, an, room_of):
    room = room_of("password")
    join_with_password(room_id=room.pk, by=an, password=PASSWORD)
    english.force_login(an)
    assert 'name="password"' not in english.get(link(room), headers=OUTSIDE).content.decode()
    assert english.post(sit_at(room)).url == link(room) and seat_of(room, an).ready


@pytest.mark.slow
def test_passwords_are_not_tried_out_here_either(english, room_of):
    """As at the door of the room, and as the same tries."""
    room = room_of("password")
    for guess in range(10):
        sits_down(english, room, name="Lan", password=f"guess {guess}")
    assert english.post(sit_at(room), {"password": PASSWORD}).status_code == 429
    door = reverse("room_join", args=[room.code])
    assert english.post(door, {"password": PASSWORD}).status_code == 429
    assert seat_of(room, person(english)) is None


@pytest.mark.slow
def test_nor_by_a_new_guest_each_time(room_of, monkeypatch):
    monkeypatch.setattr("lobby.services.rooms.GUESSES_FROM_AN_ADDRESS", 3)
    room = room_of("password")
    for number in range(4):
        guesser = Client(REMOTE_ADDR="203.0.113.7")
        answer = guesser.post(sit_at(room), {"name": f"Kẻ đoán {number}", "password": "sai"})
        assert answer.status_code == (200 if number < 3 else 429)


def test_the_door_of_a_room_with_a_password_is_the_same_page(english, an, room_of):
    """For who came from the lobby: to sit down, or only to watch."""
    room = room_of("password")
    english.force_login(an)
    door = english.get(link(room)).url
    page = english.get(door).content.decode()
    assert BUTTON in page and f'action="{sit_at(room)}"' in page and f'formaction="{door}"' in page
    assert "Bình" not in page and "Tối thứ bảy" not in page
    assert english.post(door, {"password": PASSWORD}).url == link(room) and seat_of(room, an) is None


# --- with an account --------------------------------------------------------------------------


@pytest.mark.slow
def test_who_logs_in_or_signs_up_on_the_way_sits_when_they_come_back(english, room_of):
    """Two taps: to the log-in, and in."""
    room = room_of()
    User.objects.create_user("An", password="xì dách tối thứ bảy")
    for way, fields in (
        ("account_signup", {"username": "Chú Tư", "password1": "xì dách tối thứ bảy"}),
        ("account_login", {"login": "An", "password": "xì dách tối thứ bảy"}),
    ):
        client = Client(headers={"accept-language": "en"})
        page = client.get(link(room)).content.decode()
        address = re.search(rf'href="({reverse(way)}[^"]*)"', page.partition("<main")[2])[1]
        page = client.get(unescape(address)).content.decode()
        form = re.search(r'<form class="panel form".*?</form>', page, re.DOTALL)[0]
        answer = client.post(reverse(way), fields | {"next": field(form, "next")}, follow=True)
        assert answer.redirect_chain[-1] == (link(room), 302) and 'id="table"' in answer.content.decode()
        assert seat_of(room, person(client)).ready


@pytest.mark.slow
@pytest.mark.parametrize("visibility", ["public", "password"])
def test_who_cannot_sit_as_they_come_back_finds_the_invitation(english, room_of, visibility):
    room = room_of(visibility, "full" if visibility == "public" else "free")
    english.post(reverse("guest"), {"next": f"{link(room)}?sit=1"})
    me = person(english)
    assert me is not None and seat_of(room, me) is None
    page = english.get(f"{link(room)}?sit=1", follow=True).content.decode()
    assert "invites you to the table" in page


NEXT = [
    "/lobby/?sit=1",
    "{link}",
    "//evil.example{link}?sit=1",
    "https://evil.example{link}?sit=1",
    "?sit=1",
    "[",
]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", NEXT)
def test_nobody_is_seated_who_only_logs_in(english, room_of, wanted):
    room = room_of()
    english.post(reverse("guest"), {"next": wanted.format(link=link(room))})
    assert person(english) and seat_of(room, person(english)) is None


def test_a_look_seats_nobody(client, an, room_of):
    room = room_of()
    client.force_login(an)
    for address in (link(room), f"{link(room)}?sit=1"):
        client.get(address)
        assert seat_of(room, an) is None


# Who comes how: is it the invitation they see, or the table?
COMES = [
    # who         headers                            address    invited
    ("an",       OUTSIDE,                            "",        True),
    ("an",       {"sec-fetch-site": "same-origin"},  "",        False),
    ("an",       {"sec-fetch-site": "none"},         "",        False),
    ("an",       {},                                 "",        False),
    ("an",       {},                                 "?sit=1",  True),
    ("binh",     OUTSIDE,                            "",        False),
    ("hanh",     OUTSIDE,                            "",        False),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("who", "headers", "address", "invited"), COMES)
def test_who_is_logged_in_is_invited_from_outside(request, english, room_of, who, headers, address, invited):
    room = room_of()
    english.force_login(request.getfixturevalue(who))
    page = english.get(link(room) + address, headers=headers).content.decode()
    assert (BUTTON in page, 'id="table"' in page) == (invited, not invited)
    assert 'id="id_name"' not in page, "they have one"


def test_who_watches_is_not_asked_again(english, an, room_of):
    room = room_of()
    english.force_login(an)
    only_watch = re.search(
        r'<a class="button button-quiet" href="([^"]*)">Just watch',
        english.get(link(room), headers=OUTSIDE).content.decode(),
    )[1]
    assert 'id="table"' in english.get(only_watch, headers={"sec-fetch-site": "same-origin"}).content.decode()
    assert 'id="table"' in english.get(link(room), headers=OUTSIDE).content.decode()


# --- the square -------------------------------------------------------------------------------


def test_the_square_is_the_link(client, an, room_of):
    room = room_of()
    client.force_login(an)
    answer = client.get(f"/rooms/{room.code}/qr.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    drawn = set(re.findall(r"M(\d+),(\d+)H", answer.content.decode()))
    code = QRCode(border=2)
    code.add_data(f"http://testserver{link(room)}")
    dark = {
        (str(x), str(y))
        for y, row in enumerate(code.get_matrix())
        for x, is_dark in enumerate(row)
        if is_dark
    }
    assert drawn == dark


@pytest.mark.slow
@pytest.mark.parametrize(
    ("visibility", "stranger", "in_it", "been", "never"),
    [("public", 302, 200, 200, 200), ("unlisted", 302, 200, 200, 404), ("password", 302, 200, 404, 404)],
)
def test_who_may_hold_it_up(client, room_of, binh, an, khach, visibility, stranger, in_it, been, never):
    """That of an unlisted room who is in it: seated, or seen there a moment ago."""
    room = room_of(visibility)
    square = f"/rooms/{room.code}/qr.svg"
    assert client.get(square).status_code == stranger
    for who, expected in ((binh, in_it), (an, been), (khach, never)):
        client.force_login(who)
        if who == an:
            client.get(link(room))
        assert client.get(square).status_code == expected, who


@pytest.mark.slow
def test_at_the_table_the_link_is_shared_copied_or_held_up(client, binh, room_of):
    for visibility in VISIBILITIES:
        room = room_of(visibility)
        client.force_login(binh)
        page = client.get(link(room)).content.decode()
        for what in ("data-share", "data-copy"):
            assert f'{what}="{link(room)}"' in page
        assert f'href="{link(room)}qr.svg" data-qr' in page
