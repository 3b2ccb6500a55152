"""Reports in the back office: found, taken and answered by who logged in at the front door. Of a round that
still runs their pages show what a passer-by sees, and not a byte more."""

import hashlib
import json
from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts import middleware
from accounts.models import ModAction, Report, User
from accounts.reports import services
from accounts.reports.evidence import scene
from games.archive import evidence
from games.core import fairness
from games.core.refusal import Refusal
from games.live.live_round import LiveRound
from games.live.writer import Entry, write
from games.management.commands.demo import play_on
from games.registry import ENGINES
from games.rounds.models import Move, Round, RoundSecret
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from lobby import services as rooms
from lobby.models import ChatLine, Room
from tests.back_office import PASSWORD, act, come_in
from tests.pages.test_admin import BY_ITSELF
from tests.plans import asked, scans, steps

LIST = reverse("admin:accounts_report_changelist")
MOVES = 3


def page_of(report):
    return reverse("admin:accounts_report_change", args=[report.pk])


@pytest.fixture
def staff(client, db):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    staff = User.objects.create_superuser("chu", password=PASSWORD)
    come_in(client, "chu")
    return staff


def filed(by, about, room=None, **said):
    where = scene(by, room.code, None) if room else None
    report = services.file_report(by=by, about=about, scene=where, **{"reason": "abuse", "text": ""} | said)
    assert isinstance(report, Report), report
    return report


def listed(client, **asked):
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [report.pk for report in page.context["cl"].result_list]


def waiting_for(staff):
    return list(Report.objects.waiting_for(staff).order_by("pk").values_list("pk", flat=True))


def in_hands_of(staff):
    return list(Report.objects.in_hands_of(staff).values_list("pk", flat=True))


# --- the queue --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_queue_has_three_parts(client, staff, an, binh, cai, khach):
    light, heavy, taken, done = filed(khach, an), filed(an, binh), filed(an, cai), filed(an, khach)
    services.take(report=taken, by=staff)
    services.resolve(report=done, by=staff)
    assert listed(client) == listed(client, queue="new") == [heavy.pk, light.pk], (
        "what weighs more comes first"
    )
    assert listed(client, queue="mine") == [taken.pk]
    assert listed(client, queue="answered") == [done.pk]
    assert listed(client, queue="all") == [report.pk for report in (done, taken, heavy, light)]
    assert listed(client, q="Bình") == [heavy.pk] and listed(client, q="bình") == [heavy.pk]
    assert listed(client, q="Bìn") == [], "only a whole name is looked up"


@pytest.mark.slow
def test_several_about_one_person_are_one_row(client, staff, an, binh, cai):
    first = filed(an, binh)
    others = [filed(cai, binh, text="cũng vậy"), filed(User.objects.create_user("Dì Sáu"), binh)]
    assert listed(client) == [first.pk]
    page = client.get(page_of(first))
    assert list(page.context["gathered"]) == others and "cũng vậy" in page.content.decode()
    act(client, "resolve", first)
    assert set(Report.objects.values_list("status", "taken_by")) == {("resolved", staff.pk)}


@pytest.mark.slow
def test_what_is_left_of_an_answered_person_waits_on(client, staff, an, binh, cai, khach):
    """Who answers does not judge what they wrote themselves."""
    colleague = User.objects.create_superuser("cô Tư", password=PASSWORD)
    first = filed(an, binh)
    services.take(report=first, by=staff)
    mine, later = filed(staff, binh), filed(colleague, binh)
    act(client, "resolve", first)
    for report in (mine, later):
        report.refresh_from_db()
    assert (mine.status, mine.taken_by, mine.gathered_under) == ("new", None, None)
    assert later.status == "resolved"
    assert listed(client) == [] and waiting_for(staff) == []
    client.logout()
    come_in(client, "cô Tư")
    assert listed(client) == [mine.pk] == waiting_for(colleague)
    assert services.dismiss(report=mine, by=colleague) == [mine]


