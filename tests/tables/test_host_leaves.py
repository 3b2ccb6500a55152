"""Who owns the room next, and what stays of who left: cai owns it, an and binh sit with cai."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import User
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.facts import SeatFacts, facts_of
from lobby.models import Room
from tests.tables.clock import NOW
from tests.tables.test_zones import AN, BINH, CAI, CHI, SCENES, a_room, a_table, a_viewer


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("cai", "an", "binh", "chi")}


def a_room_of(people, game):
    room = services.create_room(by=people["cai"], game=game, seats=4)
    for seat, name in enumerate(("an", "binh"), start=1):
        services.sit(room_id=room.pk, by=people[name], seat=seat)
    return room


@pytest.fixture
def room(people, clock):
    return a_room_of(people, "xidach")


def after(clock, room, people, seconds, here=("cai", "an", "binh")):
    """So many seconds later, while these are there; who owns the room by then."""
    clock.goes_on(seconds)
    services.seen([(room.pk, people[name].pk) for name in here], clock.now)
    services.tidy(clock.now, up_since=NOW - timedelta(days=1))
    return Room.objects.get(pk=room.pk).owner.username


def leaves(room, person):
    services.stand_up(room_id=room.pk, by=person)


# --- who owns it ------------------------------------------------------------------------------


def test_whose_owner_leaves_the_chair_is_soon_somebody_elses(room, people, clock):
    leaves(room, people["cai"])
    assert after(clock, room, people, 4) == "cai"
    assert after(clock, room, people, 2) == "an"
    event = room.events.get(kind="hand_over")
    assert (event.by, event.to) == (None, people["an"])


def test_of_those_who_are_there(room, people, clock):
    leaves(room, people["cai"])
    assert after(clock, room, people, 31, here=["binh"]) == "binh"


def test_who_sits_down_again_keeps_it(room, people, clock):
    leaves(room, people["cai"])
    clock.goes_on(3)
    services.sit(room_id=room.pk, by=people["cai"], seat=3)
    assert after(clock, room, people, 60) == "cai"


def test_so_does_who_sits_with_bots_alone(room, people, clock):
    for name in ("an", "binh"):
        leaves(room, people[name])
    services.add_bot(room_id=room.pk, by=people["cai"], seat=1, level="house")
    leaves(room, people["cai"])
    assert after(clock, room, people, 60) == "cai"


def test_who_left_in_a_round_owns_it_to_the_end_of_it(room, people, clock):
    services.rounds_started([(facts_of(services.lock(room.pk)), (0, 1, 2))])
    leaves(room, people["cai"])
    assert after(clock, room, people, 60) == "cai"
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))
    assert after(clock, room, people, 0) == "an"


def test_who_stays_after_all_keeps_it(room, people, clock):
    services.rounds_started([(facts_of(services.lock(room.pk)), (0, 1, 2))])
    leaves(room, people["cai"])
    services.sit(room_id=room.pk, by=people["cai"], seat=0)
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))
    assert after(clock, room, people, 60) == "cai"


@pytest.mark.slow
def test_without_a_nha_cai_one_may_host_from_beside_the_table(people, clock):
    room = a_room_of(people, "bigtwo")
    leaves(room, people["cai"])
    assert after(clock, room, people, 60) == "cai"
    assert after(clock, room, people, 31, here=("an", "binh")) == "an", "but not from elsewhere"


def test_a_restart_of_the_site_delays_none_of_it(room, people, clock):
    leaves(room, people["cai"])
    clock.goes_on(6)
    services.seen([(room.pk, people["an"].pk)], clock.now)
    services.tidy(clock.now, up_since=clock.now)
    assert Room.objects.get().owner == people["an"]


# --- what the page says -----------------------------------------------------------------------


def html_for(room, chair, play=None):
    zones = zones_of(a_table(room), play, a_viewer(room, chair))
    return {name: " ".join(html_of(zone, "en").split()) for name, zone in zones.items()}


def since(room, order):
    """They sat down in this order."""
    seats = list(room.seats)
    for minutes, chair in enumerate(order):
        seats[chair] = replace(seats[chair], since=NOW + timedelta(minutes=minutes))
    return replace(room, seats=tuple(seats))


def test_the_next_host_is_named_at_once():
    room = since(a_room(taken=(AN, BINH, CHI), status="open"), (BINH, CHI, AN))
    assert "cai</bdi> has left: you will be the host in a moment." in html_for(room, BINH)["actions"]
    assert "has left: <bdi>binh</bdi> will be the host in a moment." in html_for(room, AN)["actions"]


def test_nobody_is_named_while_the_owner_sits_there():
    assert "in a moment" not in html_for(a_room(status="open"), AN)["actions"]


def test_who_leaves_reads_first_what_becomes_of_round_and_room():
    menu = SCENES["a turn"].html(CAI)["menu"]
    assert "The table plays the rest of this round for you" in menu and "will be the host." in menu
    menu = SCENES["a turn"].html(AN)["menu"]
    assert "The table plays the rest of this round for you" in menu and "will be the host." not in menu


def test_between_rounds_only_the_host_is_told_something():
    room = a_room(status="open")
    assert 'id="leave"' not in html_for(room, AN)["menu"] and 'value="stand_up"' in html_for(room, AN)["menu"]
    assert 'id="leave"' in html_for(room, CAI)["menu"]
    alone = a_room(taken=(CAI,), status="open")
    assert "you stay the host" in html_for(alone, CAI)["menu"]


def test_leaving_closes_the_menu():
    for html in (SCENES["a turn"].html(AN), html_for(a_room(status="open"), AN)):
        form = html["menu"].partition('value="stand_up"')[2].partition("</form>")[0]
        assert "data-close-panel" in form


# --- what stays of them -----------------------------------------------------------------------


def over_without(chair):
    """The end of a round, once somebody has left."""
    scene = SCENES["over"]
    seats = tuple(SeatFacts(seat=chair) if seat.seat == chair else seat for seat in scene.room.seats)
    return scene, replace(scene.room, seats=seats, status="open")


@pytest.mark.parametrize("gone", [CAI, AN])
@pytest.mark.parametrize("looks", [BINH, None])
def test_their_hand_lies_there_until_the_next_round(gone, looks):
    scene, room = over_without(gone)
    before = scene.html(looks)[f"seat-{gone}"]
    zones = zones_of(a_table(room), scene.play(looks), a_viewer(room, looks))
    now = html_of(zones[f"seat-{gone}"], "en")
    cards = [part for part in before.split('"') if part.endswith(("C", "D", "H", "S")) and len(part) == 2]
    assert cards and all(f'"{card}"' in now for card in cards)
    assert "Has left" in now and 'value="sit"' not in now


def test_whoever_sits_down_there_has_the_chair_to_themselves():
    scene, room = over_without(AN)
    seats = tuple(
        SeatFacts(seat=AN, player="dung", user_id=77, kind="human", online=True) if seat.seat == AN else seat
        for seat in room.seats
    )
    zones = zones_of(a_table(replace(room, seats=seats)), scene.play(BINH), a_viewer(room, BINH))
    assert "dung" in html_of(zones["seat-1"], "en") and "data-card" not in html_of(zones["seat-1"], "en")


@pytest.mark.slow
def test_the_host_may_still_fill_the_chair():
    scene, room = over_without(AN)
    seats = tuple(replace(seat, ready=False) for seat in room.seats)
    zones = zones_of(a_table(replace(room, seats=seats)), scene.play(CAI), a_viewer(room, CAI))
    actions = html_of(zones["actions"], "en")
    assert 'value="bot"' in actions and 'name="seat" value="1"' in " ".join(actions.split())
