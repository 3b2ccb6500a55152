"""Asked to sit out, and asked back: cai owns the room, an and binh sit with cai, khach watches."""

import pytest

from accounts.models import User
from games.rounds.facts import Viewer
from games.rounds.reading import load_table
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.facts import facts_of
from lobby.models import Room
from lobby.refusals import Refusal


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("cai", "an", "binh", "khach")}


@pytest.fixture
def room(people):
    room = services.create_room(by=people["cai"], game="xidach", seats=4)
    for seat, name in enumerate(("an", "binh"), start=1):
        services.sit(room_id=room.pk, by=people[name], seat=seat)
    return room


def begin(room, chairs=(0, 1, 2)):
    services.rounds_started([(facts_of(services.lock(room.pk)), chairs)])


def end(room):
    services.rounds_ended(list(services.lock_rooms([room.pk]).values()))


def bench(room, seat=1):
    return services.bench(room_id=room.pk, by=room.owner, seat=seat)


def unbench(room, player="an"):
    return services.unbench(room_id=room.pk, by=room.owner, player=player)


def chairs(room):
    return {seat.number: seat.user.username for seat in room.seats.select_related("user")}


def page_of(room, person, language="en"):
    table = load_table(room.pk)
    chair = table.room.chair_of(person.pk)
    viewer = Viewer(person.pk, person.username, chair, table.room.owner_id == person.pk, language)
    zones = zones_of(table, None, viewer)
    return {name: " ".join(html_of(zone, language).split()) for name, zone in zones.items()}


def test_who_is_asked_to_sit_out_is_no_less_welcome(room, people):
    assert isinstance(bench(room), Room)
    assert chairs(room) == {0: "cai", 2: "binh"} and not room.admissions.exists()
    assert not isinstance(services.say(room_id=room.pk, by=people["an"], text="ơ kìa"), Refusal)
    assert isinstance(services.sit(room_id=room.pk, by=people["an"], seat=1), Room)


def test_in_a_round_they_play_it_to_its_end(room, people):
    begin(room)
    bench(room)
    bench(room)
    assert chairs(room)[1] == "an" and room.events.filter(kind="bench").count() == 1
    end(room)
    assert chairs(room) == {0: "cai", 2: "binh"}


@pytest.mark.parametrize(("seat", "code"), [(3, "seat_empty"), (0, "not_allowed"), (9, "malformed")])
def test_whom_one_does_not_ask(room, seat, code):
    assert bench(room, seat).code == code


def test_a_bot_is_not_asked_but_removed(room):
    services.add_bot(room_id=room.pk, by=room.owner, seat=3, level="house")
    assert bench(room, 3).code == "seat_empty"


def test_taken_back_in_the_round_nothing_happened(room):
    begin(room)
    bench(room)
    assert isinstance(unbench(room), Room)
    end(room)
    assert chairs(room)[1] == "an"


def test_taken_back_later_it_is_an_invitation_and_nobody_is_put_on_a_chair(room, people):
    bench(room)
    unbench(room)
    assert 1 not in chairs(room)
    banner = page_of(room, people["an"])["banner"]
    assert "<bdi>cai</bdi> asks you to sit down again." in banner
    assert 'value="sit"' in banner
    services.sit(room_id=room.pk, by=people["an"], seat=3)
    assert "asks you" not in page_of(room, people["an"])["banner"]


@pytest.mark.slow
@pytest.mark.parametrize("player", ["binh", "khach", "cai", "nobody"])
def test_only_who_was_asked_is_asked_back(room, player):
    bench(room)
    assert unbench(room, player).code == "not_benched"


def test_and_only_once(room):
    bench(room)
    unbench(room)
    assert unbench(room).code == "not_benched"


def test_who_was_then_sent_away_for_good_is_not_asked_back(room, people):
    begin(room)
    bench(room)
    services.kick(room_id=room.pk, by=people["cai"], seat=1)
    assert unbench(room).code == "not_benched"


