"""What the nightly look finds is kept for the staff, who say when they have looked; no player is told."""

import json
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.export import pieces
from accounts.models import ModAction, User
from accounts.whereabouts import noting
from games.live import ticker
from games.live.models import Chore
from games.people import suspicions
from games.people.collusion import ONE_WAY, PLAYS_ONLY, ROUNDS, SAME_ADDRESS
from games.people.models import Suspicion
from games.registry import ENGINES
from games.rounds.models import Round, Score
from lobby.models import Room
from tests.back_office import PASSWORD, act, come_in
from tests.plans import asked, scans

GAME = next(name for name, engine in ENGINES.items() if engine.banker)
OTHER = next(name for name in ENGINES if name != GAME)
LIST = reverse("admin:games_suspicion_changelist")


@pytest.fixture
def people(db):
    return [User.objects.create_user(name, password=PASSWORD) for name in ("An", "Bình", "Chi", "Dũng")]


@pytest.fixture
def moderator(client, db):
    User.objects.create_user("Trông Coi", password=PASSWORD)
    call_command("make_moderator", "Trông Coi")
    come_in(client, "Trông Coi")
    return User.objects.get(username="Trông Coi")


def play(people, times=ROUNDS, *, game=GAME):
    """The first of them gives the second one point a round; in the last round five."""
    giver, taker, *thirds = people
    room = Room.objects.filter(game=game).first() or Room.objects.create(
        code=f"bbbb{game[:2]}", name="Nhà", game=game, ruleset=ENGINES[game].rulesets[0], seat_count=3,
        owner=taker, options={},
    )  # fmt: skip
    first = room.rounds.count() + 1
    for number in range(first, first + times):
        now = timezone.now()
        round_ = Round.objects.create(
            room=room, number=number, status="over", game=game, started_at=now, ended_at=now
        )
        given = 5 if number == first + times - 1 else 1
        for seat, (person, won) in enumerate(
            [(taker, given), (giver, -given), (thirds[number % len(thirds)], 0)]
        ):
            Score.objects.create(
                round=round_, room=room, seat=seat, user=person, name=person.username, points=won, sheet=won
            )
    return round_


def night(now=None):
    steps = list(suspicions.look(now or timezone.now()))
    return {what: sum(count for name, count in steps if name == what) for what in ("rounds", "pairs", "gone")}


def pairs():
    return {(row.giver.username, row.taker.username) for row in Suspicion.objects.all()}


def flow():
    """The row of An, who gives Bình."""
    return Suspicion.objects.get(giver__username="An", taker__username="Bình")


# --- found ------------------------------------------------------------------------------------


def test_a_night_keeps_who_why_and_where(people):
    worst = play(people)
    assert night()["rounds"] == ROUNDS
    row = flow()
    assert (row.game, row.together, row.worst[0]) == (GAME, ROUNDS, worst.pk)
    assert [sign["sign"] for sign in row.signs] == [ONE_WAY, PLAYS_ONLY, PLAYS_ONLY]
    assert row.looked_at is None and timezone.now() - row.found_at < timedelta(minutes=1)


def test_the_same_address_is_among_the_signs(people):
    play(people)
    night()
    before = flow().score
    for person in people[:2]:
        noting.notes.note(person.pk, "203.0.113.7")
    noting.write()
    night()
    assert {"sign": SAME_ADDRESS} in flow().signs and flow().score > before


def test_every_round_is_read_once_however_the_steps_cut_it(people, monkeypatch):
    play(people, 7)
    for step in (1, 2, 4, 5, 400):
        monkeypatch.setattr(suspicions, "STEP", step)
        look = suspicions.Look(timezone.now())
        assert sum(look.steps()) == 7 == look.flows[GAME].rounds[people[0].pk], step


def test_only_rounds_that_count_are_read(people):
    void, other = play(people, 3), play(people, 2, game=OTHER)
    Round.objects.filter(pk=void.pk).update(void_cause="moderator")
    Score.objects.create(round=other, room=other.room, seat=0, name="x", points=-1, sheet=-1, reverses=True)
    look = suspicions.Look(timezone.now())
    assert sum(look.steps()) == 4
    assert (look.flows[GAME].rounds[people[0].pk], look.flows[OTHER].rounds[people[0].pk]) == (2, 2)


