"""Moderators and admins: what each may, what neither may, and how one becomes one."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts import middleware, sanctions
from accounts.models import Appeal, ModAction, Report, User
from accounts.reports import services as services_of_reports
from accounts.reports.services import file_report
from lobby import services
from lobby.models import ChatLine, Room
from tests.accounts.conftest import PASSWORD
from tests.back_office import act, come_in

ROLES = ["Moderators", "Admins"]
LOOKS = {
    "accounts": {"user", "modaction", "appeal"},
    "lobby": {"room", "roomevent", "chatline"},
    "games": {"round", "move", "score", "standing", "suspicion"},
}


def make(name, *how):
    User.objects.create_user(name, password=PASSWORD)
    call_command("make_moderator", name, *how, verbosity=0)
    return User.objects.get(username=name)


@pytest.fixture
def moderator(db):
    return make("Cô Tư")


@pytest.fixture(params=ROLES)
def staff(request, client, db):
    """One of each, come in by the front door."""
    person = make("Cô Tư", *(["--admin"] if request.param == "Admins" else []))
    assert come_in(client, "cô tư").request["PATH_INFO"] == reverse("admin:index")
    return person


@pytest.fixture
def others(db):
    """Staff of each kind."""
    boss = User.objects.create_superuser("chủ nhà", password=PASSWORD)
    return [boss, make("Chú Năm"), make("Dì Ba", "--admin")]


# --- how one becomes one ----------------------------------------------------------------------


@pytest.mark.parametrize(("how", "group"), [((), "Moderators"), (("--admin",), "Admins")])
def test_a_command_makes_a_registered_person_staff(an, how, group):
    call_command("make_moderator", "AN", *how, verbosity=0)
    an.refresh_from_db()
    assert an.is_staff and not an.is_superuser and an.groups.get().name == group
    line = ModAction.objects.get()
    assert (line.act, line.by, line.whom, line.facts) == ("make_moderator", None, an, {"group": group})


@pytest.mark.slow
def test_one_is_in_one_of_the_groups_and_can_leave(client, an):
    for how in (["--admin"], []):
        call_command("make_moderator", "An", *how, verbosity=0)
    assert an.groups.get().name == "Moderators"
    come_in(client, "An")
    assert client.get(reverse("admin:index")).status_code == 200
    call_command("make_moderator", "An", "--undo", verbosity=0)
    an.refresh_from_db()
    assert not an.is_staff and not an.groups.exists()
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


@pytest.mark.parametrize("which", ["nobody", "guest", "banned"])
def test_who_cannot_be_one(an, khach, which):
    sanctions.ban(by=None, whom=an)
    name = {"nobody": "Ai Đó", "guest": khach.username, "banned": "An"}[which]
    with pytest.raises(CommandError):
        call_command("make_moderator", name, verbosity=0)
    assert not User.objects.filter(is_staff=True).exists()


def test_a_guest_may_be_found_by_a_command_that_takes_back(an):
    call_command("make_moderator", "An", verbosity=0)
    sanctions.ban(by=None, whom=an)
    call_command("make_moderator", "An", "--undo", verbosity=0)
    assert not User.objects.filter(is_staff=True).exists()


# --- what they may ----------------------------------------------------------------------------


def test_the_groups_have_the_rights_that_are_written_here_and_no_other(db):
    looks = {f"{app}.view_{model}" for app, models in LOOKS.items() for model in models}
    moderators = looks | {"accounts.moderate_user"}
    expected = {
        "Moderators": moderators,
        "Admins": moderators | {"accounts.add_user", "accounts.change_user"},
    }
    for name, rights in expected.items():
        given = Group.objects.get(name=name).permissions.values_list("content_type__app_label", "codename")
        assert {f"{app}.{codename}" for app, codename in given} == rights


@pytest.mark.slow
def test_the_groups_come_back_with_their_rights(db):
    Group.objects.all().delete()
    call_command("migrate", verbosity=0)
    assert {name: Group.objects.get(name=name).permissions.count() > 5 for name in ROLES} == dict.fromkeys(
        ROLES, True
    )


@pytest.mark.slow
def test_staff_do_every_act_from_the_page_they_come_in_by(client, staff, an, khach):
    for action in ("warn", "mute", "end_log_ins", "rename", "ban"):
        act(client, action, an, term="day", name="Ba Sáu")
    an.refresh_from_db()
    assert an.is_banned and an.is_muted and an.username == "Ba Sáu"
    for action in ("unmute", "let_back_in"):
        act(client, action, an)
    an.refresh_from_db()
    assert an.is_active and not an.is_muted
    assert {line.by for line in ModAction.objects.filter(whom=an)} == {staff}


@pytest.mark.slow
def test_staff_answer_an_appeal(client, staff, an):
    sanctions.ban(by=None, whom=an, reason="gian")
    door = Client()
    door.post(reverse("account_login"), {"login": "An", "password": PASSWORD})
    door.post(reverse("appeal"), {"text": "Không phải tôi."})
    assert "Không phải tôi." in client.get(reverse("admin:accounts_appeal_changelist")).content.decode()
    act(client, "let_back_in", Appeal.objects.get())
    assert User.objects.get(pk=an.pk).is_active


@pytest.mark.slow
@pytest.mark.parametrize("app", LOOKS)
def test_staff_look_at_what_they_moderate(client, staff, an, app):
    services.say(room_id=services.create_room(by=an, game="xidach").pk, by=an, text="chào")
    for model in LOOKS[app]:
        assert client.get(reverse(f"admin:{app}_{model}_changelist")).status_code == 200
    for row in (an, Room.objects.get(), ChatLine.objects.get()):
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
        assert client.get(reverse(name, args=[row.pk])).status_code == 200


@pytest.mark.slow
def test_a_moderator_sees_no_address_of_mail_and_sets_no_password(client, moderator, an):
    User.objects.filter(pk=an.pk).update(email="an@example.com")
    come_in(client, "Cô Tư")
    page = client.get(reverse("admin:accounts_user_change", args=[an.pk]))
    listing = client.get(reverse("admin:accounts_user_changelist"), {"q": "an"})
    for answer in (page, listing):
        assert answer.status_code == 200 and "an@example.com" not in answer.content.decode()
    assert client.get(reverse("admin:auth_user_password_change", args=[an.pk])).status_code == 403
    assert (
        client.post(reverse("admin:accounts_user_change", args=[an.pk]), {"email": "x@y.vn"}).status_code
        == 403
    )
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403


@pytest.mark.slow
def test_the_search_offers_what_it_answers(client, staff):
    listing = client.get(reverse("admin:accounts_user_changelist"), headers={"accept-language": "en"})
    sees_mail = staff.has_perm("accounts.change_user")
    assert listing.status_code == 200 and "How a name begins" in listing.content.decode()
    assert ("address of mail" in listing.content.decode()) == sees_mail


@pytest.mark.slow
def test_a_page_of_the_office_names_its_icon(client, staff):
    """Else each browser asks for one that is not there."""
    for page in ("admin:index", "admin:accounts_user_changelist"):
        icon = re.search(
            r'<link rel="icon" href="/static/([^"]+)"', client.get(reverse(page)).content.decode()
        )
        assert finders.find(icon[1])


@pytest.mark.slow
def test_a_question_about_an_address_of_mail_is_not_answered(client, moderator, an):
    """The number of rows that come back would be an answer."""
    User.objects.filter(pk=an.pk).update(email="an@example.com")
    come_in(client, "Cô Tư")
    listing = reverse("admin:accounts_user_changelist")
    for question in ({"q": "an@example.com"}, {"q": "example"}):
        assert not list(client.get(listing, question).context["cl"].result_list)
    for lookup in ("email__startswith", "email", "password__startswith", "emailaddress__email__startswith"):
        assert client.get(listing, {lookup: "a"}).status_code == 400


# --- nobody raises themselves -----------------------------------------------------------------


def rights_of(*people):
    rows = User.objects.filter(pk__in=[person.pk for person in people]).order_by("pk")
    ties = [(set(row.groups.all()), set(row.user_permissions.all())) for row in rows]
    return (
        list(rows.values()),
        ties,
        list(Group.objects.values()),
        [set(group.permissions.values_list("pk", flat=True)) for group in Group.objects.order_by("pk")],
    )


def every_field():
    """Each field of a person, set to what would give the most."""
    rights = {"groups": [group.pk for group in Group.objects.all()]}
    rights["user_permissions"] = [right.pk for right in Permission.objects.all()[:40]]
    names = [field.name for field in User._meta.get_fields() if getattr(field, "editable", True)]
    return dict.fromkeys(names, "on") | {"username": "Cô Tư Mới", "email": "co.tu@example.com"} | rights


def forms():
    """Each page of the back office that takes a form about a row, or a new one."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_add")
        for pk in model._default_manager.values_list("pk", flat=True)[:20]:
            yield from (reverse(f"{name}_{kind}", args=[pk]) for kind in ("change", "delete"))
    for pk in User.objects.values_list("pk", flat=True):
        yield reverse("admin:auth_user_password_change", args=[pk])


