"""What staff do in the back office about rooms, rounds and lines: asked for twice, and on record."""

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import ModAction, Notice, User
from games.management.commands.demo import play_round
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.services import commit_next, start_round
from lobby import services
from lobby.models import ChatLine, Room, Seat
from tests.back_office import PASSWORD, act, come_in
from tests.pages.rated import rated_round

WHY = "bàn này chơi ăn tiền"
LISTS = ["lobby_room", "lobby_roomevent", "lobby_chatline", "games_round", "games_move", "games_score"]


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name, password=PASSWORD) for name in ("cai", "an")}


@pytest.fixture
def staff(client, db):
    """Who may look and moderate, and no more."""
    staff = User.objects.create_user(username="trong tai", password=PASSWORD, is_staff=True)
    codes = ["moderate_user", *(f"view_{name.split('_')[1]}" for name in LISTS)]
    staff.user_permissions.set(Permission.objects.filter(codename__in=codes))
    assert come_in(client, "trong tai").request["PATH_INFO"] == reverse("admin:index")
    return staff


@pytest.fixture
def room(people):
    """A round that is over, and one that runs; an has said something."""
    room = services.create_room(by=people["cai"], game="xidach")
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    services.set_ready(room_id=room.pk, by=people["an"], ready=True)
    room.rounds.filter(status="next").delete()
    rated_round(room, {people["cai"]: 5, people["an"]: -5})
    services.say(room_id=room.pk, by=people["an"], text="đồ ngốc")
    return room


@pytest.fixture
def running(room, people):
    commit_next(room)
    return start_round(room_id=room.pk, by=people["cai"])


def recorded():
    return list(ModAction.objects.order_by("pk").values_list("act", "kind", "target", "whom__username", "by"))


THINGS = {
    "close_rooms": lambda room: room,
    "void_rounds": lambda room: room.rounds.get(status="over"),
    "remove_lines": lambda room: room.chat.get(),
}


@pytest.mark.slow
@pytest.mark.parametrize("action", THINGS)
def test_an_act_asks_first_and_does_nothing_without_a_reason(client, staff, room, action):
    row = THINGS[action](room)
    before = type(row).objects.values().get(pk=row.pk)
    refused = act(client, action, row, reason="  ")
    assert refused.status_code == 200 and list(refused.context["form"].errors) == ["reason"]
    assert type(row).objects.values().get(pk=row.pk) == before and not ModAction.objects.exists()


READ_BY = {
    "close_rooms": "Everybody who can see the room reads it, in its history.",
    "void_rounds": "Everybody who can see the room reads it, and so do the players.",
    "remove_lines": "The person concerned reads it.",
}


@pytest.mark.slow
@pytest.mark.parametrize("action", THINGS)
def test_who_writes_why_knows_who_will_read_it(client, staff, room, action):
    row = THINGS[action](room)
    listing = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
    asked = {"action": action, "_selected_action": [row.pk]}
    page = client.post(listing, asked, headers={"accept-language": "en"}).content.decode()
    assert [sentence for sentence in READ_BY.values() if sentence in page] == [READ_BY[action]]


@pytest.mark.slow
def test_the_room_and_the_players_read_why(client, staff, people, room):
    act(client, "void_rounds", room.rounds.get(status="over"), reason=WHY)
    act(client, "close_rooms", room, reason="đóng cửa")
    assert set(Notice.objects.filter(reason=WHY).values_list("whom__username", flat=True)) == {"cai", "an"}
    client.force_login(User.objects.create_user("khách"))
    assert "đóng cửa" in client.get(reverse("history", args=[room.code])).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("action", THINGS)
def test_who_only_looks_does_nothing(client, staff, room, action):
    staff.user_permissions.remove(Permission.objects.get(codename="moderate_user"))
    row = THINGS[action](room)
    before = type(row).objects.values().get(pk=row.pk)
    act(client, action, row, reason=WHY)
    assert type(row).objects.values().get(pk=row.pk) == before and not ModAction.objects.exists()


