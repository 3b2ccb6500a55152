"""Whoever has taken reports and may look into none any more has them no longer: all wait again."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.utils import timezone

from accounts import closing, groups, sanctions
from accounts.models import ModAction, Report, User
from accounts.reports import services, takers
from tests.back_office import PASSWORD, act, come_in, filled_in, page_of, send
from tests.plans import asked, scans


def filed(by, about):
    return services.file_report(by=by, about=about, reason="abuse", text="", scene=None)


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu", password=PASSWORD)
    come_in(client, "chu")
    return boss


@pytest.fixture
def taker(boss):
    User.objects.create_user("Cô Tư", password=PASSWORD)
    call_command("make_moderator", "Cô Tư", verbosity=0)
    return User.objects.get(username="Cô Tư")


@pytest.fixture
def reports(taker, an, binh, khach):
    """Two about one person, and one apart; all of them taken."""
    reports = [filed(an, binh), filed(khach, binh), filed(an, khach)]
    for report in (reports[0], reports[2]):
        services.take(report=report, by=taker)
    assert standing() == {("taken", taker.pk)}
    return reports


def standing():
    return set(Report.objects.values_list("status", "taken_by"))


def undo(client, taker):
    call_command("make_moderator", "Cô Tư", "--undo", verbosity=0)


def banned(client, taker):
    act(client, "ban", taker, term="day")


def no_staff(client, taker):
    send(client, taker, is_staff=None)


def no_group(client, taker):
    send(client, taker, groups=None)


def no_right(client, taker):
    group = Group.objects.get(name=groups.MODERATORS)
    right = Permission.objects.get(codename="moderate_user")
    send(client, group, permissions=[pk for pk in filled_in(client, group)["permissions"] if pk != right.pk])


def group_deleted(client, taker):
    client.post(
        page_of(Group.objects.get(name=groups.MODERATORS)).replace("change", "delete"), {"post": "yes"}
    )


def closed(client, taker):
    User.objects.filter(pk=taker.pk).update(is_staff=False, closes_at=timezone.now())
    assert standing() == {("taken", taker.pk)}, "nobody was told of that"
    assert list(closing.close(taker.pk))


WAYS = [undo, banned, no_staff, no_group, no_right, group_deleted, closed]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_whoever_loses_the_right_gives_all_of_it_back(client, boss, taker, reports, way):
    way(client, taker)
    assert standing() == {("new", None)}
    waiting = Report.objects.waiting_for(boss).values_list("pk", flat=True)
    assert set(waiting) == {reports[0].pk, reports[2].pk}, "the second is gathered under the first"
    lines = ModAction.objects.filter(act="give_back", kind="report")
    assert sorted(lines.values_list("target", "by")) == sorted((str(one.pk), None) for one in reports)


@pytest.mark.slow
def test_what_was_answered_stays_so(client, taker, reports):
    services.resolve(report=reports[0], by=taker)
    undo(client, taker)
    states = list(Report.objects.order_by("pk").values_list("status", "taken_by"))
    assert states == [("resolved", taker.pk), ("resolved", taker.pk), ("new", None)]


@pytest.mark.slow
def test_who_keeps_the_right_keeps_them(client, boss, taker, reports):
    send(client, taker, email="co.tu@example.com")
    call_command("make_moderator", "Cô Tư", "--admin", verbosity=0)
    services.take(report=reports[2], by=boss)
    undo(client, taker)
    assert dict(Report.objects.values_list("pk", "taken_by"))[reports[2].pk] == boss.pk, "it is another's"


@pytest.mark.slow
def test_who_lost_the_right_a_moment_ago_takes_nothing(client, taker, an, binh):
    report = filed(an, binh)
    undo(client, taker)
    assert services.take(report=report, by=taker) == []
    assert standing() == {("new", None)}


@pytest.mark.slow
def test_a_new_report_is_not_laid_into_the_hands_of_nobody(client, boss, taker, reports, cai, binh):
    """However the right went: here without a word to anybody."""
    User.objects.filter(pk=taker.pk).update(is_staff=False)
    report = filed(cai, binh)
    assert (report.status, report.taken_by, report.gathered_under) == ("new", None, reports[0])
    assert standing() == {("new", None)}, "and those that lay there wait again"


@pytest.mark.slow
def test_what_another_took_apart_waits_on_after_the_answer(client, boss, taker, an, binh, khach):
    first, apart = filed(an, binh), filed(khach, binh)
    services.take(report=apart, by=taker)
    User.objects.filter(pk=taker.pk).update(is_staff=False)
    services.resolve(report=first, by=boss)
    apart.refresh_from_db()
    assert (apart.status, apart.taken_by, apart.gathered_under) == ("new", None, None)


# --- given back ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_who_took_it_by_mistake_gives_it_back(client, boss, an, binh, khach):
    """With all that is gathered under it, and a line for each; from its page, where it is offered then."""
    first, second = filed(an, binh), filed(khach, binh)
    assert 'value="give_back"' not in client.get(page_of(first)).content.decode()
    act(client, "take", first)
    assert 'value="give_back"' in client.get(page_of(first)).content.decode()
    act(client, "give_back", first)
    assert standing() == {("new", None)}
    assert list(Report.objects.waiting_for(boss)) == [first]
    lines = ModAction.objects.filter(kind="report").order_by("pk").values_list("act", "target", "by")
    both = [str(first.pk), str(second.pk)]
    assert list(lines) == [(done, one, boss.pk) for done in ("take", "give_back") for one in both]
    act(client, "give_back", first)
    assert ModAction.objects.filter(act="give_back").count() == 2, "what waits is not given back"


@pytest.mark.slow
def test_a_moderator_gives_back_as_well(client, boss, taker, reports):
    client.logout()
    come_in(client, "Cô Tư")
    act(client, "give_back", *reports)
    assert standing() == {("new", None)}
    assert set(ModAction.objects.filter(act="give_back").values_list("by", flat=True)) == {taker.pk}


@pytest.mark.slow
def test_what_is_anothers_or_answered_is_nobodys_to_give_back(client, boss, taker, reports):
    services.resolve(report=reports[2], by=boss)
    act(client, "give_back", *reports)
    assert 'value="give_back"' not in client.get(page_of(reports[0])).content.decode()
    states = list(Report.objects.order_by("pk").values_list("status", "taken_by"))
    assert states == [("taken", taker.pk), ("taken", taker.pk), ("resolved", boss.pk)]
    assert not ModAction.objects.filter(act="give_back").exists()


@pytest.mark.slow
def test_what_the_taker_wrote_joins_those_and_comes_back_with_them(client, boss, taker, reports, binh):
    own = filed(taker, binh)
    assert (own.status, own.taken_by) == ("taken", taker)
    assert own in services.give_back(report=reports[0], by=taker)
    own.refresh_from_db()
    assert (own.status, own.taken_by) == ("new", None)


# --- left lying -------------------------------------------------------------------------------


def night(**later):
    return sum(count for _what, count in takers.release_left(timezone.now() + timedelta(**later)))


@pytest.mark.slow
def test_what_nobody_touches_for_a_week_waits_again(client, boss, taker, reports):
    assert night(days=6, hours=23) == 0 and standing() == {("taken", taker.pk)}
    assert night(days=7, hours=1) == 3
    assert standing() == {("new", None)}
    assert set(Report.objects.waiting_for(taker)) == set(Report.objects.waiting_for(boss))
    assert set(ModAction.objects.filter(act="give_back").values_list("by", flat=True)) == {None}
    assert night(days=30) == 0


@pytest.mark.slow
def test_the_note_of_its_taker_touches_a_report(client, boss, taker, reports):
    Report.objects.update(touched_at=timezone.now() - timedelta(days=8))
    client.post(page_of(reports[0]), {"note": "của người khác"})
    client.logout()
    come_in(client, "Cô Tư")
    client.post(page_of(reports[2]), {"note": "đang xem"})
    assert night() == 2
    assert list(Report.objects.filter(status="taken")) == [reports[2]]


@pytest.mark.slow
def test_at_night_nothing_is_in_the_hands_of_nobody(client, taker, reports):
    User.objects.filter(pk=taker.pk).update(is_active=False)
    Report.objects.filter(pk=reports[2].pk).update(taken_by=None)
    assert night() == 3 and standing() == {("new", None)}


@pytest.mark.slow
def test_they_are_found_by_their_keys(client, taker, reports):
    with asked() as statements:
        sanctions.ban(by=None, whom=taker)
    assert scans(statements) == []
