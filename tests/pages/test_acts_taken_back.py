"""Staff take back in the back office what they did to a room or to a line: asked for twice, and on record."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from accounts import groups
from accounts.models import ModAction, User
from accounts.reports import services as reports
from lobby import services
from lobby.evidence import ROOMS
from lobby.models import ChatLine, Room
from tests.back_office import PASSWORD, act, come_in

WHY = "nhầm người"
ACTIONS = ["reopen_rooms", "restore_lines"]


@pytest.fixture(params=[groups.MODERATORS, groups.ADMINS])
def staff(request, client, db):
    staff = User.objects.create_user(username="trong tai", password=PASSWORD, is_staff=True)
    staff.groups.add(Group.objects.get(name=request.param))
    client.cookies["language"] = "en"
    assert come_in(client, "trong tai").request["PATH_INFO"] == reverse("admin:index")
    return staff


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(name) for name in ("cai", "an", "co tu")}


@pytest.fixture
def things(people):
    """By action: a room that staff closed, and a line there that they removed."""
    room = services.create_room(by=people["cai"], game="xidach")
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    line = services.say(room_id=room.pk, by=people["an"], text="đồ ngốc")
    services.remove_line(line_id=line.pk, by=people["co tu"], reason="nặng lời")
    services.close_by_staff(room_id=room.pk, by=people["co tu"], reason="ăn tiền")
    return {"reopen_rooms": room, "restore_lines": line}


def as_stored(row):
    return type(row).objects.values().get(pk=row.pk)


def on_record():
    return list(ModAction.objects.order_by("pk").values_list("act", "kind", "whom__username", "by", "reason"))


@pytest.mark.slow
@pytest.mark.parametrize("action", ACTIONS)
def test_it_asks_first_and_does_nothing_without_a_reason(client, staff, things, action):
    row = things[action]
    before, acts = as_stored(row), on_record()
    refused = act(client, action, row, reason="  ")
    assert refused.status_code == 200 and list(refused.context["form"].errors) == ["reason"]
    assert as_stored(row) == before and on_record() == acts


READ_BY = {
    "reopen_rooms": "Everybody who can see the room reads it, and so do the players.",
    "restore_lines": "The person concerned reads it.",
}


@pytest.mark.slow
@pytest.mark.parametrize("action", ACTIONS)
def test_who_writes_why_knows_who_will_read_it(client, staff, things, action):
    row = things[action]
    listing = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
    page = client.post(listing, {"action": action, "_selected_action": [row.pk]}).content.decode()
    assert [sentence for sentence in READ_BY.values() if sentence in page] == [READ_BY[action]]


DONE = {
    "reopen_rooms": ("reopen_room", "room", "cai", "1 room opened again."),
    "restore_lines": ("restore_line", "line", "an", "1 line put back."),
}


@pytest.mark.slow
@pytest.mark.parametrize("action", ACTIONS)
def test_it_is_done_once_and_on_record(client, staff, things, action):
    kind, target, whom, sentence = DONE[action]
    row, acts = things[action], on_record()
    page = act(client, action, row, reason=WHY).content.decode()
    assert sentence in page
    assert on_record() == [*acts, (kind, target, whom, staff.pk, WHY)]
    page = act(client, action, row, reason=WHY).content.decode()
    assert {"reopen_rooms": "It is open.", "restore_lines": "It is not removed."}[action] in page
    assert sentence not in page and len(on_record()) == len(acts) + 1


@pytest.mark.slow
@pytest.mark.parametrize("action", ACTIONS)
def test_who_only_looks_is_not_offered_it(client, staff, things, action):
    looks = Group.objects.create(name="Chỉ xem")
    everything = Group.objects.get(name=groups.MODERATORS).permissions.exclude(codename="moderate_user")
    looks.permissions.set(everything)
    staff.groups.set([looks])
    row = things[action]
    before, acts = as_stored(row), on_record()
    act(client, action, row, reason=WHY)
    assert as_stored(row) == before and on_record() == acts


@pytest.mark.slow
@pytest.mark.parametrize("action", ACTIONS)
def test_who_sits_there_does_nothing_to_it(client, staff, things, action):
    room, row = things["reopen_rooms"], things[action]
    room.seats.create(number=2, user=staff)
    before, acts = as_stored(row), on_record()
    act(client, action, row, reason=WHY)
    assert as_stored(row) == before and on_record() == acts


@pytest.mark.slow
def test_nobody_opens_their_own_room_again(client, staff, things):
    Room.objects.update(owner=staff)
    page = act(client, "reopen_rooms", things["reopen_rooms"], reason=WHY).content.decode()
    assert "It is your own room." in page and Room.objects.get().status == "closed"


@pytest.mark.slow
def test_both_are_done_from_the_page_of_a_report_and_lead_back_to_it(client, staff, people, things):
    """With what its own forms send; and each offers its opposite afterwards."""
    room, line = things["reopen_rooms"], things["restore_lines"]
    Room.objects.update(status="open")
    ChatLine.objects.update(removed_at=None)
    scene = ROOMS.find(people["cai"], room.code, line.pk)
    report = reports.file_report(by=people["cai"], about=people["an"], reason="abuse", text="", scene=scene)
    services.remove_line(line_id=line.pk, by=people["co tu"], reason="nặng lời")
    services.close_by_staff(room_id=room.pk, by=people["co tu"], reason="ăn tiền")
    page_of = reverse("admin:accounts_report_change", args=[report.pk])
    offers = {"reopen_rooms": "close_rooms", "restore_lines": "remove_lines"}
    for action, opposite in offers.items():
        page = client.get(page_of).content.decode()
        assert f'value="{action}"' in page and f'value="{opposite}"' not in page
        row = things[action]
        listing = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
        sent = {"action": action, "_selected_action": row.pk, "back": page_of}
        assert client.post(listing, sent).status_code == 200, "asks why"
        done = client.post(listing, sent | {"reason": WHY, "apply": "1"})
        assert (done.status_code, done.url) == (302, page_of)
        page = client.get(page_of).content.decode()
        assert f'value="{opposite}"' in page and f'value="{action}"' not in page


@pytest.mark.slow
def test_what_its_owner_closed_is_not_offered_to_be_opened(client, staff, people):
    room = services.create_room(by=people["cai"], game="xidach")
    scene = ROOMS.find(people["an"], room.code, None)
    report = reports.file_report(by=people["an"], about=people["cai"], reason="abuse", text="", scene=scene)
    services.close_room(room_id=room.pk, by=people["cai"])
    page = client.get(reverse("admin:accounts_report_change", args=[report.pk])).content.decode()
    assert room.code in page and 'value="reopen_rooms"' not in page and 'value="close_rooms"' not in page