@pytest.mark.slow
def test_what_is_left_is_gathered_again(staff, an, binh, cai, khach):
    colleague = User.objects.create_superuser("cô Tư", password=PASSWORD)
    first, theirs = filed(an, binh), filed(cai, binh)
    services.take(report=theirs, by=colleague)
    mine = filed(staff, binh)
    services.resolve(report=first, by=staff)
    for report in (mine, theirs):
        report.refresh_from_db()
    assert (theirs.gathered_under, theirs.taken_by, theirs.status) == (mine, colleague, "taken")
    assert (mine.gathered_under, mine.status, mine.weight) == (None, "new", 2 * services.MOST_OPEN)
    assert (waiting_for(colleague), in_hands_of(colleague)) == ([mine.pk], [theirs.pk])
    after = filed(khach, binh)
    assert after.gathered_under == mine, "and so is what comes later"


@pytest.mark.slow
def test_under_ones_own_report_those_of_others_wait_each(client, staff, an, binh, cai):
    own, others = filed(staff, binh), [filed(an, binh), filed(cai, binh)]
    assert listed(client) == waiting_for(staff) == [report.pk for report in others]
    act(client, "take", others[0])
    assert (listed(client), listed(client, queue="mine")) == ([others[1].pk], [others[0].pk])
    act(client, "dismiss", *others)
    assert listed(client) == listed(client, queue="mine") == []
    colleague = User.objects.create_superuser("cô Tư", password=PASSWORD)
    assert waiting_for(colleague) == [own.pk]


@pytest.mark.slow
def test_one_that_was_taken_apart_is_in_the_hands_of_who_took_it(client, staff, an, binh, cai):
    colleague = User.objects.create_superuser("cô Tư", password=PASSWORD)
    first, apart = filed(an, binh), filed(cai, binh)
    act(client, "take", apart)
    assert listed(client, queue="mine") == [apart.pk]
    services.resolve(report=first, by=colleague)
    assert listed(client, queue="mine") == [apart.pk]
    act(client, "dismiss", apart)
    assert Report.objects.get(pk=apart.pk).status == "dismissed"


@pytest.mark.slow
def test_at_any_moment_every_open_report_is_in_a_queue(staff, an, binh, cai, khach):
    """Of anything that staff do, one after another, by chance; and now and then one is staff no more."""
    judges = [staff, *(User.objects.create_user(f"cô {n}") for n in range(3))]
    for judge in judges[1:]:
        call_command("make_moderator", judge.username, verbosity=0)
    everybody = [an, binh, cai, khach, *judges]
    dice = Random(11)
    for _turn in range(100):
        by, about = dice.sample(everybody, 2)
        services.file_report(by=by, about=about, reason="abuse", text="", scene=None)
        chosen = dice.choice(list(Report.objects.all()))
        deed = dice.choice([services.take, services.give_back, services.resolve, services.dismiss])
        deed(report=chosen, by=dice.choice(judges))
        if dice.random() < 0.2:
            one = dice.choice(judges[1:]).username
            call_command("make_moderator", one, *dice.choice([[], ["--undo"]]), verbosity=0)
        on_duty = User.objects.filter(pk__in=[judge.pk for judge in judges], is_staff=True)
        firsts = {pk for judge in on_duty for pk in [*waiting_for(judge), *in_hands_of(judge)]}
        open_ones = Report.objects.open().select_related("gathered_under")
        lost = [one for one in open_ones if one.pk not in firsts and one.gathered_under_id not in firsts]
        assert not [one for one in lost if {one.by, one.person} < {one.by, one.person, *on_duty}]


@pytest.mark.slow
def test_take_resolve_and_dismiss_leave_their_lines(client, staff, an, binh):
    report = filed(an, binh)
    for action, status in (("take", "taken"), ("resolve", "resolved"), ("dismiss", "dismissed")):
        act(client, action, report)
        report.refresh_from_db()
        assert (report.status, report.taken_by) == (status, staff)
    acts = ModAction.objects.filter(kind="report", target=report.pk).order_by("pk")
    assert [done.act for done in acts] == ["take", "resolve", "dismiss"]


