"""Pages whose links and forms change a part of them: the part is what the whole page has there, and neither
is ever taken for the other."""

import re

import pytest
from django.test import Client

from accounts.services import make_guest
from games.management.commands.demo import play_round
from lobby.models import Room
from lobby.services import set_ready, sit
from tests.pages.rated import rated_round

ASKS = {"hx-request": "true"}  # as htmx does


@pytest.fixture
def addresses(an, cai, open_room):
    """Every page that has parts, with the part and the others that come with it."""
    room = open_room(name="Nhà An", seats=2)
    sit(room_id=room.pk, by=an, seat=1)
    set_ready(room_id=room.pk, by=an, ready=True)
    play_round(room)
    code = room.code
    return {
        "/lobby/": ("open-rooms", "tip"),
        "/lobby/?game=bigtwo&free=1": ("open-rooms", "tip"),
        "/leaderboard/": ("board",),
        "/leaderboard/?game=xidach&ruleset=classic&period=all": ("board",),
        f"/rooms/{code}/history/": ("rounds",),
        f"/rooms/{code}/fairness/": ("deals",),
        "/accounts/settings/": ("settings",),
    }


def read(answer):
    return re.sub(r'(name="csrfmiddlewaretoken" value=")\w+', r"\1", answer.content.decode())


def browser(who, **headers):
    client = Client(headers={"accept-language": "en"} | headers)
    client.force_login(who)
    return client


@pytest.mark.slow
def test_a_part_is_what_the_whole_page_has_there(an, addresses):
    for address, (part, *others) in addresses.items():
        whole, answer = read(browser(an).get(address)), read(browser(an, **ASKS).get(address))
        first, *rest = re.split(r'<hx-partial hx-target="#([\w-]+)" hx-swap="outerMorph">', answer)
        assert rest[::2] == others, address
        for name, html in zip((part, *others), (first, *rest[1::2]), strict=True):
            html = html.removesuffix("</hx-partial>").strip()
            assert re.match(rf'<\w+ [^>]*\bid="{name}"', html), (address, html[:200])
            assert html in whole and "<html" not in html and "topbar" not in html, address


@pytest.mark.slow
def test_who_keeps_an_answer_is_told_what_it_depends_on(an, addresses):
    for address in addresses:
        for headers in ({}, ASKS):
            answer = browser(an, **headers).get(address)
            assert {"HX-Request", "Cookie"} <= set(re.split(r",\s*", answer["Vary"])), address
            assert answer["Cache-Control"] == "no-store"


@pytest.mark.slow
def test_who_goes_back_gets_the_page(an, addresses):
    for address in addresses:
        back = browser(an, **ASKS, **{"hx-history-restore-request": "true"}).get(address)
        assert read(back) == read(browser(an).get(address)), address


@pytest.mark.slow
def test_what_changes_a_part_leads_to_a_page_without_htmx(an, addresses):
    """The links that htmx would take over: each is an address of its own."""
    found = 0
    for address in addresses:
        path, part = address.partition("?")[0], read(browser(an, **ASKS).get(address))
        for link in re.findall(rf'<a [^>]*href="(?:{path})?(\?[^"]*)"', part):
            found += 1
            assert "<html" in read(browser(an).get(path + link.replace("&amp;", "&"))), (address, link)
    assert found > 20


def test_more_of_a_list_keeps_what_was_chosen(an, cai, open_room):
    fields = {"game": "bigtwo", "ruleset": "lawrence", "seat_count": 4, "owner": cai}
    Room.objects.bulk_create(Room(code=f"room{n:02}", name=f"room {n}", **fields) for n in range(31))
    part = read(browser(an, **ASKS).get("/lobby/?game=bigtwo&free=1"))
    on = re.search(r'href="([^"]*window=24[^"]*)"', part)[1].replace("&amp;", "&")
    assert on == "?game=bigtwo&free=1&window=24#room-room19"
    second = browser(an, **ASKS).get("/lobby/" + on)
    assert len(second.context["rooms"]) == 24
    assert 'href="?game=bigtwo&amp;free=1&amp;window=48#room-room07"' in read(second)


