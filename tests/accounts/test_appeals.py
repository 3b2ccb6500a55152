"""Who is banned learns why and until when, and may answer once."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.urls import reverse
from django.utils import timezone

from accounts import sanctions
from accounts.models import Appeal, ModAction, Notice, User
from tests.accounts.conftest import PASSWORD
from tests.back_office import act, come_in


@pytest.fixture
def banned(an):
    sanctions.ban(by=None, whom=an, reason="chơi <gian>", until=timezone.now() + timedelta(days=3))
    return an


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    return boss


def log_in(client, password=PASSWORD):
    return client.post(reverse("account_login"), {"login": "An", "password": password})


def answer(client, text="Không phải tôi."):
    return client.post(reverse("appeal"), {"text": text}, follow=True)


def test_at_the_door_a_page_says_why_and_until_when(english, banned):
    door = log_in(english)
    page = door.content.decode()
    assert door.status_code == 403 and SESSION_KEY not in english.session
    assert "You may not play here for now" in page and "for good" not in page
    assert "chơi &lt;gian&gt;" in page and "The staff keep this account closed" in page
    assert english.get("/accounts/settings/").status_code == 302, "and nothing else is open"


def test_a_ban_for_good_says_so(english, an):
    sanctions.ban(by=None, whom=an)
    page = log_in(english).content.decode()
    assert "for good" in page and "You may not play here any more" in page and "for now" not in page


def test_a_wrong_password_learns_nothing(english, banned):
    door = log_in(english, "wrong")
    assert door.status_code == 200 and "gian" not in door.content.decode()
    assert english.get(reverse("appeal")).status_code == 302


def test_one_answer_waits_for_staff(english, banned):
    log_in(english)
    page = answer(english)
    assert page.status_code == 200 and "A moderator will read it." in page.content.decode()
    assert 'name="text"' not in page.content.decode()
    answer(english, "Một lần nữa.")
    appeal = Appeal.objects.get()
    assert (appeal.text, appeal.whom, appeal.against) == ("Không phải tôi.", banned, ModAction.objects.get())


@pytest.mark.parametrize("text", ["", " ", "x" * 1001])
def test_an_answer_that_says_nothing_or_too_much_may_be_written_again(english, banned, text):
    log_in(english)
    assert answer(english, text).context["form"].errors
    assert not Appeal.objects.exists()


def test_who_was_logged_in_when_banned_may_ask_too(english, an):
    """A guest has no password to come in by."""
    english.force_login(an)
    sanctions.ban(by=None, whom=an, reason="gian")
    assert "gian" in english.get(reverse("appeal")).content.decode()
    assert answer(english).status_code == 200 and Appeal.objects.get().whom == an


def test_a_log_in_that_has_ended_is_nobodys(english, an):
    english.force_login(an)
    sanctions.end_log_ins(by=None, whom=an)
    sanctions.ban(by=None, whom=an, reason="gian")
    assert english.get(reverse("appeal")).status_code == 302


@pytest.mark.parametrize("who", ["nobody", "an"])
def test_who_is_not_banned_is_shown_the_door(english, an, who):
    if who == "an":
        english.force_login(an)
    assert english.get(reverse("appeal")).status_code == 302
    assert english.post(reverse("appeal"), {"text": "x"}).status_code == 302
    assert not Appeal.objects.exists()


@pytest.mark.slow
def test_staff_let_somebody_back_in(client, english, boss, banned):
    log_in(english)
    answer(english)
    act(client, "let_back_in", Appeal.objects.get(), reason="đúng là nhầm")
    appeal = Appeal.objects.get()
    assert (appeal.status, appeal.answered_by) == ("let_in", boss)
    assert log_in(english).status_code == 302
    page = english.get("/lobby/").content.decode()
    assert "You may play again." in page and "đúng là nhầm" in page


@pytest.mark.slow
def test_staff_stay_with_it_once(client, english, boss, banned):
    log_in(english)
    answer(english)
    appeal = Appeal.objects.get()
    act(client, "keep", appeal, reason="có người thấy")
    act(client, "keep", appeal, reason="lần nữa")
    assert (Appeal.objects.get().status, Appeal.objects.get().answer) == ("kept", "có người thấy")
    assert [line.act for line in ModAction.objects.all()] == ["keep_out", "ban"]
    door = log_in(english)
    assert door.status_code == 403 and "có người thấy" in door.content.decode()
    assert answer(english).status_code == 200 and Appeal.objects.count() == 1


def test_a_new_ban_may_be_answered_anew(english, banned):
    log_in(english)
    answer(english)
    sanctions.let_back_in(by=None, whom=banned)
    assert Appeal.objects.get().status == "let_in"
    sanctions.ban(by=None, whom=banned, reason="lại gian")
    log_in(english)
    answer(english, "Oan quá.")
    assert list(Appeal.objects.order_by("pk").values_list("text", flat=True)) == [
        "Không phải tôi.",
        "Oan quá.",
    ]


@pytest.mark.slow
def test_a_ban_in_its_place_may_be_answered_anew_and_the_older_answer_lifts_nothing(
    client, english, boss, banned
):
    log_in(english)
    answer(english)
    older = Appeal.objects.get()
    page = client.get(reverse("admin:accounts_appeal_changelist"), {"status__exact": "waiting"})
    assert list(page.context["cl"].result_list) == [older]
    sanctions.ban(by=boss, whom=banned, reason="đánh hai tài khoản")
    older.refresh_from_db()
    assert (older.status, older.answered_by) == ("replaced", boss)
    act(client, "let_back_in", older)
    banned.refresh_from_db()
    assert banned.is_banned
    log_in(english)
    answer(english, "Oan quá.")
    newer = Appeal.objects.get(status="waiting")
    assert newer.against == sanctions.ban_in_force(banned)
    act(client, "let_back_in", newer)
    banned.refresh_from_db()
    assert not banned.is_banned


@pytest.mark.slow
def test_an_answer_to_an_older_ban_that_still_waits_lifts_nothing(client, english, boss, banned):
    """As the page of who answers was open meanwhile, or from before that was so."""
    log_in(english)
    answer(english)
    sanctions.ban(by=boss, whom=banned, reason="đánh hai tài khoản")
    Appeal.objects.update(status="waiting", answered_at=None)
    page = act(client, "let_back_in", Appeal.objects.get()).content.decode()
    banned.refresh_from_db()
    assert banned.is_banned and Appeal.objects.get().status == "waiting"
    assert list(ModAction.objects.filter(act="let_back_in")) == []
    assert "Done, for" not in page
    act(client, "keep", Appeal.objects.get(), reason="đã có lệnh mới")
    assert Appeal.objects.get().status == "kept"


def test_nobody_is_told_of_a_ban_on_pages_they_cannot_see(banned):
    assert not Notice.objects.exists()


def test_who_closed_the_account_is_told_that_it_is_closed(english, an):
    User.objects.filter(pk=an.pk).update(is_active=False)
    door = log_in(english)
    assert (door.status_code, door.url) == (302, reverse("account_inactive"))