@pytest.mark.slow
def test_only_the_note_is_written_by_hand(client, staff, an, binh):
    report = filed(an, binh, text="như cũ")
    client.post(page_of(report), {"note": "xem lại tuần sau", "text": "khác", "status": "dismissed"})
    report.refresh_from_db()
    assert (report.note, report.text, report.status) == ("xem lại tuần sau", "như cũ", "new")
    assert client.get(reverse("admin:accounts_report_add")).status_code == 403
    assert client.get(reverse("admin:accounts_report_delete", args=[report.pk])).status_code == 403


@pytest.mark.slow
def test_ones_own_part_is_not_to_be_seen(client, staff, an):
    about_me, mine = filed(an, staff), filed(staff, an)
    assert listed(client, queue="all") == []
    for report in (about_me, mine):
        assert client.get(page_of(report)).status_code == 302, "no such row"
        act(client, "dismiss", report)
    assert set(Report.objects.values_list("status", flat=True)) == {"new"}


def test_staff_without_the_right_see_no_report(client, an, binh):
    User.objects.create_user("thu ngân", password=PASSWORD, is_staff=True)
    come_in(client, "thu ngân")
    report = filed(an, binh)
    for page in (LIST, page_of(report)):
        assert client.get(page).status_code == 403
    act(client, "resolve", report)
    assert Report.objects.get().status == "new"


@pytest.mark.slow
def test_one_acts_from_the_page_and_comes_back_to_it(client, staff, an, binh):
    """With what its own form sends."""
    report = filed(an, binh)
    page = client.get(page_of(report)).content.decode()
    people = reverse("admin:accounts_user_changelist")
    assert f'action="{people}"' in page and f'name="back" value="{page_of(report)}"' in page
    for action in ("warn", "mute", "rename", "ban", "end_log_ins"):
        assert f'name="action" value="{action}"' in page
    chosen = {"action": "mute", "_selected_action": binh.pk, "back": page_of(report)}
    second = client.post(people, chosen)
    assert f'name="back" value="{page_of(report)}"' in second.content.decode()
    done = client.post(people, chosen | {"reason": "chửi bới", "until": "", "apply": "1"})
    assert done.status_code == 302 and done.url == page_of(report)
    binh.refresh_from_db()
    assert binh.is_muted
    answered = client.post(
        LIST, {"action": "resolve", "_selected_action": report.pk, "back": page_of(report)}
    )
    assert answered.url == page_of(report)


@pytest.mark.slow
def test_room_round_and_line_are_acted_on_from_there_too(client, staff, cai, fixed, one_connection):
    """Each as its button sends it, and back to the report."""
    round_, _live = in_mid_round("xidach", cai)
    an = User.objects.get(username="Ghế 1")
    line = ChatLine.objects.create(room=round_.room, user=an, text="đồ ngốc")
    report = services.file_report(
        by=cai, about=an, reason="abuse", text="", scene=scene(cai, round_.room.code, line.pk)
    )
    things = {"lobby_chatline": ("remove_lines", line), "games_round": ("void_rounds", round_),
              "lobby_room": ("close_rooms", round_.room)}  # fmt: skip
    for listing, (action, thing) in things.items():
        address = reverse(f"admin:{listing}_changelist")
        page = client.get(page_of(report)).content.decode()
        assert f'action="{address}"' in page and f'value="{action}"' in page
        sent = {"action": action, "_selected_action": thing.pk, "back": page_of(report)}
        assert client.post(address, sent).status_code == 200, "asks why"
        done = client.post(address, sent | {"reason": "chửi bới", "apply": "1"})
        assert (done.status_code, done.url) == (302, page_of(report))
        assert f'value="{action}"' not in client.get(page_of(report)).content.decode(), "it is done"
    assert set(ModAction.objects.values_list("act", flat=True)) >= {"remove_line", "void_round", "close_room"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil"]
)
def test_one_comes_back_to_this_site_only(client, staff, an, binh, back):
    report = filed(an, binh)
    done = client.post(LIST, {"action": "take", "_selected_action": report.pk, "back": back})
    assert done.status_code == 302 and "evil" not in done.url and "alert" not in done.url


