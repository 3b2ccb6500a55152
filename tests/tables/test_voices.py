"""What a socket is told whose reader is slower than the table."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from games.live import hub, json_frames
from games.live.hub import Hub
from games.live.json_voice import JsonVoice
from games.live.live_round import LiveRound
from games.live.viewing import Person
from games.live.writer import Writer
from games.management.commands.demo import play_on, play_round
from games.rounds.models import Round
from games.rounds.services import start_round
from lobby.services import add_bot, create_room
from lobby.wire import together

# The hub looks, the reader reads; `play` is a whole round, `end` the end of one that `start` began.
SKIPPED = [
    # what happens before they read     what they read
    ("look",                            []),
    ("play look",                       ["view 1", "result 1", "room"]),
    ("start look",                      ["room", "lock 1", "sealed 1", "view 1"]),
    ("play look start look",            ["result 1", "room", "lock 2", "sealed 2", "view 2"]),
    ("play start look",                 ["result 1", "room", "lock 2", "sealed 2", "view 2"]),
    ("play look play look start look",  ["result 1", "result 2", "room", "lock 3", "sealed 3", "view 3"]),
    ("play play look",                  ["result 1", "view 2", "result 2", "room"]),
    ("start look end start look",       ["result 1", "room", "lock 2", "sealed 2", "view 2"]),
    ("start look end look start look",  ["result 1", "room", "lock 2", "sealed 2", "view 2"]),
]  # fmt: skip


@pytest.fixture
def cai(db):
    return User.objects.create_user("cai")


@pytest.fixture
def room(cai):
    room = create_room(by=cai, game="xidach", seats=2)
    add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    return room


async def here(function, *args, **kwargs):
    """Asked where the test stands: what it wrote is not committed."""
    return await sync_to_async(function)(*args, **kwargs)


@pytest.mark.slow
@pytest.mark.parametrize(("happens", "read"), SKIPPED)
def test_who_skips_a_round_hears_how_it_ended_before_the_next(room, cai, monkeypatch, happens, read):
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)

    async def told():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        voice = JsonVoice(table, Person(id=cai.pk, name="cai", session_key="", language="en"))
        assert kinds(voice) == ["room"]
        for what in happens.split():
            match what:
                case "play":
                    await here(play_round, room)
                case "start":
                    await here(start_round, room_id=room.pk, by=cai)
                case "end":
                    await here(lambda: play_on(room.rounds.get(status=Round.Status.RUNNING).pk))
                case "look":
                    await table.refresh()
        table.close()
        return kinds(voice), kinds(voice)

    assert async_to_sync(told)() == (read, [])


def test_the_deal_is_written_once_for_all_who_look(room, cai, monkeypatch):
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)
    written = []
    monkeypatch.setattr(json_frames, "sealed", lambda round_: written.append(round_) or {"type": "sealed"})

    async def told():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        khach = User(pk=cai.pk + 1)
        voices = [
            JsonVoice(table, Person(id=who.pk, name="", session_key="", language="en"))
            for who in (cai, khach)
        ]
        await here(start_round, room_id=room.pk, by=cai)
        await table.refresh()
        table.close()
        return [list(voice.frames()) for voice in voices]

    for frames in async_to_sync(told)():
        assert [json.loads(text)["type"] for text in frames] == ["room", "lock", "sealed", "view"]
    assert len(written) == 1


def test_a_room_is_looked_at_again_only_where_something_happened_to_it(room, cai, monkeypatch):
    monkeypatch.setattr(together, "in_database", here)
    looks, of_chair = [], json_frames.RoomTexts.of_chair
    monkeypatch.setattr(
        json_frames.RoomTexts, "of_chair", lambda *args: looks.append(args) or of_chair(*args)
    )

    async def told():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        voice = JsonVoice(table, Person(id=cai.pk, name="cai", session_key="", language="en"))
        found = kinds(voice), kinds(voice), len(looks)
        table.meet({cai.pk})
        return *found, kinds(voice), len(looks)

    assert async_to_sync(told)() == (["room"], [], 1, ["room"], 2)


def test_whose_view_cannot_be_shown_is_told_that_the_table_stands_still(room, cai, monkeypatch):
    """And keeps the socket; the page says so too."""
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)
    broken = [True]

    def text(live, seat, _text=LiveRound.text):
        if broken:
            raise ValueError("a fault of ours")
        return _text(live, seat)

    monkeypatch.setattr(LiveRound, "text", text)

    async def told():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await here(start_round, room_id=room.pk, by=cai)
        await table.refresh()
        voice = JsonVoice(table, Person(id=cai.pk, name="cai", session_key="", language="en"))
        for _look in range(2):
            yield [frame.get("stands_still", frame["type"]) for frame in map(json.loads, voice.frames())]
        broken.clear()
        yield [frame.get("stands_still", frame["type"]) for frame in map(json.loads, voice.frames())]
        table.close()

    async def all_of_it():
        return [frames async for frames in told()]

    assert async_to_sync(all_of_it)() == [["room", True], [], ["view", "room"]]


def kinds(voice):
    frames = [json.loads(text) for text in voice.frames()]
    return [f"{frame['type']} {frame['round']}" if "round" in frame else frame["type"] for frame in frames]
