"""A guest who keeps the account goes on with the evening: one person under one name, before and after."""

import csv
import io
import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import keep_account
from games.archive.ledger_file import write_csv
from games.live import json_frames
from games.live.html_voice import HtmlVoice
from games.live.live_round import LiveRound
from games.live.pages import Pages
from games.live.viewing import Person
from games.management.commands.demo import play_on
from games.rounds.models import RoundSeat, Score
from games.rounds.reading import load_stored, load_table, newest_round
from games.rounds.services import start_round
from lobby.services import add_bot, set_ready, sit, stand_up
from tests.pages.test_every_page import check_page
from tests.pages.test_rounds import addresses, browser, played

CAI, LAN = "Cái", "Lan"
BOTH = {CAI, LAN}


@pytest.fixture
def evening(khach, open_room):
    """`evening("rummy")`: cai's table, where the guest has played two rounds."""

    def opened(game, rounds=2):
        room = open_room(game=game, seats=2, name="Nhà Trường")
        sit(room_id=room.pk, by=khach, seat=1)
        set_ready(room_id=room.pk, by=khach, ready=True)
        for _ in range(rounds):
            played(room)
        return room

    return opened


def keep(guest, name=LAN):
    """What they were called until now."""
    before = guest.username
    keep_account(user=guest, username=name, password="xì dách tối thứ bảy")
    return before


def told(room):
    """The room as a program is told of it."""
    return json_frames.room(load_table(room.pk))


def file_of(room):
    out = io.StringIO()
    write_csv(room.rounds.all(), out)
    return list(csv.reader(out.getvalue().splitlines()))


def words(page):
    assert page.status_code == 200
    text = page.content.decode()
    check_page(text)
    return text


# --- the match -----------------------------------------------------------------------------------


def test_a_match_goes_on(cai, khach, evening):
    room = evening("rummy")
    dealers = list(room.rounds.filter(points__isnull=False).values_list("options__dealer", flat=True))
    keep(khach)
    match, sheet = told(room)["match"], told(room)["sheet"]
    assert match["round"] == 3
    assert match["totals"] == {name: sum(row["scores"][name] for row in sheet) for name in (CAI, LAN)}
    third = start_round(room_id=room.pk, by=cai)
    assert (third.options["round"], third.options["dealer"]) == (3, dealers[0])


@pytest.mark.slow
def test_a_match_of_other_people_is_another_match(cai, khach, evening):
    room = evening("rummy")
    freed = keep(khach)
    stand_up(room_id=room.pk, by=khach)
    other = User.objects.create_user(freed, is_guest=True)  # the name alone makes nobody the same
    sit(room_id=room.pk, by=other, seat=1)
    set_ready(room_id=room.pk, by=other, ready=True)
    assert start_round(room_id=room.pk, by=cai).options["round"] == 1


# --- the evening ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rummy", "xidach"])
def test_the_sheet_the_totals_and_the_file_name_two_people(khach, evening, game):
    room = evening(game)
    before = told(room)["totals"]
    old = keep(khach)
    played(room)
    now, rows = told(room), file_of(room)
    assert set(now["totals"]) == BOTH and sum(now["totals"].values()) == 0
    assert [set(row["scores"]) for row in now["sheet"]] == [BOTH] * 3
    third = Score.objects.get(user=khach, round__number=3).points
    assert now["totals"][LAN] == before[old] + third
    assert set(rows[0]) == {"round", *BOTH} and [row[0] for row in rows[1:5]] == ["1", "2", "3", "total"]
    assert all(sum(map(int, row[1:])) == 0 for row in rows[1:5])
    assert dict(zip(rows[0][1:], map(int, rows[4][1:]), strict=True)) == now["totals"]
    assert {name for row in rows[7:] for name in row[:2]} <= BOTH


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rummy", "xidach"])
def test_every_page_says_the_name_of_today(cai, khach, evening, game):
    room = evening(game)
    old = keep(khach)
    newest = newest_round(room.pk)
    profile = reverse("player", args=[LAN])
    for who in (cai, khach):
        table, history, result = (
            words(browser(who).get(url))
            for url in (
                reverse("room", args=[room.code]),
                reverse("history", args=[room.code]),
                addresses(newest)[0],
            )
        )
        for page in (table, history, result):
            assert old not in page and (LAN in page or who == khach)
        assert f'href="{profile}"' in history and f'href="{profile}"' in result
    assert addresses(newest)[0] in words(browser(cai).get(profile))


@pytest.mark.slow
def test_the_page_knows_its_own_line_and_everybodys_animal(cai, khach, evening):
    room = evening("xidach")
    keep(khach)
    for who, name in ((cai, CAI), (khach, LAN)):
        html = words(browser(who).get(reverse("room", args=[room.code])))
        sheet = re.search(r'<div id="sheet".*?</table>', html, re.S)[0]
        lines = re.findall(r"<tr.*?</tr>", sheet, re.S)[1:]
        assert len(lines) == 2
        assert [name in line for line in lines] == ['class="is-mine"' in line for line in lines]
        assert all(f'data-avatar="{person.avatar}"' in sheet for person in (cai, khach))