@pytest.mark.slow
def test_a_room_is_closed(client, staff, room, running):
    page = act(client, "close_rooms", room, reason=WHY)
    assert page.redirect_chain and Room.objects.get().status == "closed"
    assert Round.objects.get(pk=running.pk).void_cause == "moderator"
    assert recorded() == [
        ("close_room", "room", room.code, "cai", staff.pk),
        ("void_round", "round", str(running.pk), None, staff.pk),
    ]
    assert set(ModAction.objects.values_list("reason", flat=True)) == {WHY}
    act(client, "close_rooms", room, reason=WHY)
    assert len(recorded()) == 2, "it is closed already"


@pytest.mark.slow
def test_a_line_is_removed_and_staff_still_read_it(client, staff, room):
    line = ChatLine.objects.get()
    act(client, "remove_lines", line, reason=WHY)
    assert ChatLine.objects.get().removed_at is not None
    assert recorded() == [("remove_line", "line", str(line.pk), "an", staff.pk)]
    assert "đồ ngốc" in client.get(reverse("admin:lobby_chatline_changelist")).content.decode()


@pytest.mark.slow
def test_rounds_are_voided_the_one_that_runs_too(client, staff, room, running):
    over = room.rounds.get(status="over")
    asked = client.post(
        reverse("admin:games_round_changelist"),
        {"action": "void_rounds", "_selected_action": [over.pk, running.pk]},
        headers={"accept-language": "en"},
    )
    assert "A void is final" in asked.content.decode() and not ModAction.objects.exists()
    assert '<input type="checkbox" name="sure" required' in asked.content.decode()
    act(client, "void_rounds", over, running, reason=WHY)
    voided = Round.objects.filter(void_cause="moderator").order_by("number")
    assert list(voided.values_list("pk", "status")) == [(over.pk, "over"), (running.pk, "void")]
    assert sorted(recorded()) == sorted(
        ("void_round", "round", str(round_.pk), None, staff.pk) for round_ in (over, running)
    )
    lines = Score.objects.order_by("pk").values_list("round", "user__username", "points")
    points = [("cai", 5), ("an", -5), ("cai", -5), ("an", 5)]
    assert list(lines) == [(over.pk, *line) for line in points]
    act(client, "void_rounds", over, running, reason=WHY)
    assert len(recorded()) == 2 and Score.objects.count() == 4, "once and for all"


@pytest.mark.slow
def test_nobody_voids_what_they_played_in_themselves(client, staff, room):
    over = room.rounds.get(status="over")
    RoundSeat.objects.filter(round=over, number=1).update(user=staff)
    client.cookies["language"] = "en"
    page = act(client, "void_rounds", over, reason=WHY).content.decode()
    assert "You played in it yourself." in page and "round voided" not in page
    assert not ModAction.objects.exists() and not Score.objects.filter(reverses=True).exists()


@pytest.mark.slow
@pytest.mark.parametrize("boss", [False, True], ids=["staff", "superuser"])
def test_who_sits_at_a_table_is_shown_nothing_of_it(client, staff, room, running, boss):
    User.objects.filter(pk=staff.pk).update(is_superuser=boss)

    def seen():
        pages = {name: client.get(reverse(f"admin:{name}_changelist")) for name in LISTS}
        return {name for name, page in pages.items() if "field-" in page.content.decode()}

    running.moves.create(number=0, seat=0, word={}, by="person", at=running.started_at)
    assert seen() == set(LISTS)
    services.sit(room_id=room.pk, by=staff, seat=2)
    assert seen() == set()
    assert client.get(reverse("admin:lobby_room_change", args=[room.pk])).status_code == 302
    for action, row in THINGS.items():
        act(client, action, row(room), reason=WHY)
    assert not ModAction.objects.exists() and Room.objects.get().status == "playing"


# --- what a round is called there -------------------------------------------------------------


@pytest.mark.slow
def test_a_round_is_called_by_its_rooms_code_and_its_number(client, staff, room):
    """Wherever staff are asked about it, and in a way that the search finds."""
    Round.objects.filter(status="over").update(started_at=timezone.now())
    over = room.rounds.get(status="over")
    called = f"{room.code} · {over.number}"
    asked = client.post(
        reverse("admin:games_round_changelist"), {"action": "void_rounds", "_selected_action": [over.pk]}
    )
    for page in (
        asked,
        client.get(whole(over)),
        client.get(reverse("admin:games_round_change", args=[over.pk])),
    ):
        assert page.status_code == 200 and called in page.content.decode()
    assert f"{room.pk} · {over.number}" not in asked.content.decode()
    found = client.post(reverse("admin:search"), {"q": called})
    assert found.url == reverse("admin:games_round_change", args=[over.pk])


