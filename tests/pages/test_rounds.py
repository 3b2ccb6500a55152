"""Rounds that are over, the deals of a room, closed rooms: who may see them, when, and what they say."""

import json
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from games.archive import round_page
from games.core import fairness
from games.core.script import answer
from games.live.live_round import LiveRound
from games.management.commands.demo import play_round
from games.registry import ENGINES
from games.rounds.models import Round, Score
from games.rounds.reading import load_stored
from games.rounds.services import start_round, take_back
from games.table.sight import Sight
from lobby.models import Room
from lobby.services import add_bot, close_room, join_with_password, set_ready, sit
from tests.pages.test_every_page import check_page
from tests.tables.test_zones import AN, DEAL, a_play, a_room, a_table, a_viewer

LANGUAGES = ("vi", "en", "zh-hans")
SEEN, HIDDEN, DOOR = 200, 404, 302


@pytest.fixture
def table(cai, an, open_room):
    """`table(visibility="unlisted")`: a room where cai banks, an plays, and a bot."""

    def opened(**fields):
        room = open_room(seats=3, **fields)
        if room.visibility == Room.Visibility.PASSWORD:
            join_with_password(room_id=room.pk, by=an, password=fields["password"])
        sit(room_id=room.pk, by=an, seat=1)
        set_ready(room_id=room.pk, by=an, ready=True)
        add_bot(room_id=room.pk, by=cai, seat=2, level="house")
        return room

    return opened


def played(room):
    play_round(room)
    return room.rounds.filter(status=Round.Status.OVER).order_by("number").last()


def browser(who, language="en"):
    client = Client(headers={"accept-language": language})
    if who is not None:
        client.force_login(who)
    return client


def addresses(round_):
    return [
        reverse("round", args=[round_.pk]),
        reverse("round_script", args=[round_.pk]),
        reverse("fair_record", args=[round_.room.code, round_.number]),
    ]


# --- when ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_is_told_while_the_round_is_running(cai, an, khach, table):
    """T4"""
    room = table()
    running = start_round(room_id=room.pk, by=cai)
    for who in (cai, an, khach, None):
        assert [browser(who).get(url).status_code for url in addresses(running)] == [HIDDEN] * 3


def test_nothing_is_told_of_the_round_to_come(cai, table):
    coming = table().rounds.get(status=Round.Status.NEXT)
    assert [browser(cai).get(url).status_code for url in addresses(coming)] == [HIDDEN] * 3


def test_a_void_round_has_a_record_and_nothing_else(cai, table):
    room = table()
    close_room(room_id=room.pk, by=cai)
    void = room.rounds.get(status=Round.Status.VOID)
    page, script, record = (browser(cai).get(url) for url in addresses(void))
    assert (page.status_code, script.status_code, record.status_code) == (HIDDEN, HIDDEN, SEEN)
    assert record.json()["transcript"] is None


def test_a_round_that_never_was_looks_like_one_that_is_hidden(cai, an, khach, table):
    hidden = played(table(visibility="unlisted"))
    never = browser(khach).get(reverse("round", args=[hidden.pk + 1000]))
    assert never.status_code == browser(khach).get(addresses(hidden)[0]).status_code == HIDDEN


# --- who -----------------------------------------------------------------------------------------

WHO = [
    # visibility    nobody  stranger  player  owner
    ("public",      SEEN,   SEEN,     SEEN,   SEEN),
    ("unlisted",    HIDDEN, HIDDEN,   SEEN,   SEEN),
    ("password",    HIDDEN, HIDDEN,   SEEN,   SEEN),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("visibility", "nobody", "stranger", "player", "owner"), WHO)
def test_numbers_open_no_door(cai, an, khach, table, visibility, nobody, stranger, player, owner):
    """T24"""
    round_ = played(table(visibility=visibility, password="sesam" if visibility == "password" else ""))
    for who, expected in ((None, nobody), (khach, stranger), (an, player), (cai, owner)):
        statuses = [browser(who).get(url).status_code for url in addresses(round_)]
        assert statuses == [expected] * 3, who


