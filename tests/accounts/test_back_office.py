"""People in the back office: found, shown out, let back in, never deleted."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.messages import SUCCESS, WARNING
from django.db.models.signals import pre_save
from django.urls import reverse

from accounts import sanctions
from accounts.back_office import ChangedOnly
from accounts.models import ModAction, Report, User
from accounts.reports import services
from accounts.sanctions import ban, mute, rename
from games.rounds.models import Round
from lobby.models import Room
from tests.back_office import PASSWORD, act, come_in

LIST = "admin:accounts_user_changelist"


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    return boss


@pytest.mark.slow
def test_people_are_found_by_name_and_kind(client, boss, an, khach):
    answer = client.get(reverse(LIST), {"q": "AN"})
    assert an.username in answer.content.decode()
    guests = client.get(reverse(LIST), {"is_guest__exact": "1"})
    assert [person.pk for person in guests.context["cl"].result_list] == [khach.pk]


@pytest.mark.slow
def test_who_is_banned_is_out_until_let_back_in(client, boss, an):
    act(client, "ban", an, boss)
    an.refresh_from_db()
    boss.refresh_from_db()
    assert not an.is_active
    assert boss.is_active, "nobody bans themselves by ticking all"
    act(client, "let_back_in", an)
    an.refresh_from_db()
    assert an.is_active


@pytest.mark.slow
def test_nobody_is_deleted(client, boss, an):
    assert client.get(reverse("admin:accounts_user_delete", args=[an.pk])).status_code == 403


@pytest.mark.slow
def test_a_person_is_added_and_changed(client, boss, an):
    for url in (reverse("admin:accounts_user_add"), reverse("admin:accounts_user_change", args=[an.pk])):
        assert client.get(url).status_code == 200


# --- staff who are no superusers --------------------------------------------------------------


@pytest.fixture
def binh(db):
    return User.objects.create_user("Bình Minh", password=PASSWORD)


@pytest.fixture
def staff(client, db):
    """A member of staff with every permission there is, and no superuser."""
    staff = User.objects.create_user("cô Tư", password=PASSWORD, is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    come_in(client, "cô Tư")
    return staff


@pytest.fixture
def owner(db):
    return User.objects.create_superuser("chủ nhà", password=PASSWORD)


@pytest.fixture
def colleague(db):
    return User.objects.create_user("chú Năm", password=PASSWORD, is_staff=True)


@pytest.fixture
def group(db):
    return Group.objects.create(name="tổ")


def page_of(person):
    return reverse("admin:accounts_user_change", args=[person.pk])


def fields_of(person, **changed):
    """The form on a person's page, filled in as it is, but for what is changed."""
    kept = ("username", "email", "avatar", "language")
    return {name: getattr(person, name) for name in kept} | {"is_active": "on"} | changed


def all_rights(group):
    """Every kind of right that the form can give."""
    kinds = ContentType.objects.get_for_models(User, Room, Round).values()
    some = list(Permission.objects.filter(content_type__in=kinds).values_list("pk", flat=True))
    return {"is_staff": "on", "is_superuser": "on", "groups": [group.pk], "user_permissions": some}


def everything_about(*people):
    rows = User.objects.filter(pk__in=[person.pk for person in people]).order_by("pk")
    ties = [(set(row.groups.all()), set(row.user_permissions.all())) for row in rows]
    return list(rows.values()), ties


NEW_PASSWORD = {"password1": "một mật khẩu khác", "password2": "một mật khẩu khác", "usable_password": "true"}


@pytest.mark.slow
def test_staff_change_no_account_of_staff(client, staff, owner, colleague, group):
    before = everything_about(staff, owner, colleague)
    for person in (staff, owner, colleague):
        changed = fields_of(person, email="co.tu@example.com", is_guest="on", **all_rights(group))
        assert client.post(page_of(person), changed).status_code == 403
        password_page = reverse("admin:auth_user_password_change", args=[person.pk])
        assert client.get(password_page).status_code == 403
        assert client.post(password_page, NEW_PASSWORD).status_code == 403
    assert everything_about(staff, owner, colleague) == before


