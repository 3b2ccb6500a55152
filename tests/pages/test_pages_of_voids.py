"""Every page that tells of a round says that it was taken back."""

import csv
import io
import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.management.commands.demo import play_round
from games.rounds.models import Round, Score
from games.rounds.services import start_round, take_back
from lobby import services

WHY = "<b>chia bài</b> nhầm"
PLAYED, STOPPED = 2, 3  # of them, which was taken back after its end, and which while it ran

pytestmark = [pytest.mark.django_db, pytest.mark.slow]  # two rounds are played


@pytest.fixture
def cai():
    return User.objects.create_user("cai")


@pytest.fixture
def room(cai):
    """Three rounds; the second was taken back, and the third was stopped."""
    staff, an = (User.objects.create_user(name) for name in ("trọng tài", "an"))
    room = services.create_room(by=cai, game="xidach", seats=2)
    services.sit(room_id=room.pk, by=an, seat=1)
    services.set_ready(room_id=room.pk, by=an, ready=True)
    for _ in range(PLAYED):
        play_round(room)
    take_back(round_id=start_round(room_id=room.pk, by=cai).pk, by=staff, reason=WHY)
    take_back(round_id=room.rounds.get(number=PLAYED).pk, by=staff, reason=WHY)
    return room


@pytest.fixture
def reads(client, cai):
    client.force_login(cai)

    def reads(name, *args):
        page = client.get(reverse(name, args=args), headers={"accept-language": "en"})
        assert page.status_code == 200
        return page.content.decode()

    return reads


def points_of(room, number):
    return [abs(n) for n in Score.objects.filter(round__room=room, round__number=number, reverses=False)
            .values_list("points", flat=True)]  # fmt: skip


def test_the_history_says_so_and_does_not_count_it(room, reads):
    rows = re.findall(r"<tr>(.*?)</tr>", reads("history", room.code), re.DOTALL)
    head, stopped, taken_back, first, total = rows
    assert (
        "<s " not in stopped
        and "void: a moderator" in stopped
        and f"{reverse('fairness', args=[room.code])}#void" in stopped
    )
    assert "void: a moderator" in taken_back and taken_back.count("<s ") == 2
    assert "void" not in first and "<s " not in first
    for row in (taken_back, first):
        number = int(re.search(r">(\d)</a>", row)[1])
        assert reverse("round", args=[room.rounds.get(number=number).pk]) in row
        assert all(str(points) in row for points in points_of(room, number))
    cells = [re.findall(r'is-number">([^<]*)<', row) for row in (first, total)]
    assert cells[0] == cells[1], "the first round alone is what they come to"


def test_its_own_page_stays_and_says_so(room, reads):
    before, after = (reads("round", room.rounds.get(number=n).pk) for n in (1, PLAYED))
    assert "This round does not count" in after and "This round does not count" not in before
    assert "How it went" in after and "round-log" in after, "and is as open as ever"


def test_the_list_of_deals_keeps_both_for_good(room, reads):
    page = reads("fairness", room.code)
    void = page[page.index('id="void"') : page.index('id="deals"')]
    assert re.findall(r"<strong>Round (\d)</strong>", void) == ["3", "2"]
    assert page.count("void: a moderator") == 4  # each in both lists


def test_in_the_file_it_is_nothing(room, reads):
    rows = list(csv.reader(io.StringIO(reads("ledger", room.code))))
    assert rows[2][0] == str(PLAYED) and set(rows[2][1:]) == {"0"}
    assert rows[1][1:] == rows[3][1:]


def test_the_table_strikes_it_out_and_its_chat_says_why(room, reads):
    page = reads("room", room.code)
    sheet = page[page.index('id="sheet"') :]
    sheet = sheet[: sheet.index("</table>")]
    assert (
        "Round 2: cancelled, it does not count" in sheet
        and re.search(r"<s><abbr[^>]*>R2</abbr></s>", sheet)
        and sheet.count("<s><abbr") == 1
    )
    assert sheet.count('<s class="muted">') == 2
    for number in (PLAYED, STOPPED):
        assert f"A moderator cancelled round {number}, so it counts for nobody" in page
    assert "&lt;b&gt;chia bài&lt;/b&gt; nhầm" in page and WHY not in page and "trọng tài" not in page


def test_who_played_it_does_not_find_it_among_their_rounds(room, reads, cai):
    page = reads("player", cai.username)
    assert reverse("round", args=[room.rounds.get(number=1).pk]) in page
    assert reverse("round", args=[room.rounds.get(number=PLAYED).pk]) not in page


def test_a_closed_room_tells_of_it_too(room, reads, cai):
    services.close_room(room_id=room.pk, by=cai)
    assert reads("history", room.code).count("void: a moderator") == 2
    assert Round.objects.filter(room=room, status="next").count() == 0