@pytest.mark.slow
def test_every_number_there_is_opens_what_is_ones_own_and_no_more(cai, an, khach, table):
    """T24  Of rounds that are over, to come, and of none; one after the other, as somebody would try them."""
    rooms = {how: table(visibility=how, password="sesam" if how == "password" else "") for how, *_ in WHO}
    for room in (*rooms.values(), *rooms.values()):
        play_round(room)
    kept = {round_.pk: round_ for round_ in Round.objects.select_related("room")}
    assert Counter(one.status for one in kept.values()) == {"over": 6, "next": 3}
    for column, who in enumerate((None, khach, an, cai)):
        opens = {how: may[column] for how, *may in WHO}
        asking = browser(who)
        for pk in range(max(0, min(kept) - 5), max(kept) + 10):
            there = kept.get(pk)
            is_over = there is not None and there.status == Round.Status.OVER
            expected = opens[there.room.visibility] if is_over else HIDDEN
            for page in ("round", "round_script"):
                assert asking.get(reverse(page, args=[pk])).status_code == expected, (who, pk)
        for how, room in rooms.items():
            for number in range(5):
                expected = opens[how] if number in (1, 2) else HIDDEN
                status = asking.get(reverse("fair_record", args=[room.code, number])).status_code
                assert status == expected, (who, how, number)


@pytest.mark.slow
def test_the_link_of_an_unlisted_room_opens_its_rounds(khach, table):
    round_ = played(table(visibility="unlisted"))
    guest = browser(khach)
    assert guest.get(reverse("fairness", args=[round_.room.code])).status_code == SEEN
    assert [guest.get(url).status_code for url in addresses(round_)] == [SEEN] * 3


# --- the page of a round -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", ENGINES["xidach"].rulesets)
def test_the_page_opens_in_every_language(cai, an, khach, table, language, ruleset):
    round_ = played(table(ruleset=ruleset))
    for who in (None, khach, an, cai):
        page = browser(who, language).get(addresses(round_)[0])
        check_page(page.content.decode())


@pytest.mark.slow
def test_every_hand_is_open_and_every_point_told(cai, table):
    round_ = played(table())
    page = browser(cai).get(addresses(round_)[0])
    view = ENGINES["xidach"].view(_last_state(round_), None).as_json()
    seats = page.context["seats"]
    assert [seat.hand.cards for seat in seats] == [tuple(seat["cards"]) for seat in view["seats"]]
    assert [seat.points for seat in seats] == list(round_.points)
    text = page.content.decode()
    assert text.count('<li class="round-seat') == 3
    for seat in view["seats"]:
        for card in seat["cards"]:
            assert f'data-card="{card}"' in text
    assert text.count("round-seat is-mine") == 1 and text.count("is-banker") == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in ENGINES if game != "xidach"])
def test_the_round_of_any_game_shows_every_card_of_a_seat(cai, an, open_room, game):
    """In the hand at its end, and what it had laid down before."""
    seats = ENGINES[game].seats[0]
    room = open_room(game=game, seats=seats)
    for chair in range(1, seats):
        add_bot(room_id=room.pk, by=cai, seat=chair, level=ENGINES[game].levels[0])
    round_ = played(room)
    page = browser(cai).get(addresses(round_)[0]).content.decode()
    check_page(page)
    view = ENGINES[game].view(_last_state(round_), None).as_json()
    told = re.split('<li class="round-seat', page)[1:]
    assert len(told) == seats
    for number, text in enumerate(told):
        laid = [meld["cards"] for meld in view["table"].get("melds", ()) if meld["owner"] == number]
        for card in (*view["seats"][number]["cards"], *(code for cards in laid for code in cards)):
            assert f'data-card="{card}"' in text.partition("round-points")[0]


def _last_state(round_):
    return LiveRound(load_stored(round_)).state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "3 and 6 count as either"), ("vi", "3 và 6 tính tùy ý"), ("zh-hans", "3 和 6 任选")],
)
def test_options_are_told_in_every_language_and_none_that_is_off(cai, table, language, said):
    round_ = played(table(game="niuniu", options={"flex_3_6": True, "max_stake": 1000}))
    text = browser(cai, language).get(addresses(round_)[0]).content.decode()
    told = re.findall(r'<li class="pill pill-felt">\s*(.*?)\s*</li>', text)
    assert told[1:] == [said] and re.search(r"\D1[.,]?000$", told[0])


@pytest.mark.slow
def test_every_player_reads_why(cai, table):
    room = table()
    for _ in range(5):
        for seat in browser(cai).get(addresses(played(room))[0]).context["seats"]:
            assert seat.banker or len(seat.why) == 1, seat
            assert seat.banker or seat.name in seat.why[0]


