"""What a person is told: in their language, on every page, until they have read it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts import notices, sanctions
from accounts.models import ModAction, Notice, User
from lobby import services
from tests.accounts.conftest import PASSWORD
from tests.back_office import act, come_in

PAGES = ["/lobby/", "/accounts/settings/", "/leaderboard/", "/rules/xidach/"]


@pytest.fixture
def told(english, an):
    """An's browser, after a warning."""
    english.force_login(an)
    sanctions.warn(by=None, whom=an, reason="<b>nói tục</b>")
    return english


def close(client, notice, **headers):
    return client.post(reverse("close_notice"), {"id": notice.pk, "next": "/leaderboard/"}, headers=headers)


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_it_until_it_is_closed(told, an, path):
    for _look in range(2):
        page = told.get(path).content.decode()
        assert "The staff warn you." in page and "&lt;b&gt;nói tục&lt;/b&gt;" in page
    answer = close(told, Notice.objects.get())
    assert (answer.status_code, answer.url) == (302, "/leaderboard/")
    assert "The staff warn you." not in told.get(path).content.decode()


@pytest.mark.slow
def test_a_room_says_it_too(told, an):
    room = services.create_room(by=an, game="xidach")
    assert "The staff warn you." in told.get(reverse("room", args=[room.code])).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "sentence", "until"),
    [
        ("vi", "Tạm thời bạn không được chat.", "Đến "),
        ("zh-hans", "你暂时不能聊天。", "直到 "),
        ("en", "in chat for now.", "Until "),
    ],
)
def test_it_is_said_in_the_language_of_who_reads(client, an, language, sentence, until):
    User.objects.filter(pk=an.pk).update(language=language)
    end = timezone.now() + timedelta(days=3)
    with translation.override("en"):  # of whoever did it
        sanctions.mute(by=None, whom=an, reason="ồn quá", until=end)
    client.force_login(an)
    page = client.get("/lobby/").content.decode()
    with translation.override(language):
        assert sentence in page and "ồn quá" in page and f"{until}{notices.moment(end)}" in page


def test_others_stay_when_one_is_read(told, an, khach):
    sanctions.mute(by=None, whom=an)
    warning, mute = Notice.objects.order_by("pk")
    left = close(told, warning, hx_request="true").content.decode()
    assert "You cannot write in chat" in left and "warn you" not in left
    stranger = Client()
    stranger.force_login(khach)
    close(stranger, mute)
    assert User.objects.get(pk=an.pk).has_notice, "nobody reads what is another's"
    close(told, mute)
    assert not User.objects.get(pk=an.pk).has_notice


@pytest.mark.parametrize("key", ["", "x", "-1", "9" * 19, "²"])
def test_what_is_no_notice_closes_none(told, an, key):
    assert told.post(reverse("close_notice"), {"id": key}).status_code == 302
    assert User.objects.get(pk=an.pk).has_notice


def test_who_was_told_nothing_costs_no_question(client, an, khach, django_assert_max_num_queries):
    for person in (an, khach):
        client.force_login(person)
        client.get("/lobby/")
        with django_assert_max_num_queries(9) as asked:
            client.get("/lobby/")
        assert not [query["sql"] for query in asked if "accounts_notice" in query["sql"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "said", "sentence"),
    [
        ("warn", {}, "The staff warn you."),
        ("mute", {}, "You cannot write in chat any more."),
        ("mute", {"term": "day"}, "You cannot write in chat for now."),
        ("rename", {"name": "Ba Sáu"}, "The staff gave you another name: <bdi>Ba Sáu</bdi>."),
        ("end_log_ins", {}, "The staff logged you out everywhere."),
    ],
)
def test_an_act_in_the_back_office_is_read_by_whom_it_concerns(client, english, an, action, said, sentence):
    User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    act(client, action, an, reason="vì thế", **said)
    english.force_login(User.objects.get(pk=an.pk))
    page = english.get("/lobby/").content.decode()
    assert sentence in page and "vì thế" in page


def test_what_was_undone_is_said(told, an):
    sanctions.mute(by=None, whom=an)
    sanctions.unmute(by=None, whom=an)
    sanctions.ban(by=None, whom=an)
    sanctions.let_back_in(by=None, whom=an, reason="nhầm")
    page = told.get("/lobby/").content.decode()
    assert "You can write in chat again." in page and "You may play again." in page and "nhầm" in page


def test_a_notice_of_another_version_is_still_a_sentence(told, an):
    notices.tell(whom=an, kind="of_tomorrow", x=1)
    Notice.objects.create(whom=an, kind=ModAction.Act.RENAME, facts={})
    assert told.get("/lobby/").content.decode().count("The staff changed something about your account.") == 2


# --- muted ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("until", "sentence"),
    [(None, "You cannot write in chat any more."), (timedelta(days=3), "Until ")],
)
def test_who_is_muted_is_not_heard_and_learns_until_when(an, until, sentence):
    room = services.create_room(by=an, game="xidach")
    sanctions.mute(by=None, whom=an, until=until and timezone.now() + until)
    refusal = services.say(room_id=room.pk, by=an, text="chào")
    assert refusal.code == "muted"
    with translation.override("en"):
        assert refusal.sentence.startswith(sentence)
    User.objects.filter(pk=an.pk).update(muted_until=timezone.now())
    assert services.say(room_id=room.pk, by=an, text="chào").text == "chào"
