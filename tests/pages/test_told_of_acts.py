"""Whoever an act about a room, a round or a line concerns is told of it, and nobody else."""

import pytest
from django.test import Client

from accounts.models import Notice, User
from games.rounds.services import take_back
from lobby import services
from lobby.services.moderation import close_by_staff, remove_line
from tests.pages.rated import rated_round

WHY = "bàn này chơi <ăn tiền>"


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(name) for name in ("cai", "an", "khach", "co tu")}


@pytest.fixture
def room(people):
    room = services.create_room(by=people["cai"], game="xidach", name="Bàn & Ghế")
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    room.rounds.filter(status="next").delete()
    rated_round(room, {people["cai"]: 5, people["an"]: -5})
    services.say(room_id=room.pk, by=people["an"], text="đồ ngốc")
    return room


def close(room, by):
    close_by_staff(room_id=room.pk, by=by, reason=WHY)


def remove(room, by):
    remove_line(line_id=room.chat.get().pk, by=by, reason=WHY)


def void(room, by):
    take_back(round_id=room.rounds.get(status="over").pk, by=by, reason=WHY)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "told", "sentence"),
    [
        (close, {"cai"}, "The staff closed your room <bdi>Bàn &amp; Ghế</bdi>."),
        (remove, {"an"}, "The staff removed a line that you wrote in <bdi>Bàn &amp; Ghế</bdi>."),
        (
            void,
            {"cai", "an"},
            "The staff voided round <bdi>1</bdi> in <bdi>Bàn &amp; Ghế</bdi>: its points do not count.",
        ),
    ],
)
def test_whom_an_act_concerns_reads_why(people, room, act, told, sentence):
    for _again in range(2):
        act(room, people["co tu"])
    assert {notice.whom.username for notice in Notice.objects.all()} == told
    assert Notice.objects.count() == len(told), "once"
    for name, person in people.items():
        client = Client(headers={"accept-language": "en"})
        client.force_login(person)
        page = client.get("/lobby/").content.decode()
        assert (sentence in page) == ("bàn này chơi &lt;ăn tiền&gt;" in page) == (name in told)
