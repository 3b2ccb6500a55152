"""A table that the house opens for one person: an plays there with bots, and binh has no part in it."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from games.management.commands.demo import play_on
from games.people.models import Standing
from games.registry import ENGINES
from games.rounds.models import Round, Score
from games.rounds.services.starts import begin_rounds, start_of
from lobby import services, words
from lobby.facts import facts_of
from lobby.models import Admission, Presence, Room, Seat
from lobby.services import practice
from lobby.services.erasing import leave_chairs
from lobby.services.moderation import IS_PRACTICE
from tests.client import Player
from tests.edges.test_who_may_what import WORDS
from tests.fifth_game.visitor import Visitor

CARD = re.compile(r'data-card="(\w{2})"')


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("an", "binh")}


@pytest.fixture
def an(people):
    return people["an"]


def opens(person, game="xidach", **how):
    room = services.open_practice(by=person, game=game, **how)
    assert isinstance(room, Room), room
    return room


def begin(room):
    start = start_of(facts_of(room), by=None, at=timezone.now())
    (begun,) = begin_rounds([start])
    room.refresh_from_db()
    return begun


def play(room):
    play_on(begin(room).round_id)
    room.refresh_from_db()


def tidy(room, *, after):
    services.tidy(timezone.now() + timedelta(seconds=after))
    room.refresh_from_db()
    return room.status


def come(room, person, at=None):
    Presence.objects.update_or_create(room=room, user=person, defaults={"seen_at": at or timezone.now()})


# --- what it is -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ENGINES)
def test_it_can_begin_at_once_and_a_bot_is_where_its_creator_would_be(an, game):
    room = opens(an, game)
    engine, facts = ENGINES[game], facts_of(room)
    begun = begin(room)
    bank = begun.facts.players[0]
    assert (facts.owner, facts.owner_id, facts.owner_name) == (0, None, None)
    assert bank.chair == 0 and bank.bot_level == engine.usual_level
    assert [player.user_id for player in begun.facts.players if player.user_id] == [an.pk]
    assert len(begun.facts.players) == room.seat_count == min(max(3, engine.seats[0]), engine.seats[-1])
    assert (room.ruleset, room.visibility, room.spectators) == (engine.rulesets[0], "unlisted", False)
    assert len(room.code) == 26 and not Room.objects.listed().exists()


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_nothing_of_it_is_rated(an, game):
    room = opens(an, game)
    play(room)
    assert Score.objects.filter(user=an).count() == 1, "the ledger of the room has it"
    assert not Round.objects.filter(rated=True).exists() and not Standing.objects.exists()


def test_the_next_round_begins_by_itself_a_few_seconds_after_the_result(an):
    room = opens(an)
    assert room.start_at <= timezone.now(), "the first at once"
    play(room)
    assert 6 < (room.start_at - timezone.now()).total_seconds() <= practice.NEXT
    services.set_ready(room_id=room.pk, by=an, ready=False)
    room.refresh_from_db()
    assert room.start_at is None, "as long as they are ready"


def test_other_rules_may_be_asked_for_and_none_that_there_are_not(an):
    assert opens(an, "xidach", ruleset="vipgame").ruleset == "vipgame"
    for game, ruleset in (("xidach", "duel"), ("poker", ""), ("", "")):
        assert services.open_practice(by=an, game=game, ruleset=ruleset).code == "bad_options"


# --- whose it is ------------------------------------------------------------------------------


def test_nobody_else_is_let_in_and_for_them_there_is_no_such_room(an, people):
    room = opens(an)
    for other in (people["binh"], AnonymousUser()):
        assert services.is_kept_out(room, other) and not services.may_enter(room, other)
        assert not services.may_watch(room, other)
    assert not services.is_kept_out(room, an) and services.may_enter(room, an)
    assert not Room.objects.visible_to(people["binh"]).exists() and Room.objects.visible_to(an).get() == room
    assert services.sit(room_id=room.pk, by=people["binh"], seat=1).code in ("not_allowed", "seat_taken")


OWNERS = {word for word, (role, _when) in services.RIGHTS.items() if role.otherwise == "not_owner"}


@pytest.mark.slow
@pytest.mark.parametrize("word", sorted(OWNERS - {"start"}))
def test_its_person_has_no_word_of_an_owner(an, word):
    room = opens(an)
    fields = WORDS[word] | ({"seat": 0} if "seat" in WORDS[word] else {})
    said = words.read_room_word({"room": word, **fields}, from_form=False)
    assert services.obey(room_id=room.pk, by=an, word=said).code == "not_owner"


def test_it_is_never_passed_on(an):
    room = opens(an)
    come(room, an)
    services.tidy(timezone.now())
    room.refresh_from_db()
    assert room.owner is None and room.status == "open"


# --- how it ends ------------------------------------------------------------------------------


def test_it_closes_as_its_person_leaves(an):
    room = opens(an)
    services.stand_up(room_id=room.pk, by=an)
    room.refresh_from_db()
    assert room.status == "closed"
    assert services.may_enter(room, an), "to read what was played"


def test_in_a_round_it_is_played_to_the_end_first(an):
    room = opens(an)
    begun = begin(room)
    services.stand_up(room_id=room.pk, by=an)
    assert tidy(room, after=0) == "playing"
    play_on(begun.round_id)
    room.refresh_from_db()
    assert room.status == "open" and room.start_at is None
    assert tidy(room, after=0) == "closed"


def test_it_closes_once_nobody_was_seen_there_for_a_while(an):
    room = opens(an)
    come(room, an)
    assert tidy(room, after=170) == "open"
    come(room, an, timezone.now() + timedelta(seconds=100))
    assert tidy(room, after=270) == "open"
    assert tidy(room, after=290) == "closed"


def test_one_that_nobody_came_to_closes_too(an):
    room = opens(an)
    assert tidy(room, after=170) == "open"
    assert tidy(room, after=190) == "closed"


def test_whose_account_is_closed_leaves_it(an):
    room = opens(an)
    assert list(leave_chairs(an)) == [1]
    room.refresh_from_db()
    assert room.status == "closed"


def test_staff_close_it_and_do_not_open_it_again(an, people):
    room = opens(an)
    assert services.close_by_staff(room_id=room.pk, by=people["binh"], reason="thử").status == "closed"
    assert services.reopen_room(room_id=room.pk, by=people["binh"], reason="thử") == IS_PRACTICE


# --- what it costs ----------------------------------------------------------------------------


def test_who_taps_again_comes_back_and_who_taps_another_leaves_the_first(an):
    first = opens(an)
    assert opens(an) == first
    second = opens(an, "niuniu")
    first.refresh_from_db()
    assert first.status == "closed" and second.status == "open"
    begin(second)
    third = opens(an, "bigtwo")
    second.refresh_from_db()
    assert second.status == "playing" and Seat.objects.get(room=second, user=an).leaving
    assert opens(an, "niuniu") not in (second, third)


@pytest.mark.slow
def test_one_person_opens_so_many_an_hour(an, people):
    games = list(ENGINES)
    for n in range(practice.AN_HOUR):
        opens(an, games[n % 2])
    no = services.open_practice(by=an, game=games[2])
    assert (no.code, no.words) == ("too_many_rooms", practice.TOO_MANY.words)
    assert isinstance(services.open_practice(by=people["binh"], game=games[2]), Room)
    Admission.objects.update(at=timezone.now() - timedelta(hours=1, seconds=1))
    assert isinstance(services.open_practice(by=an, game=games[2]), Room)


def test_there_are_so_many_at_a_time(an, people, settings):
    settings.TABLE = settings.TABLE | {"PRACTICE_TABLES": 1}
    first = opens(an)
    assert services.open_practice(by=people["binh"], game="xidach") == practice.FULL
    assert opens(an) == first, "who sits there already keeps it"
    services.stand_up(room_id=first.pk, by=an)
    opens(people["binh"])


def test_who_is_banned_opens_none(an):
    User.objects.update(is_active=False)
    assert services.open_practice(by=an, game="xidach").code == "not_allowed"


# --- at a server ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "ruleset", "cards"),
    [("xidach", "", 2), ("xidach", "vipgame", 2), ("bigtwo", "", 13), ("rummy", "", 7), ("niuniu", "", 5)],
)
async def test_one_tap_of_a_stranger_deals(server, game, ruleset, cards):
    """In the page that the tap leads to; the stake that comes before the deal is placed for them."""
    visitor = Visitor(server.url)
    page = visitor.fills_in("/", "/practice/", game=game, ruleset=ruleset)
    code = visitor.address.split("/")[2]
    hand = page.partition('id="my-cards"')[2].partition("</section>")[0]
    assert len(set(CARD.findall(hand))) == cards, "in hand"
    an = await Player.at(server.url, code, visitor.cookie)
    try:
        view = await an.until_round(1)
        mine = view["view"]["seats"][view["view"]["you"]]
        assert mine["cards"] and "??" not in mine["cards"]
        await an.refused("not_owner", room="start")
        await an.refused("not_owner", room="close")
    finally:
        await an.close()


@pytest.mark.slow
async def test_it_goes_on_by_itself_until_its_person_leaves(server):
    visitor = Visitor(server.url)
    visitor.fills_in("/", "/practice/", game="niuniu")
    code = visitor.address.split("/")[2]
    an = await Player.at(server.url, code, visitor.cookie)
    chance = Random(5)
    try:
        for number in (1, 2):
            await an.until_round(number)
            while not an.view["view"]["over"]:
                await an.until(lambda p: p.may_act or p.view["view"]["over"])
                if an.may_act:
                    await an.act(chance)
        await an.until_frame("room", status="open")
        assert an.room["owner"] == 0 and an.room["seats"][0]["kind"] == "bot"
        await an.say(room="stand_up")
        assert await an.until_closed() == (1000, "closed")
    finally:
        await an.close()
    stranger = Visitor(server.url)
    stranger.fills_in("/", "/practice/", game="xidach")
    assert server.get(f"/rooms/{code}/", stranger.cookie)[0] == 404