@pytest.mark.slow
def test_the_end_of_a_round_still_lies_before_who_has_a_new_name(cai, khach, evening):
    room = evening("xidach")
    shown = [words(browser(cai).get(reverse("room", args=[room.code]))).count("data-card=")]
    old = keep(khach)
    page = words(browser(cai).get(reverse("room", args=[room.code])))
    shown.append(page.count("data-card="))
    assert shown[0] == shown[1] > 0
    total = told(room)["totals"][LAN]
    mine = words(browser(khach).get(reverse("room", args=[room.code])))
    result = re.search(r'id="result".*?id="hand"', mine, re.S)[0]
    assert (f"{total:+d}".replace("-", "−") if total else "0") in result and old not in result


@pytest.mark.slow
def test_a_name_that_is_free_again_is_somebody_else(cai, khach, evening):
    room = evening("xidach")
    freed = keep(khach)
    second = User.objects.create_user(freed, is_guest=True)
    stand_up(room_id=room.pk, by=khach)
    sit(room_id=room.pk, by=second, seat=1)
    set_ready(room_id=room.pk, by=second, ready=True)
    played(room)
    sums = dict.fromkeys((cai, khach, second), 0)
    for score in Score.objects.filter(room=room).select_related("user"):
        sums[score.user] += score.points
    assert told(room)["totals"] == {CAI: sums[cai], LAN: sums[khach], freed: sums[second]}
    assert set(file_of(room)[0]) == {"round", CAI, LAN, freed}


@pytest.mark.slow
def test_who_is_gone_keeps_the_name_they_had(cai, khach, evening):
    room = evening("xidach")
    name = khach.username
    khach.delete()
    assert set(told(room)["totals"]) == {CAI, name}
    assert name in words(browser(cai).get(addresses(newest_round(room.pk))[0]))


@pytest.mark.slow
def test_bots_keep_their_names(cai, khach, evening):
    room = evening("xidach", rounds=0)
    stand_up(room_id=room.pk, by=khach)
    add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    played(room)
    bot = room.seats.get(number=1).bot_name
    assert set(told(room)["totals"]) == {CAI, bot}
    assert bot in words(browser(khach).get(reverse("room", args=[room.code])))


# --- while it is played --------------------------------------------------------------------------


def test_a_table_that_is_known_is_told_of_a_name(khach, evening):
    room = evening("xidach")
    before = load_table(room.pk)
    assert load_table(room.pk, before).score_sheet is before.score_sheet, "without news nothing is read again"
    keep(khach)
    after = load_table(room.pk, before).score_sheet
    assert after == load_table(room.pk).score_sheet and after != before.score_sheet


@pytest.mark.slow
def test_in_the_middle_of_a_round(cai, khach, evening):
    room = evening("xidach", rounds=1)
    running = start_round(room_id=room.pk, by=cai)
    live = LiveRound(load_stored(newest_round(room.pk)))
    old = keep(khach)
    live.call_by_name(load_table(room.pk).room)
    for round_ in (live.facts, load_stored(newest_round(room.pk)).facts):
        assert [player.name for player in round_.players] == [CAI, LAN]
    assert old not in words(browser(cai).get(reverse("room", args=[room.code])))
    play_on(running.pk)
    assert set(told(room)["totals"]) == BOTH


def test_who_sat_here_before_the_name_changed_is_still_oneself(khach, evening):
    room = evening("xidach")
    person = Person(id=khach.pk, name=keep(khach), session_key="", language="en")
    table = SimpleNamespace(round=None, facts=load_table(room.pk))
    table.pages = Pages(table)
    (page,) = HtmlVoice(table, person).frames()
    line = re.search(r'<tr class="is-mine">.*?</tr>', page, re.S)[0]
    assert LAN in line and person.name not in page


# --- what stays ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_recorded_stays(cai, khach, evening):
    room = evening("rummy")
    round_ = newest_round(room.pk)

    def recorded():
        seats = list(RoundSeat.objects.filter(round__room=room).order_by("pk").values())
        scores = list(Score.objects.filter(room=room).order_by("pk").values())
        return seats, scores, [browser(cai).get(url).content for url in addresses(round_)[1:]]

    before = recorded()
    keep(khach)
    assert recorded() == before


@pytest.mark.slow
@pytest.mark.parametrize(("game", "questions"), [("rummy", 17), ("xidach", 12)])
def test_an_evening_asks_as_many_questions_as_a_round(evening, django_assert_num_queries, game, questions):
    room = evening(game, rounds=1)
    for _ in range(2):
        with django_assert_num_queries(questions):
            load_stored(newest_round(room.pk))
            load_table(room.pk)
        played(room)
