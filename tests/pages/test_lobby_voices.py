"""What the lobby's socket says of many rooms: to a page those it shows, to a program all it asks for."""

import json
import re

import pytest

from accounts.blocks.services import block
from lobby import consumers
from lobby.consumers import HtmlVoice, JsonVoice
from lobby.live_list import LiveList, read_rooms
from lobby.models import Room
from lobby.services import add_bot, close_room, create_room
from lobby.wire import hearing

ROOMS, WINDOW = 60, 12
LONGEST = "Bàn của ông Hiển xóm trên, tối thứ bảy 🂡"
FIRST_FRAME = 20 * 1024  # bytes


@pytest.fixture
def lobby(cai, open_room, monkeypatch):
    """`lobby()`: the list is read again."""
    open_room(name="the first")
    fields = {"game": "xidach", "ruleset": "classic", "seat_count": 6, "owner": cai}
    Room.objects.bulk_create(Room(code=f"room{n:02}", name=LONGEST[:40], **fields) for n in range(ROOMS))
    monkeypatch.setattr(consumers, "live_list", LiveList())

    def read():
        consumers.live_list.rooms = read_rooms()

    read()
    return read


def page(**wanted):
    usual = {"me": None, "language": "vi", "game": "", "free": False, "window": WINDOW}
    return HtmlVoice(**usual | wanted)


def pieces(voice):
    """What a page is told to do: how, where, and with which rooms."""
    found = re.findall(
        r'<hx-partial hx-target="([^"]*)" hx-swap="(\w+)"[^>]*>(.*?)</hx-partial>',
        "".join(voice.frames()),
        re.S,
    )
    return [(swap, target, re.findall(r'id="room-(\w+)"', html)) for target, swap, html in found]


def codes(first, last):
    return [f"room{n:02}" for n in range(first, last, -1)]


def test_a_page_is_told_of_the_rooms_it_shows(lobby):
    assert pieces(page()) == [("innerMorph", "#rooms", codes(59, 47))]
    assert pieces(page(window=24)) == [("innerMorph", "#rooms", codes(59, 35))]
    assert pieces(page(game="bigtwo")) == [("innerMorph", "#rooms", [])]


@pytest.mark.slow
def test_its_first_frame_is_short_however_long_the_list(lobby, cai):
    for room in Room.objects.order_by("-pk")[:WINDOW]:
        for chair in range(4):
            add_bot(room_id=room.pk, by=cai, seat=chair, level="house")
    lobby()
    for language in ("vi", "en", "zh-hans"):
        (frame,) = page(language=language).frames()
        assert frame.count("avatar-small") == 4 * WINDOW
        assert len(frame.encode()) <= FIRST_FRAME, language


def test_what_a_page_does_not_show_is_not_sent(lobby, cai):
    voice = page()
    pieces(voice)
    beyond, shown = Room.objects.get(code="room40"), Room.objects.get(code="room50")
    add_bot(room_id=beyond.pk, by=cai, seat=1, level="house")
    lobby()
    assert pieces(voice) == []
    add_bot(room_id=shown.pk, by=cai, seat=1, level="house")
    lobby()
    assert pieces(voice) == [("outerMorph", "#room-room50", ["room50"])]


def test_new_rooms_come_on_top_and_a_free_place_is_filled_below(lobby, cai, an, open_room):
    voice = page()
    pieces(voice)
    close_room(room_id=Room.objects.get(code="room55").pk, by=cai)
    lobby()
    assert pieces(voice) == [("delete", "#room-room55", []), ("beforeend", "#rooms", ["room47"])]
    new = open_room(by=an, name="new")
    lobby()
    assert pieces(voice) == [("afterbegin", "#rooms", [new.code])]
    close_room(room_id=Room.objects.get(code="room47").pk, by=cai)
    close_room(room_id=Room.objects.get(code="room40").pk, by=cai)
    lobby()
    assert pieces(voice) == [("delete", "#room-room47", [])], "the window is full without it"
    voice.repeat()
    assert pieces(voice) == [("innerMorph", "#rooms", [new.code, *codes(59, 55), *codes(54, 47)])]


def test_rooms_one_can_sit_down_in_come_before_those_that_play(lobby):
    Room.objects.filter(code__in=codes(59, 54)).update(status=Room.Status.PLAYING)
    lobby()
    assert pieces(page()) == [("innerMorph", "#rooms", codes(54, 42))]


def test_a_round_that_is_over_brings_its_room_before_the_page(lobby):
    Room.objects.filter(code="room40").update(status=Room.Status.PLAYING)
    lobby()
    voice = page()
    pieces(voice)
    Room.objects.filter(code="room40").update(status=Room.Status.OPEN)
    lobby()
    assert pieces(voice) == [("afterbegin", "#rooms", ["room40"])]
    lobby()
    assert pieces(voice) == []


def test_a_page_knows_whether_there_is_more_than_it_shows(lobby):
    for window, more in ((WINDOW, True), (ROOMS, True), (ROOMS + 1, False)):
        (frame,) = page(window=window).frames()
        assert ("data-beyond" in frame) == more


def said(voice):
    return [json.loads(text) for text in voice.frames()]


@pytest.mark.parametrize(("window", "many"), [(None, ROOMS + 1), (500, ROOMS + 1), (7, 7), (0, 0)])
def test_a_program_gets_all_or_the_newest_it_asks_for(lobby, window, many):
    (opening,) = said(JsonVoice(me=None, window=window))
    assert opening["type"] == "rooms"
    newest = list(Room.objects.order_by("-pk").values_list("code", flat=True))
    assert [entry["code"] for entry in opening["rooms"]] == newest[:many]


@pytest.mark.slow
def test_a_program_with_a_window_is_told_what_becomes_of_every_room(lobby, cai, an, open_room):
    voice = JsonVoice(me=None, window=3)
    said(voice)
    add_bot(room_id=Room.objects.get(code="room02").pk, by=cai, seat=1, level="house")
    close_room(room_id=Room.objects.get(code="room01").pk, by=cai)
    new = open_room(by=an, name="new")
    lobby()
    told = [(frame["type"], frame.get("code") or frame["room"]["code"]) for frame in said(voice)]
    assert told == [("gone", "room01"), ("listed", "room02"), ("listed", new.code)]


def test_rooms_of_whom_one_is_kept_apart_from_are_neither_shown_nor_counted(lobby, cai, an):
    """Not even as the rest that a page does not show."""
    block(by=cai, whom=an)
    hearing.learn([cai.pk, an.pk])
    assert pieces(page(me=an.pk)) == [("innerMorph", "#rooms", [])]
    assert "data-beyond" not in "".join(page(me=an.pk).frames())
    (opening,) = (json.loads(text) for text in JsonVoice(me=an.pk, window=None).frames())
    assert opening["rooms"] == []
    assert pieces(page(me=cai.pk)) == pieces(page())
    mine = create_room(by=an, game="xidach")
    lobby()
    assert pieces(page(me=an.pk)) == [("innerMorph", "#rooms", [mine.code])]


def test_the_lobbys_page_counts_only_the_rooms_there_are_for_one(lobby, cai, an, client):
    client.force_login(an)
    before = client.get("/lobby/").context
    block(by=an, whom=cai)
    after = client.get("/lobby/").context
    assert (before["room_count"], before["people_count"]) == (ROOMS + 1, 1)
    assert (after["room_count"], after["people_count"], after["listed"], after["more"]) == (0, 0, 0, None)
    assert [one["rooms"] for one in after["games"]] == [0] * len(after["games"])