@pytest.mark.slow
def test_what_was_written_is_shown_as_text(client, staff, an, binh, open_room):
    room = open_room(by=an)
    ChatLine.objects.create(room=room, user=binh, text="<b onclick=x>ngu</b>")
    report = filed(an, binh, room, text="<script>alert(1)</script>")
    page = client.get(page_of(report)).content.decode()
    assert "&lt;script&gt;alert(1)" in page and "&lt;b onclick=x&gt;ngu" in page
    assert "<script>alert" not in page and "<b onclick" not in page


@pytest.mark.slow
def test_a_million_reports_would_be_read_by_their_keys(client, staff, an, binh, khach, cai, open_room):
    """The queue, a report, one's own: nothing is read from end to end, and nothing counted."""
    room = open_room(by=an)
    reports = [filed(an, binh, room), filed(khach, binh), filed(an, cai), filed(an, khach)]
    services.take(report=reports[2], by=staff)
    services.dismiss(report=reports[3], by=staff)
    queues = [LIST, f"{LIST}?queue=mine", f"{LIST}?q=Cái"]
    for page in [*queues, page_of(reports[0]), reverse("reports")]:
        with asked() as statements:
            assert client.get(page).status_code == 200
        assert scans(statements) == [], page
        assert not [sql for sql, _params in statements if "COUNT(" in sql and "accounts_report" in sql], page
    with asked() as statements:
        filed(cai, binh, room)
        services.resolve(report=reports[0], by=staff)
    assert scans(statements) == []


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite tells how many steps it takes")
@pytest.mark.parametrize("queue", ["new", "mine", "answered", "all"])
def test_a_page_of_a_long_queue_takes_no_longer_than_one_of_a_short(client, staff, an, queue):
    def more(count):
        """Of each kind so many, about people of their own."""
        begin = User.objects.count()
        names = (f"Người {n}" for n in range(begin, begin + 3 * count))
        people = User.objects.bulk_create(User(username=name, password="!") for name in names)
        taken = {"status": "taken", "taken_by": staff}
        kinds = [{}, taken, {"status": "dismissed", "answered_at": timezone.now()}]
        Report.objects.bulk_create(
            Report(by=an, person=person, reason="other", weight=n % 7, **kinds[n % 3])
            for n, person in enumerate(people)
        )

    def taken():
        with steps() as so_many:
            assert len(listed(client, queue=queue)) == 50
        return so_many.count

    more(60)
    few = taken()
    more(600)
    assert taken() < 1.2 * few


def heavy(by, weights):
    names = (f"Người {n}" for n in range(len(weights)))
    people = User.objects.bulk_create(User(username=name, password="!") for name in names)
    return Report.objects.bulk_create(
        Report(by=by, person=person, reason="other", weight=weight)
        for person, weight in zip(people, weights, strict=True)
    )


@pytest.mark.slow
def test_the_heaviest_come_page_by_page_and_none_is_left_out(client, staff, an):
    """Many weigh the same: then the first that came. And back again."""
    reports = heavy(an, [n % 3 + 1 for n in range(119)])
    wanted = [one.pk for one in sorted(reports, key=lambda one: (-one.weight, one.pk))]
    pages, where = [], ""
    while where is not None:
        page = client.get(LIST + where)
        pages.append([row.pk for row in page.context["cl"].result_list])
        where, back = page.context["cl"].older, page.context["cl"].newer
    assert pages == [wanted[:50], wanted[50:100], wanted[100:]]
    for shown in (wanted[50:100], wanted[:50]):
        page = client.get(LIST + back)
        assert [row.pk for row in page.context["cl"].result_list] == shown
        back = page.context["cl"].newer
    assert back is None


