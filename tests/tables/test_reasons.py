"""Why an owner sent somebody away is told like what they say in the chat: read, reported, removed and erased
as that is."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.blocks.quiet import LOUD, Quiet
from accounts.models import ModAction, Report, User
from accounts.sanctions import mute, unmute
from games.live.catching_up import load_stands
from games.rounds.facts import Viewer
from games.rounds.reading import load_table
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.models import ChatLine, Room, RoomEvent
from lobby.services.erasing import erase_chat
from tests.back_office import PASSWORD, act, come_in

WHY = "đồ ngốc 😡"
moved = import_module("lobby.migrations.0007_reasons_are_lines")


@pytest.fixture
def people(db):
    return {
        name: User.objects.create_user(name, password=PASSWORD) for name in ("cai", "an", "binh", "khach")
    }


@pytest.fixture
def cai(people):
    return people["cai"]


@pytest.fixture
def room(people):
    room = services.create_room(by=people["cai"], game="xidach", seats=4)
    for seat, name in enumerate(("an", "binh"), start=1):
        services.sit(room_id=room.pk, by=people[name], seat=seat)
    return room


def sends_away(room, reason=WHY):
    return services.kick(room_id=room.pk, by=room.owner, seat=1, reason=reason)


def page_of(room, person, quiet=LOUD, language="en"):
    table = load_table(room.pk)
    viewer = Viewer(
        person.pk, person.username, table.room.chair_of(person.pk), room.owner == person, language
    )
    zones = zones_of(table, None, viewer._replace(quiet=quiet))
    return {name: " ".join(html_of(zone, language).split()) for name, zone in zones.items()}


def kept():
    """All that the database holds of rooms."""
    return str([list(model.objects.values()) for model in (Room, RoomEvent, ChatLine)])


# --- who gives one ----------------------------------------------------------------------------


def test_who_is_muted_sends_away_without_a_word_of_their_own(room, people, cai):
    mute(by=None, whom=cai)
    refused = sends_away(room)
    assert (refused.code, room.seats.count()) == ("muted", 3)
    with override("en"):
        assert "without a reason of your own" in refused.sentence
    sends_away(room, reason=" ")
    assert room.seats.count() == 2 and not ChatLine.objects.exists()
    assert "<bdi>cai</bdi> asked <bdi>an</bdi> to leave." in page_of(room, people["khach"])["chat"]


def test_their_table_tells_them_at_once(room, cai, django_capture_on_commit_callbacks):
    asked = 'name="reason"'
    assert asked in page_of(room, cai)["menu"]
    with django_capture_on_commit_callbacks(execute=True):
        mute(by=None, whom=cai)
    menu = page_of(room, cai)["menu"]
    told = "You can still ask people to leave, without a reason of your own."
    assert asked not in menu and menu.count(told) == 2
    assert Room.objects.get().version > room.version, "every process looks again"
    with django_capture_on_commit_callbacks(execute=True):
        unmute(by=None, whom=cai)
    assert asked in page_of(room, cai)["menu"]


def test_a_term_that_is_over_is_none(room, cai):
    mute(by=None, whom=cai, until=timezone.now() - timedelta(seconds=1))
    assert 'name="reason"' in page_of(room, cai)["menu"]
    sends_away(room)
    assert ChatLine.objects.get().text == WHY


@pytest.mark.slow
def test_who_is_muted_opens_a_room_of_the_usual_name(cai, client):
    mute(by=None, whom=cai)
    room = services.create_room(by=cai, game="xidach", name="cai lừa đảo")
    assert "lừa" not in room.name and "cai" in room.name
    client.force_login(cai)
    page = client.get(reverse("room_new"), headers={"accept-language": "en"})
    assert "the room gets its usual name" in page.content.decode()
    assert client.post(reverse("room_new"), {"game": "xidach", "name": "cai lừa đảo"}).status_code == 302
    assert not Room.objects.filter(name__contains="lừa").exists()


# --- one of the house's ------------------------------------------------------------------------


def test_a_reason_of_the_house_is_read_by_each_in_their_own_language(room, people, cai):
    services.kick(room_id=room.pk, by=cai, seat=1, why="slow")
    assert room.events.get(kind="kick").facts == {"seat": 1, "why": "slow"} and not ChatLine.objects.exists()
    told = {language: page_of(room, people["khach"], language=language)["chat"] for language in ("en", "vi")}
    assert "<bdi>cai</bdi> asked <bdi>an</bdi> to leave: plays too slowly" in told["en"]
    assert "đánh chậm quá" in told["vi"]
    assert "asked you to leave: plays too slowly" in page_of(room, people["an"])["banner"]


def test_who_is_muted_may_choose_one(room, cai):
    mute(by=None, whom=cai)
    menu = page_of(room, cai)["menu"]
    assert 'name="why"' in menu and 'value="unfair"' in menu
    assert isinstance(services.kick(room_id=room.pk, by=cai, seat=1, why="rude"), Room)


def test_ones_own_words_come_first_and_who_does_not_read_them_reads_the_other(room, people, cai):
    services.kick(room_id=room.pk, by=cai, seat=1, reason=WHY, why="rude")
    everybody, nothing = (
        page_of(room, people["khach"], quiet)["chat"] for quiet in (LOUD, Quiet(chat="none"))
    )
    assert WHY in everybody and "is rude" not in everybody
    assert WHY not in nothing and "is rude" in nothing


@pytest.mark.parametrize("why", ["nothing", None, 5, ["slow"], "SLOW"])
def test_other_reasons_the_house_has_none(room, cai, why):
    assert services.kick(room_id=room.pk, by=cai, seat=1, why=why).code == "malformed"


# --- who reads it -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("whom", "chat", "read"),
    [
        ("", "all", WHY),
        ("", "words", "đồ ngốc"),
        ("", "none", ""),
        ("cai", "all", ""),
        ("binh", "all", WHY),
    ],
)
@pytest.mark.parametrize("how", ["apart", "muted"])
def test_it_is_read_as_a_line_is(room, people, how, whom, chat, read):
    sends_away(room)
    quiet = Quiet(**{how: frozenset(people[name].pk for name in people if name == whom)}, chat=chat)
    told = f"to leave: “<bdi>{read}</bdi>”" if read else "to leave."
    for name, zone in (("khach", "chat"), ("an", "chat"), ("an", "banner")):
        html = page_of(room, people[name], quiet)[zone]
        assert told in html and (read in html if read else "ngốc" not in html), (name, zone)


def test_ones_own_one_reads(room, cai):
    sends_away(room)
    assert WHY in page_of(room, cai, Quiet(chat="none"))["chat"]


def test_whose_words_they_are_is_known_to_the_table(room, cai):
    sends_away(room)
    assert load_table(room.pk).writers == {cai.pk}


def test_it_is_no_line_of_the_chat(room, cai):
    services.say(room_id=room.pk, by=cai, text="chào")
    before = load_table(room.pk)
    sends_away(room)
    table = load_table(room.pk)
    assert [line.text for line in table.chat] == ["chào"]
    assert load_stands([room.pk])[room.pk].line == table.line == before.line


# --- staff ------------------------------------------------------------------------------------


def test_it_is_reported_like_a_line(room, people, client):
    sends_away(room)
    line = ChatLine.objects.get()
    link = f"/reports/new/?line={line.pk}"
    assert link in page_of(room, people["an"])["chat"] and link not in page_of(room, room.owner)["chat"]
    client.force_login(people["an"])
    client.post("/reports/new/", {"person": "cai", "reason": "abuse", "text": "", "line": line.pk})
    report = Report.objects.get()
    assert (report.person, report.line, report.room) == (room.owner, line.pk, room.pk)


@pytest.mark.slow
def test_staff_remove_it_and_it_is_on_record(room, people, client):
    sends_away(room)
    User.objects.create_superuser("trong tai", password=PASSWORD)
    come_in(client, "trong tai")
    line, version = ChatLine.objects.get(), Room.objects.get().version
    events = client.get(reverse("admin:lobby_room_change", args=[room.pk])).content.decode()
    assert WHY in events and reverse("admin:lobby_chatline_change", args=[line.pk]) in events
    act(client, "remove_lines", line, reason="lời nặng")
    assert "ngốc" not in str(page_of(room, people["an"])) and Room.objects.get().version > version
    done = ModAction.objects.get()
    assert (done.act, done.target, done.whom, done.reason) == (
        "remove_line",
        str(line.pk),
        room.owner,
        "lời nặng",
    )


# --- how long it is kept ----------------------------------------------------------------------


def test_it_is_tidied_with_the_chat(room, people):
    sends_away(room)
    assert WHY in kept()
    list(services.clear_old_chat(timezone.now() + timedelta(days=1)))
    assert WHY not in kept()
    assert "asked <bdi>an</bdi> to leave." in page_of(room, people["khach"])["chat"], "that it was done stays"


def test_one_that_came_among_younger_lines_goes_in_its_time(room, people):
    """An upgrade moves those of before into the chat."""
    ChatLine.objects.create(room=room, user=people["an"], text="chào")
    sends_away(room)
    ChatLine.objects.exclude(event=None).update(at=timezone.now() - timedelta(days=2))
    list(services.clear_old_chat(timezone.now() - timedelta(days=1)))
    assert WHY not in kept() and "chào" in kept()


def test_it_goes_with_the_account(room, cai):
    sends_away(room)
    assert list(erase_chat(cai)) == [1] and WHY not in kept()


def test_those_from_before_become_lines(room, cai, people):
    for days, reason in ((1, WHY), (91, "cũ rồi"), (2, "")):
        event = RoomEvent.objects.create(
            room=room, kind="kick", by=cai, to=people["an"], facts={"seat": 1, "reason": reason}
        )
        RoomEvent.objects.filter(pk=event.pk).update(at=timezone.now() - timedelta(days=days))
    moved.move(apps, None)
    assert list(RoomEvent.objects.filter(kind="kick").values_list("facts", flat=True)) == [{"seat": 1}] * 3
    line = ChatLine.objects.get()
    assert (line.text, line.user, line.room, line.at) == (WHY, cai, room, line.event.at)
    assert "cũ rồi" not in kept() and WHY in page_of(room, people["binh"])["chat"]
    moved.move_back(apps, None)
    assert not ChatLine.objects.exists() and RoomEvent.objects.filter(facts__reason=WHY).count() == 1
