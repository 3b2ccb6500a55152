"""What forms of staff change about accounts and rights: a line for good, and its person is told."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts import changes, groups
from accounts.models import ModAction, Notice, User
from tests.accounts.conftest import PASSWORD
from tests.back_office import act, come_in, page_of, send

NEW = "một mật khẩu khác"
NEW_PASSWORD = {"password1": NEW, "password2": NEW, "usable_password": "true"}
NO_PASSWORD = {"usable_password": "false", "unset-password": "1"}
ADD = "admin:accounts_user_add"


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    return boss


@pytest.fixture
def admin(client, db):
    """No superuser: looks after the accounts of players."""
    admin = User.objects.create_user("cô Tư", password=PASSWORD, is_staff=True)
    admin.groups.add(Group.objects.get(name=groups.ADMINS))
    come_in(client, "cô Tư")
    return admin


@pytest.fixture
def team(db):
    return Group.objects.create(name="tổ")


@pytest.fixture
def right(db):
    return Permission.objects.get(content_type__app_label="accounts", codename="view_user")


@pytest.fixture
def other_right(db):
    return Permission.objects.get(content_type__app_label="accounts", codename="view_appeal")


def password_page(person):
    return reverse("admin:auth_user_password_change", args=[person.pk])


def lines():
    """Each act, of whom and with which facts, oldest first."""
    rows = ModAction.objects.order_by("pk")
    return [(line.act, line.whom and line.whom.username, line.facts) for line in rows]


def told(person):
    return list(Notice.objects.filter(whom=person).order_by("pk").values_list("kind", flat=True))


# --- the form of a person ---------------------------------------------------------------------

OTHERS = {"is_guest": "on", "avatar": "dragon-3", "language": "vi"}
RIGHTS = {"is_staff", "is_superuser", "groups", "user_permissions"}


@pytest.mark.slow
def test_no_field_is_forgotten_here(client, boss, an):
    fields = set(client.get(page_of(an)).context["adminform"].form.fields) - {"password"}
    assert fields == set(OTHERS) | RIGHTS | {"email"}


@pytest.mark.slow
@pytest.mark.parametrize("field", OTHERS)
def test_each_field_that_is_changed_is_on_record(client, boss, an, field):
    send(client, an, **{field: OTHERS[field]})
    line = ModAction.objects.get()
    assert (line.by, line.whom, line.kind, line.target) == (boss, an, "person", str(an.pk))
    assert lines() == [("edit", "An", {"fields": [field]})]
    assert told(an) == ["edit"]


@pytest.mark.slow
def test_so_is_the_mail_and_not_which(client, boss, an):
    send(client, an, email="an@example.com")
    an.refresh_from_db()
    assert an.email == "an@example.com"
    assert lines() == [("change_mail", "An", {"fields": ["email"]})] and told(an) == ["change_mail"]


@pytest.mark.slow
@pytest.mark.parametrize("flag", ["is_staff", "is_superuser"])
def test_a_flag_is_given_and_taken(client, boss, an, flag):
    send(client, an, **{flag: "on"})
    send(client, an, **{flag: None})
    facts = {"fields": [flag]}
    assert lines() == [("give_rights", "An", facts), ("take_rights", "An", facts)]
    assert told(an) == ["give_rights", "take_rights"]


@pytest.mark.slow
def test_groups_and_permissions_are_named(client, boss, an, team, right):
    send(client, an, groups=[team.pk], user_permissions=[right.pk])
    send(client, an, groups=[], user_permissions=[right.pk])
    given = {"groups": ["tổ"], "permissions": ["accounts.view_user"]}
    assert lines() == [("give_rights", "An", given), ("take_rights", "An", {"groups": ["tổ"]})]
    assert told(an) == ["give_rights", "take_rights"]


@pytest.mark.slow
def test_all_at_once_is_a_line_of_each_kind(client, boss, an, team, right):
    an.groups.add(team)
    send(
        client,
        an,
        is_staff="on",
        groups=[],
        user_permissions=[right.pk],
        email="an@example.com",
        language="vi",
    )
    assert lines() == [
        ("give_rights", "An", {"fields": ["is_staff"], "permissions": ["accounts.view_user"]}),
        ("take_rights", "An", {"groups": ["tổ"]}),
        ("change_mail", "An", {"fields": ["email"]}),
        ("edit", "An", {"fields": ["language"]}),
    ]


@pytest.mark.slow
def test_an_admin_is_on_record_as_well(client, admin, an):
    send(client, an, email="an@example.com")
    assert client.post(reverse(ADD), {"username": "Bình", **NEW_PASSWORD}).status_code == 302
    assert lines() == [("change_mail", "An", {"fields": ["email"]}), ("make_person", "Bình", {})]
    assert {line.by for line in ModAction.objects.all()} == {admin}
    assert told(User.objects.get(username="Bình")) == ["make_person"]


# --- passwords --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("said", [NEW_PASSWORD, NO_PASSWORD], ids=["set", "taken"])
def test_a_password_that_staff_set_is_told(client, boss, an, said):
    assert client.post(password_page(an), said).status_code == 302
    an.refresh_from_db()
    assert not an.check_password(PASSWORD)
    assert lines() == [("set_password", "An", {})] and told(an) == ["set_password"]


@pytest.mark.slow
def test_a_password_that_was_refused_is_not(client, boss, an):
    assert client.get(password_page(an)).status_code == 200
    assert client.post(password_page(an), NEW_PASSWORD | {"password2": "khác"}).status_code == 200
    assert client.post(password_page(an), {"usable_password": "false"}).status_code == 302
    assert client.post(reverse("admin:auth_user_password_change", args=[0]), NEW_PASSWORD).status_code == 404
    an.refresh_from_db()
    assert an.check_password(PASSWORD) and lines() == [] and told(an) == []


# --- groups -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_group_that_is_made(client, boss, right):
    client.post(reverse("admin:auth_group_add"), {"name": "tổ", "permissions": [right.pk]})
    team = Group.objects.get(name="tổ")
    assert lines() == [("give_rights", None, {"group": "tổ", "permissions": ["accounts.view_user"]})]
    line = ModAction.objects.get()
    assert (line.by, line.kind, line.target) == (boss, "group", str(team.pk))


@pytest.mark.slow
def test_what_a_group_may_is_on_record_and_its_members_are_told(client, boss, an, team, right, other_right):
    an.groups.add(team)
    team.permissions.add(right)
    send(client, team, permissions=[other_right.pk])
    assert lines() == [
        ("give_rights", None, {"group": "tổ", "permissions": ["accounts.view_appeal"]}),
        ("take_rights", None, {"group": "tổ", "permissions": ["accounts.view_user"]}),
    ]
    assert told(an) == ["give_rights", "take_rights"] and told(boss) == []


@pytest.mark.slow
def test_what_it_is_called_is_nobodys_right(client, boss, an, team):
    an.groups.add(team)
    send(client, team, name="tổ hai")
    assert lines() == [("rename", None, {"before": "tổ", "after": "tổ hai"})] and told(an) == []


def deletes_on_its_page(client, row):
    page = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_delete", args=[row.pk])
    assert client.post(page, {"post": "yes"}).status_code == 302


def deletes_in_the_list(client, row):
    listing = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
    ticked = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    assert client.post(listing, ticked).status_code == 302


BOTH_WAYS = pytest.mark.parametrize("delete", [deletes_on_its_page, deletes_in_the_list])


@pytest.mark.slow
@BOTH_WAYS
def test_a_group_that_is_deleted_takes_its_rights(client, boss, an, team, right, delete):
    an.groups.add(team)
    team.permissions.add(right)
    delete(client, team)
    assert not Group.objects.filter(pk=team.pk).exists()
    assert lines() == [
        ("take_rights", "An", {"groups": ["tổ"]}),
        ("take_rights", None, {"group": "tổ", "permissions": ["accounts.view_user"]}),
    ]
    assert told(an) == ["take_rights"]


# --- addresses of mail ------------------------------------------------------------------------


@pytest.fixture
def mail(an):
    return EmailAddress.objects.create(user=an, email="an@example.com", primary=False, verified=False)


@pytest.mark.slow
def test_an_address_that_is_added(client, boss, an):
    said = {"user": an.pk, "email": "moi@example.com", "verified": "on"}
    assert client.post(reverse("admin:account_emailaddress_add"), said).status_code == 302
    assert [line[:2] for line in lines()] == [("change_mail", "An")] and told(an) == ["change_mail"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value"), [("email", "moi@example.com"), ("verified", "on"), ("primary", "on")]
)
def test_each_field_of_an_address(client, boss, an, mail, field, value):
    send(client, mail, **{field: value})
    assert lines() == [("change_mail", "An", {"fields": [field]})] and told(an) == ["change_mail"]


@pytest.mark.slow
def test_an_address_that_goes_to_somebody_else_is_told_to_both(client, boss, an, khach, mail):
    send(client, mail, user=khach.pk)
    assert sorted(line[1] for line in lines()) == sorted(["An", khach.username])
    assert told(an) == told(khach) == ["change_mail"]


@pytest.mark.slow
@BOTH_WAYS
def test_an_address_that_is_deleted(client, boss, an, mail, delete):
    delete(client, mail)
    assert not EmailAddress.objects.exists()
    assert [line[:2] for line in lines()] == [("change_mail", "An")] and told(an) == ["change_mail"]


@pytest.mark.slow
def test_an_address_that_is_confirmed_by_the_house(client, boss, an, mail):
    act(client, "make_verified", mail)
    act(client, "make_verified", mail)
    mail.refresh_from_db()
    assert mail.verified
    assert [line[:2] for line in lines()] == [("change_mail", "An")] and told(an) == ["change_mail"]


# --- of all of them ---------------------------------------------------------------------------


@pytest.mark.slow
def test_what_changes_nothing_writes_nothing(client, boss, an, team, right, mail):
    User.objects.filter(pk=an.pk).update(email="an@example.com", is_staff=True)
    an.groups.add(team)
    an.user_permissions.add(right)
    team.permissions.add(right)
    for row in (an, team, mail):
        send(client, row)
    assert client.post(reverse(ADD), {"username": "An", **NEW_PASSWORD}).status_code == 200
    assert lines() == [] and not Notice.objects.exists()


@pytest.mark.slow
def test_no_line_holds_a_password_or_an_address(client, boss, an, mail):
    client.post(password_page(an), NEW_PASSWORD)
    send(client, an, email="moi@example.com")
    send(client, mail, email="kia@example.com")
    client.post(reverse(ADD), {"username": "Bình", **NEW_PASSWORD})
    rows = [*ModAction.objects.values(), *Notice.objects.values()]
    text = json.dumps(rows, default=str, ensure_ascii=False)
    assert len(rows) == 8 and "@" not in text and NEW not in text and "argon2" not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        lambda client, an, team, mail: send(client, an, is_superuser="on", groups=[team.pk]),
        lambda client, an, team, mail: client.post(password_page(an), NEW_PASSWORD),
        lambda client, an, team, mail: client.post(reverse(ADD), {"username": "Bình", **NEW_PASSWORD}),
        lambda client, an, team, mail: deletes_in_the_list(client, team),
        lambda client, an, team, mail: deletes_on_its_page(client, team),
        lambda client, an, team, mail: send(client, team, name="tổ hai"),
        lambda client, an, team, mail: send(client, mail, verified="on"),
        lambda client, an, team, mail: deletes_in_the_list(client, mail),
        lambda client, an, team, mail: act(client, "make_verified", mail),
    ],
)
def test_without_its_line_nothing_is_changed(client, boss, an, team, mail, monkeypatch, change):
    def everything():
        tables = (User, Group, EmailAddress, Notice, User.groups.through)
        return [list(table.objects.order_by("pk").values()) for table in tables]

    class Full(Exception):
        pass

    def fails(**said):
        raise Full

    monkeypatch.setattr(changes, "record", fails)
    before = everything()
    with pytest.raises(Full):
        change(client, an, team, mail)
    assert everything() == before


SAID = {
    "en": {
        "make_person": "The staff made this account for you.",
        "change_mail": "The staff changed the mail address of your account.",
        "set_password": "The staff changed your password.",
        "give_rights": "The staff gave you rights in the back office.",
        "take_rights": "The staff took rights in the back office from you.",
    },
    "vi": {
        "make_person": "Ban điều hành đã tạo tài khoản này cho bạn.",
        "change_mail": "Ban điều hành đã đổi địa chỉ email của tài khoản bạn.",
        "set_password": "Ban điều hành đã đổi mật khẩu của bạn.",
        "give_rights": "Ban điều hành đã trao cho bạn quyền trong trang quản trị.",
        "take_rights": "Ban điều hành đã thu lại quyền của bạn trong trang quản trị.",
    },
    "zh-hans": {
        "make_person": "管理员为你创建了这个账号。",
        "change_mail": "管理员更改了你账号的邮箱地址。",
        "set_password": "管理员更改了你的密码。",
        "give_rights": "管理员授予了你后台权限。",
        "take_rights": "管理员收回了你的后台权限。",
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("language", SAID)
def test_it_is_said_in_the_language_of_whom_it_concerns(client, boss, language):
    client.post(reverse(ADD), {"username": "Bình", **NEW_PASSWORD})
    binh = User.objects.get(username="Bình")
    User.objects.filter(pk=binh.pk).update(language=language)
    send(client, binh, is_staff="on")
    send(client, binh, is_staff=None, email="binh@example.com")
    client.post(password_page(binh), NEW_PASSWORD)
    reader = Client()
    reader.force_login(User.objects.get(pk=binh.pk))
    page = reader.get("/lobby/").content.decode()
    assert [kind for kind, sentence in SAID[language].items() if sentence not in page] == []


@pytest.mark.slow
def test_the_page_of_a_person_shows_the_lines_to_a_superuser(boss, an):
    office = Client(headers={"accept-language": "en"})
    come_in(office, "chu nha")
    send(office, an, is_superuser="on", email="an@example.com", language="vi")
    send(office, an, is_superuser=None)
    office.post(password_page(an), NEW_PASSWORD)
    page = office.get(page_of(an)).content.decode().partition("What staff did")[2]
    for line in (
        "Rights given",
        "Rights taken",
        "Mail address changed",
        "Account edited",
        "Password changed",
    ):
        assert f"<td>{line}</td><td><bdi>chu nha</bdi></td>" in page
    given = ModAction.objects.get(act="give_rights")
    assert "is_superuser" in office.get(page_of(given)).content.decode()