@pytest.mark.slow
def test_a_superuser_without_the_flag_of_staff_is_out_of_reach_too(client, staff, owner):
    User.objects.filter(pk=owner.pk).update(is_staff=False)
    assert client.post(page_of(owner), fields_of(owner)).status_code == 403
    act(client, "ban", owner)
    owner.refresh_from_db()
    assert owner.is_active


@pytest.mark.slow
def test_staff_may_look_at_staff_and_see_no_password(client, staff, owner):
    text = client.get(page_of(owner)).content.decode()
    assert owner.username in text
    assert owner.password not in text and owner.password.split("$")[-1] not in text


@pytest.mark.slow
def test_staff_give_nobody_rights(client, staff, an, group):
    answer = client.post(page_of(an), fields_of(an, email="an@example.com", **all_rights(group)))
    assert answer.status_code == 302
    an.refresh_from_db()
    assert an.email == "an@example.com", "the rest of the form is theirs to change"
    assert not an.is_staff and not an.is_superuser
    assert not an.groups.exists() and not an.user_permissions.exists()


@pytest.mark.slow
def test_staff_take_nobodys_rights(client, staff, an, group):
    an.groups.add(group)
    client.post(page_of(an), fields_of(an))
    assert an.groups.get() == group


@pytest.mark.slow
def test_staff_add_people_without_rights(client, staff, group):
    new = {"username": "Bình", **NEW_PASSWORD, **all_rights(group)}
    assert client.post(reverse("admin:accounts_user_add"), new).status_code == 302
    new = User.objects.get(username="Bình")
    assert not new.is_staff and not new.is_superuser and not new.groups.exists()


@pytest.mark.slow
def test_staff_ban_people_and_no_staff(client, staff, an, owner, colleague):
    everybody = [person.pk for person in (an, staff, owner, colleague)]
    page = client.post(reverse(LIST), {"action": "ban", "_selected_action": everybody}).context
    assert [message.level for message in page["messages"]] == [WARNING], "that others were left out is said"
    assert page["rows"] == [an]
    assert list(User.objects.filter(is_active=False)) == []
    said = act(client, "ban", an, staff, owner, colleague).context["messages"]
    assert [message.level for message in said] == [SUCCESS]
    assert list(User.objects.filter(is_active=False)) == [an]


@pytest.mark.slow
def test_staff_let_no_staff_back_in(client, staff, an, colleague):
    for person in (an, colleague):
        ban(by=None, whom=person)
    act(client, "let_back_in", an, colleague)
    assert list(User.objects.filter(is_active=False)) == [colleague]


@pytest.mark.slow
@pytest.mark.parametrize("action", ["let_back_in", "unmute"])
def test_what_was_not_to_be_done_is_not_said_to_be_done(client, boss, an, binh, action):
    (ban if action == "let_back_in" else mute)(by=None, whom=binh)
    before = ModAction.objects.count()
    said = list(act(client, action, an).context["messages"])
    assert [message.level for message in said] == [WARNING] and said[0].message.startswith("An: ")
    assert ModAction.objects.count() == before
    said = list(act(client, action, an, binh).context["messages"])
    assert sorted(message.level for message in said) == [SUCCESS, WARNING]
    assert "1" in next(message.message for message in said if message.level == SUCCESS)
    assert ModAction.objects.get(act=action).whom == binh


@pytest.mark.slow
@pytest.mark.parametrize("action", ["let_back_in", "unmute"])
def test_who_became_staff_meanwhile_keeps_it_from_nobody_else(client, staff, an, binh, action, monkeypatch):
    for person in (an, binh):
        ban(by=None, whom=person)
        mute(by=None, whom=person)
    lock = sanctions.held

    def too_late(by, whom):
        User.objects.filter(pk=an.pk).update(is_staff=True)
        return lock(by, whom)

    monkeypatch.setattr(sanctions, "held", too_late)
    answer = act(client, action, an, binh)
    assert answer.status_code == 200
    assert sorted(message.level for message in answer.context["messages"]) == [SUCCESS, WARNING]
    assert [line.whom for line in ModAction.objects.filter(act=action)] == [binh]