def kick(room, seat=1):
    return services.kick(room_id=room.pk, by=room.owner, seat=seat)


def unkick(room, player="an"):
    return services.unkick(room_id=room.pk, by=room.owner, player=player)


def test_sent_away_for_good_and_asked_back_in_the_round_nothing_happened(room):
    begin(room)
    kick(room)
    assert isinstance(unkick(room), Room)
    end(room)
    assert chairs(room)[1] == "an"


@pytest.mark.parametrize("goes", ["by themselves", "benched"])
def test_who_was_going_before_goes_all_the_same(room, people, goes):
    begin(room)
    if goes == "benched":
        bench(room)
    else:
        services.stand_up(room_id=room.pk, by=people["an"])
    kick(room)
    unkick(room)
    end(room)
    assert 1 not in chairs(room)


def test_who_leaves_by_themselves_is_not_made_to_stay(room, people):
    begin(room)
    services.stand_up(room_id=room.pk, by=people["an"])
    assert unbench(room).code == "not_benched"
    end(room)
    assert 1 not in chairs(room)


# --- they think better of it themselves -------------------------------------------------------


def test_who_wanted_to_leave_when_the_round_ends_may_stay(room, people):
    begin(room)
    services.stand_up(room_id=room.pk, by=people["an"])
    assert "Stay after all" in page_of(room, people["an"])["banner"]
    assert isinstance(services.sit(room_id=room.pk, by=people["an"], seat=1), Room)
    end(room)
    assert chairs(room)[1] == "an"


@pytest.mark.parametrize("how", [services.bench, services.kick])
def test_who_was_asked_to_go_may_not(room, people, how):
    begin(room)
    how(room_id=room.pk, by=people["cai"], seat=1)
    assert "Stay after all" not in page_of(room, people["an"])["banner"]
    refused = services.sit(room_id=room.pk, by=people["an"], seat=1)
    assert isinstance(refused, Refusal) and refused.code == "not_allowed"
    end(room)
    assert 1 not in chairs(room)


def test_nobody_else_sits_down_there_meanwhile_nor_do_they_move(room, people):
    begin(room)
    services.stand_up(room_id=room.pk, by=people["an"])
    assert services.sit(room_id=room.pk, by=people["khach"], seat=1).code == "seat_taken"
    assert services.sit(room_id=room.pk, by=people["an"], seat=3).code == "round_running"


# --- what the page says -----------------------------------------------------------------------


def test_the_host_has_two_ways_to_ask_and_both_can_be_undone(room, people):
    menu = page_of(room, people["cai"], "vi")["menu"]
    assert menu.count("Cho ra ghế chờ") == menu.count("Mời ra, không cho vào lại") == 2
    assert 'value="unbench"' not in menu and 'value="unkick"' not in menu
    bench(room)
    services.kick(room_id=room.pk, by=people["cai"], seat=2)
    menu = page_of(room, people["cai"])["menu"]
    assert 'value="unbench"' in menu and 'value="unkick"' in menu
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    assert 'value="unbench"' not in page_of(room, people["cai"])["menu"]


def test_nobody_else_is_offered_any_of_it(room, people):
    bench(room)
    for name in ("an", "binh", "khach"):
        assert "bench" not in page_of(room, people[name])["menu"]


def test_who_was_asked_reads_by_whom_and_everybody_else_in_the_chat(room, people):
    bench(room)
    assert "<bdi>cai</bdi> asked you to sit out for now." in page_of(room, people["an"])["banner"]
    for name in people:
        assert "<bdi>cai</bdi> asked <bdi>an</bdi> to sit out for now." in page_of(room, people[name])["chat"]


def test_in_a_round_they_are_told_when(room, people):
    begin(room)
    bench(room)
    banner = page_of(room, people["an"])["banner"]
    assert "Your seat will be free when this round ends" in banner and 'value="sit"' not in banner
    assert 'value="unbench"' in page_of(room, people["cai"])["menu"]