def test_what_is_older_than_the_days_is_not_read(people):
    play(people, 2)
    now = timezone.now()
    assert night(now + timedelta(days=suspicions.DAYS - 1))["rounds"] == 2
    assert night(now + timedelta(days=suspicions.DAYS + 2))["rounds"] == 0


def test_a_night_has_an_end(people, monkeypatch):
    play(people, 9)
    monkeypatch.setattr(suspicions, "LINES", 6)
    assert night()["rounds"] == 2


def test_no_step_asks_much(people, monkeypatch):
    play(people, 20)
    monkeypatch.setattr(suspicions, "STEP", 12)
    steps = suspicions.look(timezone.now())
    most = 0
    while True:
        with CaptureQueriesContext(connection) as asked_for:
            if next(steps, None) is None:
                break
        most = max(most, len(asked_for))
    assert most <= 12


def test_what_it_asks_is_found_by_an_index(people):
    play(people)
    with asked() as statements:
        night()
    read = [sql for sql, _plan in scans(statements)]
    (tidied,) = (sql for sql in read if sql.startswith("DELETE"))  # each pair is looked at again each night
    assert len(statements) > 10 and read == [tidied] and "games_suspicion" in tidied


def test_who_is_not_found_again_goes_and_the_score_follows(people):
    play(people)
    night()
    before = flow().pk
    play(people, 10)
    night()
    assert flow().pk == before and flow().together == ROUNDS + 10, "the same row"
    assert pairs() == {("An", "Bình")}
    assert night(timezone.now() + timedelta(days=suspicions.DAYS + 2))["gone"] == 1
    assert pairs() == set()


@pytest.mark.slow
def test_who_was_looked_at_waits_no_more_until_all_is_new(people, moderator):
    play(people)
    night()
    assert suspicions.mark(suspicion_id=flow().pk, by=moderator, note="anh em ruột")
    night()
    assert flow().looked_by == moderator and flow().note == "anh em ruột"
    Suspicion.objects.filter(pk=flow().pk).update(
        looked_at=timezone.now() - timedelta(days=suspicions.DAYS + 1)
    )
    night()
    assert (flow().looked_at, flow().looked_by, flow().note) == (None, None, "")


@pytest.mark.slow
def test_who_was_looked_at_is_remembered_though_not_found_again(people, moderator):
    play(people)
    night()
    suspicions.mark(suspicion_id=flow().pk, by=moderator, note="x")
    Round.objects.update(void_cause="moderator")
    night()
    assert pairs() == {("An", "Bình")}
    Suspicion.objects.update(looked_at=timezone.now() - timedelta(days=suspicions.DAYS + 1))
    night()
    assert pairs() == set()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_the_ticker_does_it_in_one_process(people):
    await ticker.in_database(play, people)
    await ticker._daily()
    assert not await Suspicion.objects.acount(), "a site that is new waits for the night"
    await Chore.objects.aupdate(due_at=timezone.now())
    await ticker._daily()
    assert await Suspicion.objects.filter(giver__username="An").acount()
    await Suspicion.objects.all().adelete()
    await ticker._daily()
    assert not await Suspicion.objects.acount(), "not again today"
    assert {chore.name async for chore in Chore.objects.all()} >= {"leftovers", "collusion"}


# --- staff ------------------------------------------------------------------------------------


def other_pair():
    """That is less sure than An and Bình."""
    return Suspicion.objects.create(
        game=OTHER, giver=User.objects.get(username="Chi"), taker=User.objects.get(username="Dũng"),
        together=40, score=1, signs=[{"sign": SAME_ADDRESS}], found_at=timezone.now(),
    )  # fmt: skip


def waiting(client):
    page = client.get(reverse("admin:index"))
    return [how_many for _what, how_many, where in page.context["waiting"] if where == LIST]