@pytest.mark.slow
def test_the_fifty_first_is_on_the_second_page(client, staff, an):
    reports = heavy(an, [2] * 50 + [1])
    first = client.get(LIST)
    assert "Next page" in first.content.decode() and "Older" not in first.content.decode()
    second = client.get(LIST + first.context["cl"].older)
    assert list(second.context["cl"].result_list) == [reports[-1]]
    assert "Previous page" in second.content.decode() and second.context["cl"].older is None
    services.take(report=reports[49], by=staff)
    again = client.get(LIST + first.context["cl"].older)
    assert list(again.context["cl"].result_list) == [reports[-1]], "it begins where it began"
    assert scanned(client, LIST + first.context["cl"].older) == []
    assert scanned(client, LIST + second.context["cl"].newer) == []


def scanned(client, page):
    with asked() as statements:
        assert client.get(page).status_code == 200
    return scans(statements)


@pytest.mark.slow
@pytest.mark.parametrize(
    "begin", ["x", "_", "1_", "_1", "1e999_1", "nan_1", "inf_1", "9" * 17 + "_1", "²_1", "1__1"]
)
def test_a_page_that_begins_nowhere_is_the_first(client, staff, an, begin):
    (report,) = heavy(an, [1])
    for side in ("before", "after"):
        assert listed(client, **{side: begin}) == [report.pk]


# --- what of the round ------------------------------------------------------------------------


def seed_of_the_secret_alone(server_seed, transcript):
    return hashlib.sha256(server_seed).digest()


def secret(number):
    return hashlib.sha256(b"%d" % number).digest()


@pytest.fixture
def fixed(monkeypatch):
    """The deal follows from the secret of the round and from nothing else."""
    monkeypatch.setattr(fairness, "round_seed", seed_of_the_secret_alone)


def in_mid_round(game, owner, **fields):
    """A table of people where some moves were made, and of each seat its hands lie before it."""
    engine = ENGINES[game]
    seats = max(3, engine.seats[0]) if engine.banker else engine.seats[0]
    room = rooms.create_room(by=owner, game=game, seats=seats, **fields)
    assert isinstance(room, Room), room
    for chair in range(1, seats):
        person = User.objects.create_user(f"Ghế {chair}")
        rooms.sit(room_id=room.pk, by=person, seat=chair)
        rooms.set_ready(room_id=room.pk, by=person, ready=True)
    rooms.set_ready(room_id=room.pk, by=owner, ready=True)
    for number in range(100):  # until the deal ends nothing by itself
        RoundSecret.objects.filter(round__room=room, round__status="next").update(server_seed=secret(number))
        round_ = start_round(room_id=room.pk, by=owner)
        live = play_some(round_)
        if not live.ending:
            return round_, live
    raise AssertionError("every round ended at once")


def play_some(round_):
    """The first moves, as the house bot makes them."""
    stored = Round.objects.select_related("room", "secret").get(pk=round_.pk)
    live, chance = LiveRound(load_stored(stored)), Random(1)
    while live.version < MOVES and not live.ending:
        seat = live.to_act[0]
        word, state = live.judge(seat, live.engine.choose(live.view(seat), "easy", chance))
        outcome, now = live.engine.outcome(state), timezone.now()
        entry = Entry(
            round_id=round_.pk, room_id=round_.room_id, number=live.version, seat=seat, word=word,
            by=Move.By.PERSON, mover_id=None, at=now, to_act=live.engine.to_act(state), deadline=None,
            due_at=None, outcome=outcome,
        )  # fmt: skip
        (answer,) = write([entry])
        live.advance(seat, state, now, None, answer.ending if answer else None)
    return live


def seen_by_all(engine, setup, moves):
    """What a passer-by sees at each step, or None where a move would be refused."""
    state = engine.start(setup)
    views = [engine.view(state, None).as_json()]
    for move in moves:
        state = engine.apply(state, move)
        if isinstance(state, Refusal):
            return None, None
        views.append(engine.view(state, None).as_json())
    return json.dumps(views), state