@pytest.mark.slow
def test_a_long_history_comes_in_pages(an, cai, open_room, monkeypatch):
    monkeypatch.setattr("games.archive.history.ROUNDS_A_PAGE", 2)
    room = open_room(name="Nhà An", seats=2)
    rounds = [rated_round(room, {cai: 3, an: -3}) for _ in range(5)]
    address = f"/rooms/{room.code}/history/"
    seen = [
        re.findall(r'href="/rounds/(\d+)/"', read(browser(an, **headers).get(f"{address}?page={page}")))
        for page, headers in ((1, {}), (2, ASKS), (3, {}), (99, ASKS))
    ]
    ids = [str(round_.pk) for round_ in reversed(rounds)]
    assert seen == [ids[:2], ids[2:4], ids[4:], ids[4:]]
    assert browser(an).get(address).context["totals"][0] == ("Cái", 15), "the total is of all"


# --- settings ---------------------------------------------------------------------------------


def settings_of(who, **changed):
    asked = {"animal": who.animal, "disc": who.disc, "language": who.language, "theme": who.theme}
    return asked | {"motion": who.motion, "deck": who.deck, "sound": "on", "keys": "on"} | changed


IN_PLACE = [{"sound": ""}, {"keys": ""}, {"deck": "four"}, {"animal": "dog", "disc": "8"}, {}]


@pytest.mark.slow
@pytest.mark.parametrize("changed", IN_PLACE, ids=str)
def test_settings_are_saved_in_place(an, changed):
    """With the form come the pictures above it and in the top bar, as the whole page has them from now on."""
    wanted = settings_of(an, **changed)
    answer = read(browser(an, **ASKS).post("/accounts/settings/", wanted))
    an.refresh_from_db()
    assert {name: "on" if value is True else value or "" for name, value in settings_now(an)} == wanted
    assert answer.strip().startswith('<form class="panel form" id="settings"')
    assert '<hx-partial hx-target="#toasts" hx-swap="beforeend">' in answer and "Saved." in answer
    whole = read(browser(an).get("/accounts/settings/"))
    for part in ("who", "me"):
        html = re.search(rf'hx-target="#{part}" hx-swap="outerMorph">(.*?)</hx-partial>', answer, re.S)[1]
        assert re.match(rf'<\w+ [^>]*\bid="{part}"', html.strip()) and html.strip() in whole


def settings_now(who):
    return [(name, getattr(who, name)) for name in settings_of(who)]


def test_what_is_refused_comes_back_in_place_and_nothing_is_saved(an):
    answer = read(browser(an, **ASKS).post("/accounts/settings/", settings_of(an, disc="9", sound="")))
    assert answer.strip().startswith('<form class="panel form" id="settings"')
    assert 'class="field-error"' in answer and "<hx-partial" not in answer
    an.refresh_from_db()
    assert an.sound


@pytest.mark.parametrize("changed", [{"theme": "dark"}, {"language": "en"}, {"motion": "still"}], ids=str)
def test_what_changes_the_look_brings_the_whole_page_anew(an, changed):
    an.avatar = "cat-1"
    an.save()
    client = browser(an, **ASKS)
    answer = client.post("/accounts/settings/", settings_of(an, **changed))
    assert answer["HX-Redirect"] == "/accounts/settings/" and not answer.content
    assert "Saved." in browser_again(client).content.decode()


def browser_again(client):
    return client.get("/accounts/settings/", headers={"hx-request": ""})


@pytest.mark.django_db
def test_a_guest_reads_what_is_wrong_in_place():
    client = browser(make_guest(), **ASKS)
    answer = client.post("/accounts/keep/", {"username": "admin", "password1": "ba con voi xanh"})
    page = answer.content.decode()
    assert page.strip().startswith('<form class="panel form" id="keep"') and 'aria-invalid="true"' in page
    answer = client.post("/accounts/keep/", {"username": "Chú Tư", "password1": "ba con voi xanh"})
    assert answer["HX-Redirect"] == "/accounts/settings/"


@pytest.mark.django_db
def test_without_htmx_settings_lead_on_as_ever():
    client = browser(make_guest())
    kept = {"username": "Chú Tư", "password1": "ba con voi xanh"}
    assert client.post("/accounts/keep/", kept).url == "/accounts/settings/"