@pytest.mark.slow
def test_no_form_of_the_back_office_raises_anybody(client, staff, others, an):
    before, people = rights_of(staff, *others), [staff, *others]
    fields = every_field() | {
        "password1": "một mật khẩu khác",
        "password2": "một mật khẩu khác",
        "post": "yes",
    }
    addresses = list(forms())
    assert len(addresses) > 20
    for address in addresses:
        middleware.pages.clear()
        assert client.post(address, fields).status_code in (200, 302, 403, 404), address
        assert rights_of(*people) == before, address
    made = User.objects.exclude(pk__in=[person.pk for person in people])
    assert not made.filter(is_staff=True).exists() and not made.filter(is_superuser=True).exists()
    assert not [person for person in made if person.groups.exists() or person.user_permissions.exists()]


@pytest.mark.slow
def test_no_act_touches_staff_or_oneself(client, staff, others):
    before = rights_of(staff, *others)
    office = admin.site._registry[User]
    for action in [name for name, _says in office.get_action_choices(client.get("/admin/").wsgi_request)]:
        for person in (staff, *others):
            act(client, action or "warn", person, name="Ai Đó")
    assert rights_of(staff, *others) == before
    assert not ModAction.objects.exclude(act="make_moderator").exists()


@pytest.mark.slow
def test_the_way_of_settings_raises_nobody_either(client, staff):
    before = rights_of(staff)
    fields = every_field() | {
        "language": "en",
        "theme": "dark",
        "motion": "still",
        "deck": "four",
        "animal": "cat",
        "disc": "3",
    }
    assert client.post(reverse("settings"), fields).status_code == 302
    (after,), *rest = rights_of(staff)
    (was,), *others = before
    for name in ("is_staff", "is_superuser", "is_guest", "username", "email", "password"):
        assert after[name] == was[name]
    assert rest == others