def test_who_wins_as_the_cards_are_dealt_reads_why():
    room = a_room()
    play = a_play(room, None, (DEAL,), deck="AS QH 8H 2C  KD 4C 9S TD")
    (told,) = round_page._why(Sight(a_table(room), play, a_viewer(room, None)), AN, "en")
    assert "<bdi>an</bdi>" in told and "Wins 1." in told


@pytest.mark.slow
def test_it_shows_all_that_a_check_needs(cai, table):
    round_ = played(table())
    page = browser(cai).get(addresses(round_)[0])
    record = browser(cai).get(addresses(round_)[2]).json()
    proof, text = page.context["proof"], page.content.decode()
    assert proof.commit == round_.server_commit == record["server_commit"]
    assert (proof.server_seed, proof.round_seed) == (record["server_seed"], record["round_seed"])
    assert proof.sha == fairness.transcript_hash(record["transcript"])
    assert fairness.refute(record, lambda game: ENGINES[game].pack) is None
    for said in (proof.commit, proof.server_seed, proof.round_seed, proof.sha[8:], f"<b>{proof.sha[:8]}</b>"):
        assert said in text
    assert proof.transcript in text
    for url in (*addresses(round_)[1:], reverse("fairness", args=[round_.room.code])):
        assert f'href="{url}"' in text


@pytest.mark.slow
def test_a_deal_nobody_mixed_into_is_said_to_be_the_servers_alone(cai, table):
    round_ = played(table())
    assert "Shuffled by the server alone." in browser(cai).get(addresses(round_)[0]).content.decode()
    round_.seats.filter(number=0).update(kind="R")
    assert "Shuffled by the server alone." not in browser(cai).get(addresses(round_)[0]).content.decode()


def test_the_script_plays_to_the_same_points(cai, table):
    round_ = played(table())
    script = browser(cai).get(addresses(round_)[1]).json()
    line, could_run = answer(json.dumps(script), ENGINES)
    assert could_run and json.loads(line)["points"] == round_.points


@pytest.mark.slow
def test_rounds_lead_to_the_one_before_and_after(cai, table):
    room = table()
    first, second, third = played(room), played(room), played(room)
    page = browser(cai).get(addresses(second)[0]).content.decode()
    assert f'rel="prev" href="{addresses(first)[0]}"' in page
    assert f'rel="next" href="{addresses(third)[0]}"' in page
    assert 'rel="prev"' not in browser(cai).get(addresses(first)[0]).content.decode()
    start_round(room_id=room.pk, by=cai)
    assert 'rel="next"' not in browser(cai).get(addresses(third)[0]).content.decode(), "one is running"


# --- the deals of a room -------------------------------------------------------------------------


def fairness_page(room, who, language="en"):
    return browser(who, language).get(reverse("fairness", args=[room.code]))


@pytest.mark.slow
def test_the_deals_are_for_who_may_enter(cai, an, khach, table):
    for visibility, stranger in (("public", SEEN), ("unlisted", SEEN), ("password", DOOR)):
        room = table(visibility=visibility, password="sesam" if visibility == "password" else "")
        assert fairness_page(room, None).status_code == DOOR
        assert fairness_page(room, khach).status_code == stranger
        assert fairness_page(room, an).status_code == fairness_page(room, cai).status_code == SEEN
    assert fairness_page(room, khach).url == reverse("room_join", args=[room.code])


@pytest.mark.django_db
def test_a_room_that_is_not_there_has_no_deals(khach):
    assert browser(khach).get(reverse("fairness", args=["zzzzzz"])).status_code == HIDDEN


def test_a_code_is_read_in_any_case(cai, table):
    room = table()
    answered = browser(cai).get(reverse("fairness", args=[room.code.upper()]))
    assert answered.status_code == DOOR and answered.url == reverse("fairness", args=[room.code])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_deals_are_listed_with_their_seed_once_they_are_over(cai, table, language):
    room = table()
    empty = fairness_page(room, cai, language).content.decode()
    check_page(empty)
    over = [played(room), played(room)]
    coming = room.rounds.get(status=Round.Status.NEXT)
    text = fairness_page(room, cai, language).content.decode()
    check_page(text)
    for round_ in over:
        assert round_.server_commit in text and bytes(round_.secret.server_seed).hex() in text
        assert f'href="{addresses(round_)[0]}"' in text and f'href="{addresses(round_)[2]}"' in text
    assert coming.server_commit in text and bytes(coming.secret.server_seed).hex() not in text


