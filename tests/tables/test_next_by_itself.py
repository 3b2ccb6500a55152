"""After a result the next round begins by itself, where the room says so.

cai owns it, an and binh sit with cai.
"""

import pytest

from accounts.models import User
from games.rounds.models import Round
from games.rounds.services import put_out_clock, start_round, void_round
from lobby import services
from lobby.facts import facts_of
from lobby.models import Room
from lobby.refusals import Code


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("cai", "an", "binh")}


@pytest.fixture
def room(people, clock):
    """Eight seconds after a result; all three are ready."""
    room = services.create_room(by=people["cai"], game="xidach", seats=6, auto_next=8)
    for chair, name in enumerate(("an", "binh"), 1):
        services.sit(room_id=room.pk, by=people[name], seat=chair)
        services.set_ready(room_id=room.pk, by=people[name], ready=True)
    return room


def plays(room, chairs=(0, 1, 2)):
    """A round from its start to its result."""
    services.rounds_started([(facts_of(services.lock(room.pk)), chairs)])
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))


def starts_in(room, clock):
    room.refresh_from_db()
    return room.start_at and (room.start_at - clock.now).total_seconds()


def ready(room, person, *, ready):
    return services.set_ready(room_id=room.pk, by=person, ready=ready)


def test_the_first_round_is_the_hosts_to_start_and_the_next_begins_after_its_result(room, clock):
    assert starts_in(room, clock) is None
    plays(room)
    assert starts_in(room, clock) == 8


@pytest.mark.slow
@pytest.mark.parametrize("who", ["cai", "an", "binh"])
def test_anybody_who_sits_holds_it_and_lets_it_go_on(room, people, clock, who):
    plays(room)
    clock.goes_on(6)
    ready(room, people[who], ready=False)
    assert starts_in(room, clock) is None
    clock.goes_on(60)
    ready(room, people[who], ready=True)
    assert starts_in(room, clock) == 8


def test_who_said_so_while_the_round_ran_is_waited_for(room, people, clock):
    services.rounds_started([(facts_of(services.lock(room.pk)), (0, 1, 2))])
    ready(room, people["an"], ready=False)
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))
    assert starts_in(room, clock) is None


def test_without_them_the_host_starts_and_then_nobody_waits_for_them(room, people, clock):
    plays(room)
    ready(room, people["an"], ready=False)
    plays(room, chairs=(0, 2))
    assert starts_in(room, clock) == 8


def test_who_sits_down_meanwhile_keeps_nobody_waiting(room, people, clock):
    services.stand_up(room_id=room.pk, by=people["binh"])
    plays(room, chairs=(0, 1))
    clock.goes_on(2)
    services.sit(room_id=room.pk, by=people["binh"], seat=3)
    assert starts_in(room, clock) == 6
    clock.goes_on(5)
    ready(room, people["binh"], ready=True)
    assert starts_in(room, clock) == 3, "and is not surprised either"


def test_what_the_host_changes_meanwhile_can_be_read(room, people, clock):
    plays(room)
    clock.goes_on(7)
    services.change_options(room_id=room.pk, by=people["cai"], options={"stake": 5})
    assert starts_in(room, clock) == 3


def test_it_needs_the_nha_cai_on_their_chair_and_awake(room, people, clock):
    plays(room)
    room.seats.filter(number=0).update(away=True)
    plays(room)
    assert starts_in(room, clock) is None
    services.back(room.pk, people["cai"].pk)
    assert starts_in(room, clock) == 8
    services.stand_up(room_id=room.pk, by=people["cai"])
    assert starts_in(room, clock) is None


def test_who_is_given_the_room_has_said_that_they_are_ready(room, people, clock):
    ready(room, people["binh"], ready=False)
    plays(room, chairs=(0, 1))
    services.hand_over(room_id=room.pk, by=people["cai"], seat=2)
    assert starts_in(room, clock) is None
    ready(room, people["binh"], ready=True)
    assert starts_in(room, clock) == 8


def test_it_is_not_for_bots_alone_nor_for_one(room, people, clock):
    plays(room)
    for name in ("an", "binh"):
        services.stand_up(room_id=room.pk, by=people[name])
    assert starts_in(room, clock) is None
    services.add_bot(room_id=room.pk, by=people["cai"], seat=4, level="house")
    assert starts_in(room, clock) == 8
    room.seats.filter(number=0).update(away=True)
    plays(room, chairs=(0, 4))
    assert starts_in(room, clock) is None


def test_after_a_void_round_too(room, people, clock):
    stopped = start_round(room_id=room.pk, by=people["cai"])
    void_round(round_id=stopped.pk, cause=Round.VoidCause.CRASH)
    assert starts_in(room, clock) == 8


def test_the_host_may_choose_it_and_unchoose_it(room, people, clock):
    plays(room)
    services.change_options(room_id=room.pk, by=people["cai"], auto_next=0)
    assert starts_in(room, clock) is None
    services.change_options(room_id=room.pk, by=people["cai"], auto_next=15)
    assert starts_in(room, clock) == 15
    assert room.events.filter(kind="options").last().facts == {"auto_next": [0, 15]}


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1, -5, 16, 300])
def test_other_pauses_there_are_none(room, people, seconds):
    refused = services.change_options(room_id=room.pk, by=people["cai"], auto_next=seconds)
    assert (refused.code, dict(refused.facts)) == (Code.BAD_OPTIONS, {"field": "auto_next"})


def test_where_both_are_chosen_a_result_may_be_read_first(room, people, clock):
    services.change_options(room_id=room.pk, by=people["cai"], auto_start=True)
    ready(room, people["cai"], ready=True)
    assert starts_in(room, clock) == 3
    plays(room)
    assert starts_in(room, clock) == 8


def test_a_start_that_comes_as_somebody_holds_it_is_none(room, people, clock):
    """The table that says it had not heard of it."""
    plays(room)
    clock.goes_on(8)
    ready(room, people["an"], ready=False)
    assert put_out_clock(room_id=room.pk).code == Code.STALE
    assert Room.objects.get().status == Room.Status.OPEN