@pytest.mark.slow
def test_staff_set_nobodys_password(client, staff, an):
    """They make a link, which leaves a line and is told."""
    answer = client.post(reverse("admin:auth_user_password_change", args=[an.pk]), NEW_PASSWORD)
    assert answer.status_code == 403
    page = client.get(page_of(an)).content.decode()
    assert "an@" not in page and "/password/" not in page.partition("<form")[2]
    an.refresh_from_db()
    assert an.check_password(PASSWORD)


@pytest.mark.slow
@pytest.mark.parametrize("model", [Group, EmailAddress], ids=lambda model: model.__name__)
def test_groups_and_addresses_are_for_superusers(client, staff, owner, group, model):
    EmailAddress.objects.create(user=owner, email="chu@example.com")
    row, name = model.objects.last(), f"admin:{model._meta.app_label}_{model._meta.model_name}"
    before = list(model.objects.order_by("pk").values())
    for kind, args in (("changelist", []), ("add", []), ("change", [row.pk]), ("delete", [row.pk])):
        address = reverse(f"{name}_{kind}", args=args)
        assert client.get(address).status_code == 403, address
        assert client.post(address, {"name": "x", "user": staff.pk, "email": "a@b.vn"}).status_code == 403
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.slow
def test_superusers_give_rights_set_passwords_and_ban_staff(client, boss, colleague, an, group):
    rights = all_rights(group)
    assert client.post(page_of(an), fields_of(an, **rights)).status_code == 302
    an.refresh_from_db()
    assert an.is_staff and an.is_superuser and an.groups.get() == group
    assert an.user_permissions.count() == len(rights["user_permissions"])
    client.post(reverse("admin:auth_user_password_change", args=[colleague.pk]), NEW_PASSWORD)
    act(client, "ban", colleague)
    colleague.refresh_from_db()
    assert colleague.check_password(NEW_PASSWORD["password1"]) and not colleague.is_active
    for model in ("auth_group", "account_emailaddress"):
        assert client.get(reverse(f"admin:{model}_add")).status_code == 200


@pytest.mark.slow
def test_all_people_of_a_page_may_be_ticked_at_once(client, boss):
    """A form may have a hundred fields, and each ticked line is one."""
    User.objects.bulk_create(User(username=f"An {number}") for number in range(1, 151))
    page = client.get(reverse(LIST))
    ticked = list(page.context["cl"].result_list)
    assert len(ticked) > 1
    assert act(client, "ban", *ticked).status_code == 200
    assert set(User.objects.filter(is_active=False)) == set(ticked) - {boss}


@pytest.mark.slow
@pytest.mark.parametrize("model", [Group, EmailAddress], ids=lambda model: model.__name__)
def test_nor_do_the_other_lists_have_too_many_lines(client, boss, an, model):
    model.objects.all().delete()
    if model is Group:
        rows = Group.objects.bulk_create(Group(name=f"tổ {number}") for number in range(150))
    else:
        rows = [EmailAddress(user=an, email=f"an{number}@example.com") for number in range(150)]
        EmailAddress.objects.bulk_create(rows)
    listing = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    ticked = [row.pk for row in client.get(listing).context["cl"].result_list]
    delete = {"action": "delete_selected", "_selected_action": ticked, "post": "yes"}
    assert client.post(listing, delete, follow=True).status_code == 200
    assert model.objects.count() == len(rows) - len(ticked) < len(rows)


@pytest.mark.slow
def test_an_address_of_mail_is_found_whole_or_by_whose_it_is(client, boss, an, binh):
    his = EmailAddress.objects.create(user=an, email="an@example.com", primary=True)
    old = EmailAddress.objects.create(user=an, email="an.cu@example.com")
    EmailAddress.objects.create(user=binh, email="binh.an@example.com", primary=True)
    listing = reverse("admin:account_emailaddress_changelist")
    wanted = {
        "an@example.com": [his], " AN@example.com ": [his], "an": [old, his], "AN": [old, his],
        "example.com": [], "an@": [], "@": [], "an@example.co": [], "%": [],
    }  # fmt: skip
    for word, found in wanted.items():
        page = client.get(listing, {"q": word})
        assert page.context["cl"].result_list == found, word