def other_world(round_, live):
    """Another secret that nobody who only watches can tell from this one, with other cards in every hand."""
    from games.rounds.reading import recorded

    stored = Round.objects.select_related("room", "secret").get(pk=round_.pk)
    moves = list(recorded(load_stored(stored)))
    here, _state = seen_by_all(live.engine, load_stored(stored).setup, moves)
    for number in range(1000, 6000):
        stored.secret.server_seed = secret(number)
        there, state = seen_by_all(live.engine, load_stored(stored).setup, moves)
        if there == here and live.engine.view(state, 0).as_json() != live.view(0).as_json():
            return secret(number)
    raise AssertionError("no other deal looks the same")


def crawl(client, report):
    pages = {}
    for page in (LIST, f"{LIST}?queue=all", page_of(report), page_of(report).replace("change", "history"),
                 reverse("admin:index")):  # fmt: skip
        middleware.pages.clear()
        answer = client.get(page)
        pages[page] = (answer.status_code, BY_ITSELF.sub("", answer.content.decode()))
    assert pages[page_of(report)][0] == 200
    return pages


@pytest.fixture(params=ENGINES)
def twins(request, client, staff, cai, fixed, one_connection):
    """A report about a seat of a running round, and the round's other secret."""
    round_, live = in_mid_round(request.param, cai)
    report = filed(cai, User.objects.get(username="Ghế 1"), round_.room)
    assert (report.round, report.version) == (round_.pk, live.version)
    return report, round_, other_world(round_, live)


@pytest.mark.slow
def test_a_report_in_mid_round_tells_two_worlds_apart_for_nobody(client, twins):
    report, round_, other = twins
    one = crawl(client, report)
    RoundSecret.objects.filter(round=round_).update(server_seed=other)
    assert crawl(client, report) == one
    assert not ModAction.objects.filter(act="look").exists()


@pytest.mark.slow
def test_the_twins_would_notice(client, twins, monkeypatch):
    """Were the hands shown while the round runs, as they are once it is over."""
    report, round_, other = twins
    seen = evidence._seen
    monkeypatch.setattr(evidence, "_seen", lambda round_, stored, seats: seen(round_, stored, [0, 1]))
    one = crawl(client, report)
    RoundSecret.objects.filter(round=round_).update(server_seed=other)
    assert [page for page, shown in crawl(client, report).items() if shown != one[page]] == [page_of(report)]


@pytest.mark.slow
def test_once_it_is_over_each_seat_is_shown_and_the_look_written_down(client, twins):
    report, round_, _other = twins
    staff = User.objects.get(username="chu")
    (before,) = evidence_of(report, staff)["eyes"]
    play_on(round_.pk)
    page = client.get(page_of(report)).content.decode()
    for seat in round_.seats.all():
        assert f"As <bdi>{seat.name}</bdi> saw it" in page
    assert "passer-by" not in page
    looked = ModAction.objects.get(act="look")
    assert (looked.by, looked.kind, looked.target) == (staff, "report", str(report.pk))
    assert all(len(eyes.log) > len(before.log) for eyes in evidence_of(report, staff)["eyes"]), "to its end"


@pytest.fixture
def one_connection(monkeypatch):
    monkeypatch.setattr("games.live.writer.close_old_connections", lambda: None)


def evidence_of(report, staff):
    return next(piece.context for piece in services.look(by=staff, report=report) if "eyes" in piece.context)