@pytest.mark.slow
@pytest.mark.parametrize("listing", ["games_round", "games_move", "games_score"])
def test_a_list_asks_no_more_where_it_has_rounds_of_many_rooms(client, staff, people, room, listing):
    def one_more_room():
        other = services.create_room(by=people["cai"], game="xidach")
        other.rounds.filter(status="next").delete()
        one = rated_round(other, {people["cai"]: 1, people["an"]: -1})
        one.moves.create(number=0, seat=0, word={}, by="person", at=one.ended_at)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            page = client.get(reverse(f"admin:{listing}_changelist")).content.decode()
        return len(asked), page.count(" · 1<")

    one_more_room()
    few, named = queries()
    for _room in range(3):
        one_more_room()
    many, all_named = queries()
    assert few == many and (all_named > named) == (listing != "games_round")


# --- rounds that are over, opened whole -------------------------------------------------------


@pytest.fixture
def secluded(room, people):
    """A round was played behind a password, and one runs."""
    Room.objects.filter(pk=room.pk).update(visibility="password")
    commit_next(room)
    play_round(room)
    over = room.rounds.order_by("number").filter(status="over").last()
    return over, start_round(room_id=room.pk, by=people["cai"])


def whole(round_):
    return reverse("admin:games_round_whole", args=[round_.pk])


@pytest.mark.slow
def test_a_round_that_is_over_opens_to_who_says_why(client, staff, secluded):
    over, _running = secluded
    assert client.get(reverse("round", args=[over.pk])).status_code == 404, "their room is not theirs to see"
    assert whole(over) in client.get(reverse("admin:games_round_change", args=[over.pk])).content.decode()
    asked, refused = client.get(whole(over)), client.post(whole(over), {"reason": " "})
    seed = bytes(over.secret.server_seed).hex()
    for page in (asked, refused):
        assert page.status_code == 200 and page.context["whole"] is None and seed not in page.content.decode()
    assert not ModAction.objects.exists()
    opened = client.post(whole(over), {"reason": WHY})
    assert (ModAction.objects.get().reason, ModAction.objects.get().whom) == (WHY, None)
    assert recorded() == [("look", "round", str(over.pk), None, staff.pk)]
    text, eyes = opened.content.decode(), opened.context["whole"].eyes
    assert seed in text and WHY in text
    assert [one.name for one in eyes] == ["cai", "an"] and all("?" not in eyes[n].hands[n][1] for n in (0, 1))
    assert text.count("<code>{") == over.moves.count()
    assert "no-store" in opened.headers["Cache-Control"]


@pytest.mark.slow
@pytest.mark.parametrize("boss", [False, True], ids=["staff", "superuser"])
def test_one_that_runs_opens_to_nobody(client, staff, people, secluded, boss):
    User.objects.filter(pk=staff.pk).update(is_superuser=boss)
    over, running = secluded
    coming = services.create_room(by=people["an"], game="xidach").rounds.get()
    for round_ in (running, coming):
        assert client.get(whole(round_)).status_code == 404
        assert client.post(whole(round_), {"reason": WHY}).status_code == 404
        page = client.get(reverse("admin:games_round_change", args=[round_.pk])).content.decode()
        assert whole(round_) not in page
    Seat.objects.create(room=running.room, number=2, user=staff)
    assert client.post(whole(over), {"reason": WHY}).status_code == 404, "nor does any of one's own table"
    assert not ModAction.objects.exists()


@pytest.mark.slow
def test_who_only_looks_opens_none(client, staff, secluded):
    over, _running = secluded
    staff.user_permissions.remove(Permission.objects.get(codename="moderate_user"))
    assert client.post(whole(over), {"reason": WHY}).status_code == 403
    assert not ModAction.objects.exists()