# --- one's own password -----------------------------------------------------------------------

OWN = "/admin/password_change/"
WANTED = {"new_password1": NEW_PASSWORD["password1"], "new_password2": NEW_PASSWORD["password2"]}


@pytest.mark.slow
def test_staff_change_their_own_password_at_the_front_door(
    client, boss, django_capture_on_commit_callbacks, mailoutbox
):
    EmailAddress.objects.create(user=boss, email="chu@example.com", primary=True, verified=True)
    door = client.get(OWN, follow=True).request["PATH_INFO"]
    assert door == client.get(f"{OWN}done/", follow=True).request["PATH_INFO"]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(door, {"oldpassword": PASSWORD, **NEW_PASSWORD})
    boss.refresh_from_db()
    assert boss.check_password(NEW_PASSWORD["password1"])
    assert [letter.to for letter in mailoutbox] == [["chu@example.com"]]
    assert client.get(reverse("admin:index")).status_code == 200, "this log-in goes on"


def test_the_back_office_itself_hears_no_password(client, boss):
    """Where guesses at the old one would not be counted."""
    said = WANTED | NEW_PASSWORD | {"old_password": PASSWORD, "oldpassword": PASSWORD}
    for address in (OWN, f"{OWN}done/"):
        answer = client.post(address, said)
        assert (answer.status_code, answer.url) == (302, "/accounts/password/change/")
    boss.refresh_from_db()
    assert boss.check_password(PASSWORD)


@pytest.mark.slow
def test_who_guesses_at_it_is_stopped(client, boss):
    """A stranger at the open browser of staff, by the way that the back office shows."""
    wrong = dict.fromkeys(("oldpassword", "old_password"), "không phải")
    answers = []
    for _guess in range(20):
        door = client.post(OWN, wrong | NEW_PASSWORD | WANTED, follow=True)
        answers.append(client.post(door.request["PATH_INFO"], wrong | NEW_PASSWORD).status_code)
    assert set(answers[:5]) == {200} and set(answers[5:]) == {429}


# --- rights, all at once ----------------------------------------------------------------------


def offered(client, page, name):
    """Every right that the form on this page offers."""
    rights = client.get(page).context["adminform"].form.fields[name].queryset
    return list(rights.values_list("pk", flat=True))


@pytest.mark.slow
def test_a_superuser_ticks_every_right_that_is_offered(client, boss, an, group):
    groups = [group.pk, *(Group.objects.create(name=f"tổ {number}").pk for number in range(20))]
    rights = offered(client, page_of(an), "user_permissions")
    everything = fields_of(an, is_guest="on", **all_rights(group))
    everything |= {"groups": groups, "user_permissions": rights}
    assert client.post(page_of(an), everything).status_code == 302
    assert set(an.user_permissions.values_list("pk", flat=True)) == set(rights)


@pytest.mark.slow
def test_a_group_is_given_every_right_that_is_offered(client, boss, group):
    page = reverse("admin:auth_group_change", args=[group.pk])
    rights = offered(client, page, "permissions")
    assert client.post(page, {"name": group.name, "permissions": rights}).status_code == 302
    assert set(group.permissions.values_list("pk", flat=True)) == set(rights)


@pytest.mark.slow
def test_what_is_offered_opens_something(client, boss, an):
    """Each list of the back office, but those that are for superusers alone."""
    rights = offered(client, page_of(an), "user_permissions")
    kinds = {kind.model_class() for kind in ContentType.objects.filter(permission__in=rights)}
    assert kinds == {model for model in admin.site._registry if model not in (Group, EmailAddress)}


# --- names ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["System", "Sys tem", "admin", "BÌNH_MINH", "Ba__Sáu", "B"])
def test_nobody_is_renamed_to_what_they_could_not_be_called(client, boss, an, binh, name):
    """Not to speak for the house, not to pass for somebody else."""
    answer = act(client, "rename", an, name=name)
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == ["name"]
    an.refresh_from_db()
    assert an.username == "An"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["System", "bình minh"])