@pytest.mark.slow
def test_who_plays_at_a_table_sees_nothing_of_it_here(client, staff, an, fixed, one_connection):
    """Nor does anybody where the table has no spectators."""
    round_, _live = in_mid_round("xidach", an, name="Chiếu nhà ngoại")
    report = filed(an, User.objects.get(username="Ghế 1"), round_.room, text="nhìn bài nhau")
    assert "nhìn bài nhau" in client.get(page_of(report)).content.decode()
    assert len(evidence_of(report, staff)["eyes"]) == 1
    Room.objects.update(spectators=False)
    assert evidence_of(report, staff)["eyes"] == []
    Room.objects.update(spectators=True)
    line = ChatLine.objects.create(room=round_.room, user=an, text="câu của bàn")
    Report.objects.update(first_line=line.pk, last_line=line.pk)
    assert "câu của bàn" in client.get(page_of(report)).content.decode()
    round_.seats.filter(number=2).update(user=staff)
    round_.room.seats.filter(number=2).update(user=staff)
    assert evidence_of(report, staff)["hidden"]
    person = reverse("admin:accounts_user_change", args=[report.person_id])
    for where in (
        page_of(report),
        LIST,
        f"{LIST}?queue=all",
        person,
        page_of(report).replace("change", "history"),
    ):
        middleware.pages.clear()
        page = client.get(where, follow=True).content.decode()
        assert "nhìn bài nhau" not in page and page_of(report) not in page, where
    assert "Chiếu nhà ngoại" not in client.get(page_of(report), follow=True).content.decode()
    colleague = User.objects.create_superuser("cô Tư")
    assert (waiting_for(staff), waiting_for(colleague)) == ([], [report.pk]), "others see it"
    Room.objects.update(status="open")
    page = client.get(page_of(report)).content.decode()
    assert "Hidden from you" in page and "You sit at this table" in page and "câu của bàn" not in page
    assert 'value="void_rounds"' not in page and 'value="close_rooms"' not in page


@pytest.mark.slow
def test_who_sits_down_at_a_table_has_no_report_about_it(client, staff, an, binh, cai, khach, open_room):
    """Else it would be in the hands of one who does not see it while a round runs."""
    room, elsewhere = open_room(by=an), open_room(by=cai)
    about_it, other, later = filed(an, binh, room), filed(an, khach, elsewhere), filed(cai, binh, elsewhere)
    for report in (about_it, other):
        services.take(report=report, by=staff)
    rooms.sit(room_id=room.pk, by=staff, seat=2)
    standing = dict(Report.objects.values_list("pk", "taken_by"))
    assert standing == {about_it.pk: None, other.pk: staff.pk, later.pk: staff.pk}
    page = act(client, "take", about_it).content.decode()
    assert "where you sit is for somebody else" in page
    about_it.refresh_from_db()
    assert (about_it.status, about_it.taken_by) == ("new", None)
    assert ModAction.objects.filter(act="give_back", target=about_it.pk, by=None).count() == 1
    joined = filed(binh, khach, room)
    assert (joined.gathered_under, joined.status, joined.taken_by) == (other, "new", None), "nor a new one"


@pytest.mark.slow
def test_under_a_report_from_ones_own_table_those_of_others_wait_each(
    client, staff, an, binh, cai, open_room
):
    room = open_room(by=an)
    rooms.sit(room_id=room.pk, by=staff, seat=2)
    first, elsewhere = filed(an, binh, room), filed(cai, binh)
    assert listed(client) == waiting_for(staff) == [first.pk]
    Room.objects.update(status="playing")
    assert listed(client) == waiting_for(staff) == [elsewhere.pk]
    assert services.resolve(report=first, by=staff) == [] == services.take(report=first, by=staff)


@pytest.mark.slow
def test_a_round_of_rules_that_are_gone_is_said_to_be(client, staff, an, fixed, one_connection):
    round_, _live = in_mid_round("xidach", an)
    report = filed(an, User.objects.get(username="Ghế 1"), round_.room)
    Round.objects.update(rules_version=99)
    assert "cannot be played again" in client.get(page_of(report)).content.decode()


@pytest.mark.slow
def test_the_term_of_an_answer_is_remembered(client, staff, an, binh):
    report = filed(an, binh)
    before = timezone.now()
    act(client, "dismiss", report)
    report.refresh_from_db()
    assert before <= report.answered_at <= before + timedelta(minutes=1)