@pytest.mark.slow
def test_the_fifty_first_is_on_the_second_page(client, moderator):
    """Of some that are as sure the first that was found; and back again."""
    people = User.objects.bulk_create(User(username=f"Người {n}", password="!") for n in range(52))
    scores = [0.1 + 0.2] * 30 + [7.25] * 21
    found = Suspicion.objects.bulk_create(
        Suspicion(
            game=OTHER, giver=giver, taker=people[-1], together=40, score=score, found_at=timezone.now()
        )
        for giver, score in zip(people[:-1], scores, strict=True)
    )
    first = client.get(LIST).context["cl"]
    assert list(first.result_list) == [*found[30:], *found[:29]] and first.newer is None
    second = client.get(LIST + first.older).context["cl"]
    assert list(second.result_list) == [found[29]] and second.older is None
    assert list(client.get(LIST + second.newer).context["cl"].result_list) == list(first.result_list)
    for address in (first.older, second.newer):
        with asked() as statements:
            client.get(LIST + address)
        assert scans(statements) == []


@pytest.mark.slow
def test_staff_see_what_waits_and_say_that_they_looked(client, moderator, people):
    worst = play(people)
    assert waiting(client) == []
    night()
    other = other_pair()
    assert waiting(client) == ["2"]
    assert list(client.get(LIST).context["cl"].result_list) == [flow(), other], "the worst first"
    english = {"accept-language": "en"}
    text = client.get(
        reverse("admin:games_suspicion_change", args=[flow().pk]), headers=english
    ).content.decode()
    assert "of a stake a round" in text and reverse("admin:games_round_change", args=[worst.pk]) in text
    assert 'name="action" value="looked"' in text, "one looks, and says so, on its own page"
    act(client, "looked", flow(), reason="anh em ruột")
    text = client.get(reverse("admin:games_suspicion_change", args=[flow().pk])).content.decode()
    assert 'value="looked"' not in text and "anh em ruột" in text
    assert (flow().looked_by, flow().note) == (moderator, "anh em ruột")
    line = ModAction.objects.latest("pk")
    assert (line.by, line.act, line.kind, line.target) == (moderator, "look", "pair", str(flow().pk))
    assert (line.whom, line.reason, line.facts) == (None, "", {}), "nobody learns from the acts who it was"
    assert waiting(client) == ["1"]
    assert list(client.get(LIST).context["cl"].result_list) == [other]
    for question in ("?queue=looked", "?queue=all", "?q=an", f"?queue=looked&game={GAME}"):
        assert flow() in client.get(LIST + question).context["cl"].result_list, question
    before = ModAction.objects.count()
    act(client, "looked", flow(), reason="hai lần")
    assert flow().note == "anh em ruột" and ModAction.objects.count() == before


@pytest.mark.slow
def test_nobody_sees_a_pair_that_they_are_in(client, moderator, people):
    play([people[0], moderator, *people[2:]])
    night()
    row = Suspicion.objects.get(giver=people[0], taker=moderator)
    other = other_pair()
    assert list(client.get(f"{LIST}?queue=all").context["cl"].result_list) == [other]
    assert client.get(reverse("admin:games_suspicion_change", args=[row.pk])).status_code == 302
    assert waiting(client) == ["1"]
    with pytest.raises(PermissionDenied):
        suspicions.mark(suspicion_id=row.pk, by=moderator, note="x")
    act(client, "looked", row, reason="x")
    row.refresh_from_db()
    assert row.looked_at is None


@pytest.mark.slow
def test_who_plays_is_told_nowhere(people, moderator):
    play(people)
    night()
    suspicions.mark(suspicion_id=flow().pk, by=moderator, note="mật thư")
    an = Client()
    an.force_login(people[0])
    pages = [
        "/lobby/",
        "/accounts/settings/",
        "/players/An/",
        "/players/Bình/",
        "/reports/",
    ]
    told = b"".join(an.get(page).content for page in pages) + b"".join(pieces(people[0], ""))
    for word in ("mật thư", "suspicion", "standard errors"):
        assert word.encode() not in told
    assert not people[0].notices.exists()


def test_it_prints_what_it_finds_and_keeps_nothing(people, capsys):
    play(people)
    call_command("collusion", days=3)
    printed = capsys.readouterr()
    assert [json.loads(line)["game"] for line in printed.out.splitlines()] == [GAME]
    assert "1 found" in printed.err and "An" not in printed.err
    assert not Suspicion.objects.exists()