def test_nor_is_anybody_added_under_such_a_name(client, boss, binh, name):
    answer = client.post(reverse("admin:accounts_user_add"), {"username": name, **NEW_PASSWORD})
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == ["username"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["AN", "Ba Sáu"])
def test_a_good_name_is_given(client, boss, an, name):
    """Another spelling of one's own is nobody else's."""
    act(client, "rename", an, name=name)
    an.refresh_from_db()
    assert an.username == name
    line = ModAction.objects.get()
    assert (line.act, line.by, line.whom, line.facts) == ("rename", boss, an, {"before": "An", "after": name})


@pytest.mark.slow
def test_the_form_of_a_person_changes_no_name_and_shows_nobody_out(client, boss, an):
    """Those are acts, which leave their line."""
    fields = fields_of(an, username="Ba Sáu", avatar="rat-3")
    del fields["is_active"]
    assert client.post(page_of(an), fields).status_code == 302
    an.refresh_from_db()
    assert (an.username, an.avatar, an.is_active) == ("An", "rat-3", True)


@pytest.mark.slow
def test_a_guest_whose_name_is_of_the_house_keeps_it(client, boss, khach):
    User.objects.filter(pk=khach.pk).update(username="Khách 12")
    khach.refresh_from_db()
    assert client.post(page_of(khach), fields_of(khach, avatar="rat-3", is_guest="on")).status_code == 302
    khach.refresh_from_db()
    assert (khach.username, khach.avatar) == ("Khách 12", "rat-3")


# --- a form is saved while somebody acts ------------------------------------------------------


@pytest.fixture
def meanwhile():
    """The act comes when a form has read its row and is about to write it."""
    waiting = []

    def act_first(**kwargs):
        if waiting:
            waiting.pop()()

    pre_save.connect(act_first)
    yield waiting.append
    pre_save.disconnect(act_first)
    assert not waiting, "it never came to that"


@pytest.mark.slow
def test_the_form_of_a_person_undoes_no_act_of_that_moment(client, boss, an, meanwhile):
    def acts():
        ban(by=None, whom=an)
        mute(by=None, whom=an)
        rename(by=None, whom=an, name="An Khang")

    meanwhile(acts)
    answer = client.post(page_of(an), fields_of(an, email="an@example.com"))
    assert answer.status_code == 302
    an.refresh_from_db()
    assert (an.is_banned, an.is_muted, an.username, an.folded) == (True, True, "An Khang", "an_khang")
    assert an.email == "an@example.com"


@pytest.mark.slow
@pytest.mark.parametrize("said", [NEW_PASSWORD, {"usable_password": "false", "unset-password": "1"}])
def test_nor_does_the_form_for_a_password(client, boss, an, meanwhile, said):
    an.set_password(PASSWORD)
    an.save()
    meanwhile(lambda: ban(by=None, whom=an))
    url = reverse("admin:auth_user_password_change", args=[an.pk])
    assert client.post(url, said).status_code == 302
    an.refresh_from_db()
    assert an.is_banned
    assert an.check_password(NEW_PASSWORD["password1"]) is (said is NEW_PASSWORD)
    assert not an.check_password(PASSWORD)


@pytest.mark.slow
def test_a_note_on_a_report_does_not_take_it_from_whom_it_was_given(client, boss, an, binh, owner, meanwhile):
    report = services.file_report(by=an, about=binh, reason="abuse", text="", scene=None)
    meanwhile(lambda: services.take(report=report, by=owner))
    url = reverse("admin:accounts_report_change", args=[report.pk])
    assert client.post(url, {"note": "chưa rõ"}).status_code == 302
    report.refresh_from_db()
    assert (report.status, report.taken_by, report.note) == ("taken", owner, "chưa rõ")


def test_every_form_here_writes_what_was_changed_only(rf, boss):
    request = rf.get("/")
    request.user = boss
    with_a_form = {one for one in admin.site._registry.values() if one.has_change_permission(request)}
    assert {User, Report, Group, EmailAddress} <= {one.model for one in with_a_form}
    for one in with_a_form:
        assert type(one).save_model is ChangedOnly.save_model, one
