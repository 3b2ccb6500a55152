"""People in the back office: found, shown out, let back in, never deleted."""

import pytest
from django.urls import reverse

from accounts.models import User
from tests.back_office import PASSWORD, come_in

LIST = "admin:accounts_user_changelist"


@pytest.fixture
def boss(client, db):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    return boss


def act(client, action, *people):
    fields = {"action": action, "_selected_action": [person.pk for person in people]}
    return client.post(reverse(LIST), fields, follow=True)


def test_people_are_found_by_name_and_kind(client, boss, an, khach):
    answer = client.get(reverse(LIST), {"q": "AN"})
    assert an.username in answer.content.decode()
    guests = client.get(reverse(LIST), {"is_guest__exact": "1"})
    assert [person.pk for person in guests.context["cl"].result_list] == [khach.pk]


def test_who_is_banned_is_out_until_let_back_in(client, boss, an):
    act(client, "ban", an, boss)
    an.refresh_from_db()
    boss.refresh_from_db()
    assert not an.is_active
    assert boss.is_active, "nobody bans themselves by ticking all"
    act(client, "let_back_in", an)
    an.refresh_from_db()
    assert an.is_active


def test_nobody_is_deleted(client, boss, an):
    assert client.get(reverse("admin:accounts_user_delete", args=[an.pk])).status_code == 403


def test_a_person_is_added_and_changed(client, boss, an):
    for url in (reverse("admin:accounts_user_add"), reverse("admin:accounts_user_change", args=[an.pk])):
        assert client.get(url).status_code == 200