def test_a_running_round_keeps_its_seed(cai, table):
    """T9"""
    room = table()
    running = start_round(room_id=room.pk, by=cai)
    text = fairness_page(room, cai).content.decode()
    seed = bytes(running.secret.server_seed)
    assert running.server_commit in text
    assert fairness.transcript_hash(running.transcript)[8:] in text
    assert seed.hex() not in text
    assert fairness.round_seed(seed, running.transcript).hex() not in text
    assert not re.search(r'data-card="', text)
    assert addresses(running)[0] not in text


CAUSES = [
    ("withheld", "two seeds were withheld"),
    ("owner", "the room was closed"),
    ("crash", "a crash that could not resume"),
    ("moderator", "a moderator"),
]


def test_every_cause_has_words():
    assert [cause for cause, _said in CAUSES] == Round.VoidCause.values


@pytest.mark.slow
@pytest.mark.parametrize(("cause", "said"), CAUSES)
def test_every_void_round_is_listed_with_its_cause(cai, table, cause, said):
    room = table()
    round_ = start_round(room_id=room.pk, by=cai)
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.VOID, void_cause=cause)
    page = fairness_page(room, cai)
    assert [deal["round"].number for deal in page.context["void"]] == [1]
    assert said in page.content.decode()
    assert addresses(round_)[0] not in page.content.decode(), "a void round has no result"


@pytest.mark.slow
def test_many_deals_come_in_pages_and_void_ones_stay_on_the_first(cai, table, monkeypatch):
    monkeypatch.setattr("games.archive.views.DEALS_A_PAGE", 2)
    room = table()
    for _ in range(3):
        played(room)
    Round.objects.filter(room=room, number=1).update(status=Round.Status.VOID, void_cause="moderator")
    page = fairness_page(room, cai)
    assert [deal["round"].number for deal in page.context["deals"]] == [3, 2]
    assert [deal["round"].number for deal in page.context["void"]] == [1]
    older = browser(cai).get(reverse("fairness", args=[room.code]) + "?page=2")
    assert [deal["round"].number for deal in older.context["deals"]] == [1]


# --- a room that is closed -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_room_keeps_its_score(cai, an, khach, table, language):
    room = table()
    rounds = [played(room), played(room)]
    close_room(room_id=room.pk, by=cai)
    for who in (cai, an, khach):
        page = browser(who, language).get(reverse("room", args=[room.code]))
        assert page.status_code == SEEN
        text = page.content.decode()
        check_page(text)
        assert "hx-ws" not in text, "nobody waits for news of a closed room"
        assert f'href="{reverse("room_new")}?game=xidach"' in text and f'href="{reverse("lobby")}"' in text
        assert all(f'href="{addresses(round_)[0]}"' in text for round_ in rounds)
        totals = dict(page.context["totals"])
        scored = Score.objects.filter(room=room)
        assert sum(totals.values()) == 0
        assert totals == {name: sum(s.points for s in scored if s.name == name) for name in totals}


def test_a_closed_room_without_a_round_is_empty(cai, table):
    room = table()
    close_room(room_id=room.pk, by=cai)
    page = browser(cai).get(reverse("room", args=[room.code])).content.decode()
    check_page(page)
    assert "No round was played here" in page


def test_a_room_whose_only_round_was_voided_says_so(cai, khach, table):
    room = table()
    round_ = start_round(room_id=room.pk, by=cai)
    assert take_back(round_id=round_.pk, by=khach, reason="nhầm luật")
    page = browser(cai).get(reverse("history", args=[room.code]))
    assert [row.round.pk for row in page.context["sheet"]] == [round_.pk]
    text = page.content.decode()
    check_page(text)
    assert (
        "No round was played here" not in text
        and f'href="{reverse("fairness", args=[room.code])}#void"' in text
    )


def test_a_closed_room_with_a_password_stays_shut(cai, khach, table):
    room = table(visibility="password", password="sesam")
    played(room)
    close_room(room_id=room.pk, by=cai)
    assert browser(khach).get(reverse("room", args=[room.code])).status_code == DOOR
    stranger = browser(None).get(reverse("room", args=[room.code])).content.decode()
    assert "This table is closed" in stranger and "/rounds/" not in stranger


def test_an_open_room_is_a_table(cai, table):
    page = browser(cai).get(reverse("room", args=[table().code])).content.decode()
    assert "hx-ws" in page and "closed-page" not in page
