"""Closing one's account, through the door: a week to think it over, then nobody is that person any more."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts import closing
from accounts.models import Block, ModAction, Mute, User
from accounts.sanctions import let_back_in, warn
from games.live import leftovers
from games.management.commands.demo import play_on, play_round
from games.registry import ENGINES
from games.rounds.models import RoundSeat, Score
from games.rounds.reading import load_table
from games.rounds.services import start_round
from lobby import services
from lobby.models import Admission, ChatLine, Presence, Seat

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
CLOSE, LOGIN, SIGNUP = "/accounts/close/", "/accounts/login/", "/accounts/signup/"
PASSWORD = "xì dách tối thứ bảy"


@pytest.fixture
def lan(db):
    return User.objects.create_user("Lan", password=PASSWORD, email="lan@example.com")


@pytest.fixture
def binh(db):
    return User.objects.create_user("Bình", password=PASSWORD)


def logs_in(name):
    browser = Client(headers={"accept-language": "en"})
    answer = browser.post(LOGIN, {"login": name, "password": PASSWORD})
    return browser, answer


def a_week_later():
    User.objects.filter(closes_at__isnull=False).update(closes_at=timezone.now())


def clear():
    return list(leftovers.clear(timezone.now()))


def closes(person):
    """The whole way: asked for on the page, and a week later done by the house."""
    browser, _answer = logs_in(person.username)
    browser.post(CLOSE, {"password": PASSWORD})
    a_week_later()
    clear()
    person.refresh_from_db()
    return person.username


def a_room(owner, *others, game="xidach", **fields):
    """They sit in this order; what the game needs more are bots. In xì dách a chair is left."""
    seats = max(ENGINES[game].seats[0], len(others) + 1) + (game == "xidach")
    room = services.create_room(by=owner, game=game, seats=seats, **fields)
    for chair, person in enumerate(others, start=1):
        services.sit(room_id=room.pk, by=person, seat=chair)
        services.set_ready(room_id=room.pk, by=person, ready=True)
    for chair in range(len(others) + 1, ENGINES[game].seats[0]):
        services.add_bot(room_id=room.pk, by=owner, seat=chair, level="house")
    return room


# --- asked for, taken back ---------------------------------------------------------------------


def test_it_asks_for_the_password_and_ends_every_log_in(lan):
    (here, _one), (elsewhere, _two) = logs_in("Lan"), logs_in("Lan")
    wrong = here.post(CLOSE, {"password": "sai"})
    assert "That is not your password." in wrong.content.decode()
    assert here.post(CLOSE).status_code == 200, "nothing typed"
    lan.refresh_from_db()
    assert lan.closes_at is None
    done = here.post(CLOSE, {"password": PASSWORD}, follow=True)
    assert "To keep it, log in before then and press “Keep it”." in done.content.decode()
    for browser in (here, elsewhere):
        assert browser.get("/accounts/settings/").status_code == 302
    lan.refresh_from_db()
    week = timedelta(days=7)
    assert week - timedelta(minutes=1) < lan.closes_at - timezone.now() <= week


def test_a_log_in_within_the_week_offers_to_take_it_back(lan):
    logs_in("Lan")[0].post(CLOSE, {"password": PASSWORD})
    browser, answer = logs_in("Lan")
    assert answer.url == CLOSE
    assert "Keep the account?" in browser.get(CLOSE).content.decode()
    assert "Your account closes on" in browser.get("/lobby/").content.decode()
    assert "Your account stays." in browser.post(CLOSE, {"keep": "yes"}, follow=True).content.decode()
    assert "Your account closes on" not in browser.get("/lobby/").content.decode()
    a_week_later()
    assert not any(what == "accounts" for what, _count in clear())
    assert logs_in("Lan")[1].url != CLOSE


def test_the_confirmed_address_hears_of_it(lan, mailoutbox):
    """Whoever sat down at an open browser is not the only one who knows."""
    lan.emailaddress_set.create(email="lan@example.com", verified=True, primary=True)
    logs_in("Lan")[0].post(CLOSE, {"password": PASSWORD})
    (letter,) = mailoutbox
    assert letter.to == ["lan@example.com"] and "The account is to be closed." in letter.body


def test_guesses_are_counted(lan):
    browser, _answer = logs_in("Lan")
    answers = [browser.post(CLOSE, {"password": "sai"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.parametrize("rights", ["is_staff", "is_superuser"])
def test_staff_do_not_go_this_way(lan, rights):
    User.objects.filter(pk=lan.pk).update(**{rights: True})
    browser, _answer = logs_in("Lan")
    assert browser.get(CLOSE).status_code == browser.post(CLOSE, {"password": PASSWORD}).status_code == 403
    User.objects.filter(pk=lan.pk).update(closes_at=timezone.now())
    clear()
    lan.refresh_from_db()
    assert lan.username == "Lan", "nor who was given rights since"


# --- done -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ENGINES)
def test_the_scores_stay_under_another_name_and_sum_to_zero(lan, binh, game, capsys):
    room = a_room(lan, binh, game=game, visibility="public")
    play_round(room)
    before = list(Score.objects.order_by("pk").values_list("seat", "user", "points", "sheet"))
    name = closes(lan)
    assert name == f"Người chơi cũ {lan.pk}"
    assert list(Score.objects.order_by("pk").values_list("seat", "user", "points", "sheet")) == before
    assert sum(points for _seat, _user, points, _sheet in before) == 0
    assert {row.name for model in (Score, RoundSeat) for row in model.objects.filter(user=lan)} == {name}
    totals = dict(load_table(room.pk).score_sheet.totals)
    assert name in totals and "Lan" not in totals
    call_command("verify_round", *Score.objects.values_list("round", flat=True).distinct())
    call_command("rebuild_standings", "--check")


def test_nothing_of_the_person_is_left(lan, binh):
    room = a_room(lan, binh, name="Bàn của Lan")
    play_round(room)
    services.say(room_id=room.pk, by=lan, text="tôi là Lan")
    services.say(room_id=room.pk, by=binh, text="chào cả nhà")
    services.seen([(room.pk, lan.pk)], at=timezone.now())
    lan.emailaddress_set.create(email="lan@example.com")
    warn(by=None, whom=lan, reason="một lời nhắc")
    Block.objects.create(by=lan, whom=binh)
    Mute.objects.create(by=binh, whom=lan)
    closes(lan)
    assert (lan.email, lan.is_active, lan.has_usable_password(), lan.last_login) == ("", False, False, None)
    assert lan.closed_at is not None and lan.closes_at is None
    assert not lan.emailaddress_set.exists() and not lan.usersession_set.exists()
    assert list(ChatLine.objects.values_list("user", flat=True)) == [binh.pk]
    for kept in (Presence, Admission, Seat):
        assert not kept.objects.filter(user=lan).exists()
    assert not Block.objects.exists() and not Mute.objects.exists() and not lan.notices.exists()
    room.refresh_from_db()
    assert room.name == f"Bàn của {lan.username}"
    assert ModAction.objects.get(whom=lan).act == "warn", "what staff did stays on record"
    let_back_in(by=None, whom=lan)
    lan.refresh_from_db()
    assert not lan.is_active, "what its owner closed nobody opens"
    assert logs_in(lan.username)[1].status_code == 200, "no way in"


def test_only_whole_words_of_a_rooms_name_are_a_name(db):
    an = User.objects.create_user("An", password=PASSWORD)
    rooms = [a_room(an, name=name) for name in ("Anh em", "Lan và An", "An-Bình")]
    closes(an)
    for room in rooms:
        room.refresh_from_db()
    assert [room.name for room in rooms] == ["Anh em", f"Lan và {an.username}", "An-Bình"]


def test_staff_see_that_its_owner_closed_it(lan, binh, admin_client):
    closes(lan)
    page = admin_client.get(f"/admin/accounts/user/{lan.pk}/change/", headers={"accept-language": "en"})
    assert "Closed:" in page.content.decode() and lan.username in page.content.decode()


def test_the_name_is_free_and_never_two_peoples_on_one_sheet(lan, binh):
    room = a_room(binh, lan)
    play_round(room)
    gone = closes(lan)
    other = Client()
    other.post(SIGNUP, {"username": "Lan", "password1": PASSWORD})
    newcomer = User.objects.get(username="Lan")
    assert newcomer != lan
    services.sit(room_id=room.pk, by=newcomer, seat=2)
    services.set_ready(room_id=room.pk, by=newcomer, ready=True)
    play_round(room)
    rows = [dict(row.scores) for row in load_table(room.pk).score_sheet.sheet]
    assert [set(row) for row in rows] == [{"Bình", gone}, {"Bình", "Lan"}]


@pytest.mark.parametrize("name", ["Người chơi cũ 7", "nguoi choi cu", "NGƯỜI.CHƠI-CŨ"])
def test_nobody_takes_the_name_of_who_left(client, name):
    client.post(SIGNUP, {"username": name, "password1": PASSWORD})
    assert not User.objects.exists()


def test_a_guest_is_gone_at_once(binh):
    browser = Client(headers={"accept-language": "en"})
    browser.post("/accounts/guest/")
    guest = User.objects.get(is_guest=True)
    room = a_room(binh, guest)
    play_round(room)
    services.say(room_id=room.pk, by=guest, text="chào")
    page = browser.get(CLOSE).content.decode()
    assert "It is done at once" in page and 'name="password"' not in page
    assert "Your account is closed." in browser.post(CLOSE, follow=True).content.decode()
    guest.refresh_from_db()
    assert (guest.username, guest.is_active) == (f"Người chơi cũ {guest.pk}", False)
    assert not ChatLine.objects.exists() and set(room.seats.values_list("user", flat=True)) == {binh.pk}
    assert Score.objects.get(user=guest).name == guest.username


# --- at the tables -----------------------------------------------------------------------------


def test_a_seat_in_a_running_round_is_played_on(lan, binh):
    room = a_room(binh, lan)
    running = start_round(room_id=room.pk, by=binh)
    closes(lan)
    assert room.seats.get(user=lan).leaving
    play_on(running.pk)
    assert set(Score.objects.values_list("name", flat=True)) == {"Bình", lan.username}
    assert sum(Score.objects.values_list("points", flat=True)) == 0
    assert not room.seats.filter(user=lan).exists()


def test_rooms_go_to_who_sits_there_and_empty_ones_close(lan, binh):
    shared, alone = a_room(lan, binh), a_room(lan)
    closes(lan)
    for room in (shared, alone):
        room.refresh_from_db()
    assert (shared.owner, shared.status) == (binh, "open")
    assert alone.status == "closed"


def test_a_room_in_play_goes_on_to_somebody_after_the_round(lan, binh):
    room = a_room(lan, binh)
    running = start_round(room_id=room.pk, by=lan)
    closes(lan)
    play_on(running.pk)
    services.seen([(room.pk, binh.pk)], at=timezone.now())
    services.tidy(timezone.now())
    room.refresh_from_db()
    assert room.owner == binh


# --- step by step ------------------------------------------------------------------------------


def test_what_was_broken_off_is_done_the_next_time(lan, binh, monkeypatch):
    room = a_room(binh, lan)
    play_round(room)
    for n in range(5):
        ChatLine.objects.create(room=room, user=lan, text=f"câu {n}")
    monkeypatch.setattr("lobby.services.erasing.STEP", 2)
    closing.ask_to_close(user=lan)
    a_week_later()
    steps = closing.close(lan.pk)
    while ChatLine.objects.filter(user=lan).count() > 3:
        next(steps)
    steps.close()
    lan.refresh_from_db()
    assert lan.closed_at is None and not lan.is_active
    assert ("accounts", 1) in clear()
    assert not ChatLine.objects.exists() and clear() == []


def test_one_that_fails_keeps_no_other_waiting(lan, binh, monkeypatch):
    for person in (lan, binh):
        closing.ask_to_close(user=person)
    a_week_later()

    def break_for_lan(person):
        if person.pk == lan.pk:
            raise ValueError("broken")
        yield from ()

    monkeypatch.setattr(closing, "_erasers", [break_for_lan])
    clear()
    lan.refresh_from_db(), binh.refresh_from_db()
    assert lan.closed_at is None and binh.closed_at is not None


def test_a_trace_that_stays_keeps_no_other_waiting(lan, binh, monkeypatch):
    """Of what was written late, too."""
    for person in (lan, binh):
        closing.ask_to_close(user=person)
    a_week_later()
    clear()
    asked = []

    def break_for_lan(person):
        asked.append(person.pk)
        if person.pk == lan.pk:
            raise ValueError("broken")
        yield from ()

    monkeypatch.setattr(closing, "_erasers", [break_for_lan])
    assert clear() == [] and asked == [lan.pk, binh.pk]


# --- what is said of it ------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "button"), [("en", "Keep it"), ("vi", "Giữ lại"), ("zh-hans", "保留")])
def test_wherever_it_is_said_only_the_button_keeps_the_account(lan, binh, language, button, mailoutbox):
    """And it is called as the page calls it that has it. To log in alone keeps nothing."""
    lan.emailaddress_set.create(email="lan@example.com", verified=True, primary=True)
    browser = Client(headers={"accept-language": language})
    browser.post(LOGIN, {"login": "Lan", "password": PASSWORD})
    told = [browser.get(address).content.decode() for address in (CLOSE, "/privacy/")]
    told.append(browser.post(CLOSE, {"password": PASSWORD}, follow=True).content.decode())
    told.append(mailoutbox[0].body)
    assert all(f"“{button}”" in page for page in told)
    browser.post(LOGIN, {"login": "Lan", "password": PASSWORD})
    page = browser.get(CLOSE).content.decode()
    assert f">{button}</button>" in page
    lan.refresh_from_db()
    assert lan.closes_at is not None, "logged in, and still to be closed"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            ("90 days after the report is answered", "every line of the chat", "seen by Admins", "180 days"),
        ),
        ("vi", ("90 ngày sau khi báo cáo được trả lời", "mọi dòng chat", "nhóm Admins", "180 ngày")),
        ("zh-hans", ("举报得到答复后 90 天", "每一句聊天", "Admins 组能看到", "180 天")),
    ],
)
def test_the_pages_say_what_stays_and_who_reads_it(lan, language, words):
    browser = Client(headers={"accept-language": language})
    browser.force_login(lan)
    pages = "".join(browser.get(address).content.decode() for address in (CLOSE, "/privacy/"))
    assert [one for one in words if one not in pages] == []
