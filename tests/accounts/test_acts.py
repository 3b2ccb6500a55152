"""What staff do about people: through the back office, on record for good, and over when its term is."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from accounts import sanctions
from accounts.logins import going_on
from accounts.models import FOR_GOOD, ModAction, User
from tests.accounts.conftest import PASSWORD
from tests.back_office import act, come_in

LIST = "admin:accounts_modaction_changelist"


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    return boss


def again(person):
    return User.objects.get(pk=person.pk)


# --- the page that asks -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("action", ["warn", "mute", "ban", "rename", "end_log_ins"])
def test_an_act_asks_first_and_does_nothing_without_a_reason(client, boss, an, action):
    before = User.objects.values().get(pk=an.pk)
    page = client.post(
        reverse("admin:accounts_user_changelist"), {"action": action, "_selected_action": [an.pk]}
    )
    assert page.status_code == 200 and page.context["rows"] == [an]
    refused = act(client, action, an, reason=" ", name="Ba Sáu")
    assert list(refused.context["form"].errors) == ["reason"]
    assert User.objects.values().get(pk=an.pk) == before and not ModAction.objects.exists()


def test_a_warning_leaves_its_line_and_nothing_else(client, boss, an):
    before = User.objects.values().get(pk=an.pk)
    act(client, "warn", an, reason="nói tục")
    line = ModAction.objects.get()
    assert (line.by, line.act, line.kind, line.target) == (boss, "warn", "person", str(an.pk))
    assert (line.whom, line.reason, line.until) == (an, "nói tục", None)
    assert User.objects.values().get(pk=an.pk) == before | {"has_notice": True}


@pytest.mark.slow
def test_nothing_said_of_when_it_ends_means_for_good(client, boss, an):
    act(client, "mute", an, until="")
    act(client, "ban", an, until="")
    assert (again(an).muted_until, again(an).banned_until) == (FOR_GOOD, FOR_GOOD)
    assert list(ModAction.objects.values_list("act", "until")) == [("ban", None), ("mute", None)]


@pytest.mark.slow
@pytest.mark.parametrize("written", ["%Y-%m-%dT%H:%M:%S+00:00", "%Y-%m-%dT%H:%M:%SZ"])
def test_a_moment_may_be_named(client, boss, an, written):
    end = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    act(client, "ban", an, until=end.strftime(written))
    assert again(an).banned_until == ModAction.objects.get().until == end


@pytest.mark.slow
def test_a_moment_without_a_zone_is_the_houses(client, boss, an):
    end = timezone.localtime().replace(second=0, microsecond=0) + timedelta(days=3)
    act(client, "mute", an, until=end.strftime("%Y-%m-%dT%H:%M"))
    assert again(an).muted_until == end


@pytest.mark.slow
@pytest.mark.parametrize(("term", "length"), [("hour", 3600), ("day", 86_400), ("week", 7 * 86_400)])
def test_usual_terms_are_one_tap(client, boss, an, term, length):
    act(client, "mute", an, term=term)
    left = again(an).muted_until - timezone.now()
    assert timedelta(seconds=length - 60) < left <= timedelta(seconds=length)


def asked_how_long(client, person):
    """The radios of the page that asks, as a browser shows them."""
    chosen = {"action": "ban", "_selected_action": [person.pk]}
    page = client.post(reverse("admin:accounts_user_changelist"), chosen).content.decode()
    return re.findall(r'<input type="radio" name="term"[^>]*>', page)


@pytest.mark.slow
def test_how_long_is_chosen_and_nothing_is_chosen_before(client, boss, an):
    radios = asked_how_long(client, an)
    values = [re.search(r'value="(\w*)"', radio)[1] for radio in radios]
    assert values == ["hour", "day", "week", "moment", "good"]
    assert all("required" in radio and "checked" not in radio for radio in radios)


@pytest.mark.slow
def test_for_good_is_one_of_them(client, boss, an):
    act(client, "ban", an, term="good", until="")
    assert (again(an).banned_until, ModAction.objects.get().until) == (FOR_GOOD, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("term", "days"), [("moment", None), ("good", 3), ("day", 3), ("moment", -1), ("week", -1)]
)
def test_a_moment_that_does_not_go_with_what_is_chosen_is_asked_about(client, boss, an, term, days):
    until = "" if days is None else (timezone.now() + timedelta(days=days)).isoformat(timespec="seconds")
    refused = act(client, "ban", an, term=term, until=until)
    assert refused.status_code == 200 and list(refused.context["form"].errors) == ["until"]
    assert len(refused.context["form"].errors["until"]) == 1
    assert again(an).is_active


@pytest.mark.slow
@pytest.mark.parametrize(
    "until",
    ["2020-01-01T00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "gà", "2026-02-31"],
)
def test_a_moment_that_cannot_be_is_refused(client, boss, an, until):
    refused = act(client, "ban", an, until=until)
    assert refused.status_code == 200 and list(refused.context["form"].errors) == ["until"]
    assert again(an).is_active


@pytest.mark.slow
def test_one_person_is_renamed_at_a_time(client, boss, an, khach):
    act(client, "rename", an, khach, name="Ba Sáu")
    assert not ModAction.objects.exists() and again(an).username == "An"


# --- what is done -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_ban_ends_by_itself(boss, an):
    now = timezone.now()
    sanctions.ban(by=boss, whom=an, reason="vì thế", until=now + timedelta(hours=1))
    assert sanctions.end_terms(now + timedelta(minutes=59)) == 0
    assert again(an).is_banned
    User.objects.filter(pk=an.pk).update(banned_until=now)
    assert sanctions.end_terms(timezone.now()) == 1
    assert again(an).is_active and not again(an).is_banned
    line = ModAction.objects.first()
    assert (line.act, line.by, line.whom) == ("let_back_in", None, an), "the house itself did it"
    assert sanctions.end_terms(timezone.now()) == 0


def test_a_later_ban_is_the_one_that_counts(an):
    now = timezone.now()
    for hours, reason in ((1, "nói tục"), (3, "gian")):
        sanctions.ban(by=None, whom=an, reason=reason, until=now + timedelta(hours=hours))
    assert sanctions.ban_in_force(again(an)).reason == "gian"
    assert sanctions.end_terms(now + timedelta(hours=2)) == 0
    sanctions.let_back_in(by=None, whom=an)
    assert sanctions.ban_in_force(again(an)) is None


def test_a_ban_made_meanwhile_is_not_lifted_by_the_clock(an):
    sanctions.ban(by=None, whom=an, until=timezone.now())
    as_it_was = again(an)
    sanctions.ban(by=None, whom=an, until=timezone.now() + timedelta(hours=1))
    assert not sanctions.let_in_if_over(as_it_was)
    assert again(an).is_banned


def test_so_it_does_at_the_door(client, an):
    sanctions.ban(by=None, whom=an, until=timezone.now() + timedelta(hours=1))
    fields = {"login": "An", "password": PASSWORD}
    client.post(reverse("account_login"), fields)
    assert "_auth_user_id" not in client.session
    User.objects.filter(pk=an.pk).update(banned_until=timezone.now())
    assert client.post(reverse("account_login"), fields).status_code == 302
    assert client.session["_auth_user_id"] == str(an.pk)


def test_who_closed_an_account_is_not_let_back_in_by_the_clock(boss, an):
    User.objects.filter(pk=an.pk).update(is_active=False)
    assert sanctions.end_terms(timezone.now()) == 0
    sanctions.let_back_in(by=boss, whom=an)
    assert not again(an).is_active and not ModAction.objects.exists()


@pytest.mark.slow
def test_a_closed_account_is_not_banned(client, boss, an):
    User.objects.filter(pk=an.pk).update(is_active=False)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert "An: This account is closed." in act(client, "ban", an, until="").content.decode()
    assert not again(an).is_banned and not ModAction.objects.exists()


def test_a_mute_is_over_when_it_is(an):
    sanctions.mute(by=None, whom=an, until=timezone.now() + timedelta(hours=1))
    assert again(an).is_muted
    User.objects.filter(pk=an.pk).update(muted_until=timezone.now())
    assert not again(an).is_muted


@pytest.mark.slow
def test_a_mute_is_taken_back(client, boss, an):
    act(client, "mute", an)
    assert again(an).is_muted
    act(client, "unmute", an)
    assert not again(an).is_muted
    assert [line.act for line in ModAction.objects.all()] == ["unmute", "mute"]


@pytest.mark.slow
def test_all_log_ins_end_and_one_may_log_in_again(client, an, boss, english):
    english.force_login(an)
    settings_page = reverse("settings")
    assert english.get(settings_page).status_code == 200
    act(client, "end_log_ins", an)
    assert english.get(settings_page).status_code == 302
    english.force_login(again(an))
    assert english.get(settings_page).status_code == 200


def test_of_log_ins_that_have_ended_no_session_is_left(client, an, khach):
    """Where a hint is lost, open sockets look for the session."""
    client.post(reverse("account_login"), {"login": "An", "password": PASSWORD})
    key = client.session.session_key
    assert going_on([key]) == {key}
    sanctions.end_log_ins(by=None, whom=an)
    assert going_on([key]) == set()


def test_nobody_acts_upon_staff_or_upon_themselves_whoever_calls(an, khach):
    staff = User.objects.create_user("cô Tư", password=PASSWORD, is_staff=True)
    for whom in (
        staff,
        User.objects.create_superuser("chủ nhà"),
        User.objects.create_user("x", is_staff=True),
    ):
        with pytest.raises(PermissionDenied):
            sanctions.ban(by=staff, whom=whom)
    with pytest.raises(PermissionDenied):
        sanctions.warn(by=an, whom=an, reason="")
    assert not ModAction.objects.exists()


# --- its list ---------------------------------------------------------------------------------


@pytest.fixture
def many(boss, an, khach):
    lines = [
        ModAction(act="look", kind="round", target=str(n), whom=an if n % 2 else khach) for n in range(120)
    ]
    return ModAction.objects.bulk_create(lines)


def targets(answer):
    return [int(line.target) for line in answer.context["cl"].result_list]


@pytest.mark.slow
def test_acts_are_paged_through_by_key_both_ways(client, many):
    first = client.get(reverse(LIST))
    assert targets(first) == list(range(119, 69, -1)) and first.context["cl"].newer is None
    second = client.get(reverse(LIST) + first.context["cl"].older)
    third = client.get(reverse(LIST) + second.context["cl"].older)
    assert targets(second) == list(range(69, 19, -1)) and targets(third) == list(range(19, -1, -1))
    assert third.context["cl"].older is None
    assert targets(client.get(reverse(LIST) + third.context["cl"].newer)) == targets(second)
    back = client.get(reverse(LIST) + second.context["cl"].newer)
    assert targets(back) == targets(first) and back.context["cl"].newer is None


@pytest.mark.slow
def test_nothing_is_counted(client, many, django_assert_max_num_queries):
    with django_assert_max_num_queries(12) as asked:
        client.get(reverse(LIST))
    assert not [query["sql"] for query in asked if "COUNT(" in query["sql"]]


@pytest.mark.slow
@pytest.mark.parametrize("begin", ["x", "-1", "9" * 30, "", "²"])
def test_a_page_may_be_asked_to_begin_anywhere(client, many, begin):
    assert client.get(reverse(LIST), {"before": begin}).status_code == 200
    assert client.get(reverse(LIST), {"after": begin}).status_code == 200


@pytest.mark.slow
def test_acts_are_found_by_name_and_by_id(client, many, boss, an):
    found = client.get(reverse(LIST), {"q": " AN "})
    assert targets(found) == list(range(119, 19, -2))
    assert targets(client.get(reverse(LIST) + found.context["cl"].older)) == list(range(19, 0, -2))
    assert targets(client.get(reverse(LIST), {"q": "17"})) == [17]
    assert targets(client.get(reverse(LIST), {"q": "nobody at all"})) == []


@pytest.mark.slow
def test_what_is_found_in_several_ways_comes_once_and_in_order(client, boss, an, khach):
    """Done by An, done to An, both, and neither; in pages, forth and back."""
    ways = [{"by": an}, {"whom": an}, {"by": an, "whom": an}, {"by": khach}]
    ModAction.objects.bulk_create(
        ModAction(act="look", kind="round", target=str(n), **ways[n % 4]) for n in range(200)
    )
    wanted = [n for n in reversed(range(200)) if n % 4 != 3]
    first = client.get(reverse(LIST), {"q": "An"})
    second = client.get(reverse(LIST) + first.context["cl"].older)
    third = client.get(reverse(LIST) + second.context["cl"].older)
    assert [targets(page) for page in (first, second, third)] == [wanted[:50], wanted[50:100], wanted[100:]]
    assert third.context["cl"].older is None
    assert targets(client.get(reverse(LIST) + third.context["cl"].newer)) == wanted[50:100]
