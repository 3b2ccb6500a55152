"""Staff cannot raise themselves: every form, every field that gives rights, every act, upon everybody."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import groups, middleware
from accounts.models import User
from tests.back_office import said_by

pytestmark = pytest.mark.slow

NAME_OF = {"own": "Tư", "colleague": "Năm", "boss": "Chủ Quán", "player": "An"}


@pytest.fixture(params=[groups.MODERATORS, groups.ADMINS, "all permissions"])
def staff(request, world):
    """A browser of one of the staff; a colleague and a superuser are there too."""
    for who in NAME_OF.values():
        User.objects.get_or_create(username=who, defaults={"email": f"{len(who)}@example.com"})
    User.objects.filter(username__in=[NAME_OF["own"], NAME_OF["colleague"], NAME_OF["boss"]]).update(
        is_staff=True
    )
    User.objects.filter(username=NAME_OF["boss"]).update(is_superuser=True)
    own = User.objects.get(username=NAME_OF["own"])
    if request.param == "all permissions":
        own.user_permissions.set(Permission.objects.all())
    else:
        own.groups.add(Group.objects.get(name=request.param))
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(own)
    browser.own = own
    return browser


def people():
    return {key: User.objects.get(username=name) for key, name in NAME_OF.items()}


def rights():
    """What makes somebody staff, and what would let another in as them."""
    return {
        user.pk: (
            user.username, user.is_staff, user.is_superuser, user.is_active, user.muted_until, user.email,
            user.password, sorted(user.groups.values_list("pk")),
            sorted(user.user_permissions.values_list("pk")),
        )
        for user in User.objects.filter(is_staff=True) | User.objects.filter(is_superuser=True)
    }  # fmt: skip


def may():
    return list(Group.objects.order_by("pk").values_list("name", "permissions")), EmailAddress.objects.count()


def everything_wanted(**more):
    return {
        "is_staff": "on", "is_superuser": "on", "is_active": "on",
        "groups": [group.pk for group in Group.objects.all()],
        "user_permissions": list(Permission.objects.values_list("pk", flat=True)[:20]),
        "permissions": list(Permission.objects.values_list("pk", flat=True)[:20]),
        "password": "pbkdf2_sha256$1$x$x", "password1": "một hai ba bốn", "password2": "một hai ba bốn",
        "usable_password": "true", "email": "mine@example.com", "name": "Groupe", "verified": "on",
        "primary": "on", "avatar": "rat-1", "theme": "system", "motion": "system", "deck": "two", **more,
    }  # fmt: skip


def forms():
    """Every form of the back office: of each thing, of each of these people, and of their passwords."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_add"), {"username": "Mới Tinh", "user": people()["boss"].pk}
        rows = people().values() if model is User else model.objects.all()[:1]
        for row in rows:
            yield (
                reverse(f"{name}_change", args=[row.pk]),
                {"username": str(row), "user": people()["boss"].pk},
            )
    for person in people().values():
        yield reverse("admin:auth_user_password_change", args=[person.pk]), {}


def test_no_form_gives_rights(staff):
    """All that is wanted at once, and each of it in a form that is right in all else."""
    before, groups_before, saved = rights(), may(), []
    for address, fields in forms():
        middleware.pages.clear()
        status = staff.post(address, everything_wanted(**fields)).status_code
        assert status in (200, 302, 403), "read, and not sent back as too much"
        for field in ("is_staff", "is_superuser", "groups", "user_permissions", "permissions"):
            middleware.pages.clear()
            answer = staff.post(address, as_it_is(staff, address) | {field: everything_wanted()[field]})
            saved += [address] if answer.status_code == 302 else []
        assert rights() == before and may() == groups_before, address
    player = reverse("admin:accounts_user_change", args=[people()["player"].pk])
    assert (player in saved) == staff.own.has_perm("accounts.change_user"), "the form was whole"


def as_it_is(staff, address):
    """The form as a browser would send it back; nothing where they have none."""
    page = staff.get(address)
    form = page.context and page.context.get("adminform")
    return said_by(form.form) if form else {}


def test_no_act_reaches_staff_or_oneself(staff):
    request = RequestFactory().get("/")
    request.user = staff.own
    done = 0
    for model, office in admin.site._registry.items():
        rows = list(people().values()) if model is User else list(model.objects.all()[:3])
        listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for action in office.get_actions(request):
            before, groups_before = rights(), may()
            for row in rows:
                said = {
                    "action": action, "_selected_action": [row.pk], "apply": "1", "reason": "vì thế",
                    "until": "", "term": "day", "name": "Tên Khác", "post": "yes",
                }  # fmt: skip
                middleware.pages.clear()
                assert staff.post(listing, said).status_code < 500, (action, row)
                done += 1
            assert rights() == before and may() == groups_before, action
    assert done >= 20


def test_the_house_itself_gives_rights_and_that_would_be_seen(staff):
    before = rights()
    User.objects.filter(username="An").update(is_superuser=True)
    assert rights() != before