# --- a person's page --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_of_a_person_says_what_was_done_and_said_of_them(client, staff, an, khach):
    file_report(by=khach, about=an, reason="abuse", text="nói tục", scene=None)
    sanctions.mute(by=staff, whom=an, reason="nói <tục>")
    page = client.get(reverse("admin:accounts_user_change", args=[an.pk])).content.decode()
    assert "nói &lt;tục&gt;" in page
    assert reverse("admin:accounts_report_change", args=[Report.objects.get().pk]) in page
    for action in ("warn", "mute", "unmute", "rename", "ban", "end_log_ins"):
        assert f'name="action" value="{action}"' in page


@pytest.mark.slow
def test_one_acts_from_the_page_and_comes_back_to_it(client, staff, an):
    page = reverse("admin:accounts_user_change", args=[an.pk])
    listing = reverse("admin:accounts_user_changelist")
    for action in ("mute", "unmute", "ban", "let_back_in"):
        chosen = {"action": action, "_selected_action": an.pk, "back": page}
        answer = client.post(listing, chosen)
        if answer.status_code == 200:
            answer = client.post(listing, chosen | {"reason": "vì thế", "apply": "1"})
        assert (answer.status_code, answer.url) == (302, page)
    assert [line.act for line in ModAction.objects.filter(whom=an)] == [
        "let_back_in",
        "ban",
        "unmute",
        "mute",
    ]


@pytest.mark.slow
def test_the_page_of_staff_and_ones_own_offer_no_act(client, staff, others):
    for person in (staff, *others):
        page = client.get(reverse("admin:accounts_user_change", args=[person.pk])).content.decode()
        assert 'name="action"' not in page


@pytest.mark.slow
def test_a_report_about_oneself_is_nowhere_to_be_seen(client, staff, others, an):
    """Nor what was done with it. A warning is no secret."""
    boss, colleague, _admin = others
    report = file_report(by=an, about=staff, reason="abuse", text="", scene=None)
    for deed in (services_of_reports.take, services_of_reports.dismiss):
        deed(report=report, by=colleague)
    sanctions.warn(by=boss, whom=staff, reason="nói tục")
    lines = {line.act: line for line in ModAction.objects.filter(whom=staff)}
    own, acts = reverse("admin:accounts_user_change", args=[staff.pk]), "admin:accounts_modaction_changelist"

    def seen_by(who):
        found = [line.act for line in who.get(own).context["acts"]]
        for asked in ({}, {"q": staff.username}, {"q": str(report.pk)}, {"kind__exact": "report"}):
            found += [line.act for line in who.get(reverse(acts), asked).context["cl"].result_list]
        return set(found) - {"make_moderator"}

    def opens(who, line):
        return who.get(reverse("admin:accounts_modaction_change", args=[line.pk])).status_code == 200

    assert seen_by(client) == {"warn"}
    assert opens(client, lines["warn"]) and not opens(client, lines["dismiss"])
    assert not client.get(own).context["reports"]
    for name in (colleague.username, boss.username):
        browser = Client()
        come_in(browser, name)
        assert seen_by(browser) == {"warn", "take", "dismiss"} and opens(browser, lines["dismiss"])
