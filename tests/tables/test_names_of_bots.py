"""What the host calls a bot: cai owns the room, hạnh is somebody else."""

import pytest

from accounts import names
from accounts.models import User
from accounts.sanctions import mute
from games.rounds.facts import Viewer
from games.rounds.reading import load_table
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.models import Room
from lobby.refusals import Refusal
from lobby.services.bots import BOT_NAMES


@pytest.fixture
def cai(db):
    User.objects.create_user("Hạnh")
    return User.objects.create_user("cai")


@pytest.fixture
def room(cai):
    return services.create_room(by=cai, game="rummy")


def called(room, name, level="easy"):
    """What it is called then, or why not."""
    done = services.add_bot(room_id=room.pk, by=room.owner, seat=1, level=level, name=name)
    return done.code if isinstance(done, Refusal) else room.seats.get(number=1).bot_name


@pytest.mark.parametrize(
    ("asked", "name"),
    [("Cô Tấm", "Máy Cô Tấm"), ("Máy Cô Tấm", "Máy Cô Tấm"), ("máy  bột", "Máy bột"), ("阿明", "Máy 阿明")],
)
def test_it_is_called_so_and_a_may(room, asked, name):
    assert called(room, asked) == name
    assert room.seats.get(number=1).bot_level == "easy"


@pytest.mark.parametrize("nothing", ["", "  ", "Máy", "máy "])
def test_who_does_not_name_it_gets_one_of_ours(room, nothing):
    assert called(room, nothing) in BOT_NAMES


@pytest.mark.parametrize(
    "wrong", ["Hạnh", "máy Hạnh", "hạnh", "x", "x" * 25, "a_Ω", "<b>bông</b>", "admin", "_Tấm", "Mặt trời 🌞"]
)
def test_neither_somebodys_name_nor_none_at_all(room, wrong):
    assert called(room, wrong) == "bad_name"
    assert not room.seats.filter(number=1).exists()


def test_two_at_a_table_are_not_called_alike(cai):
    room = services.create_room(by=cai, game="xidach")
    assert called(room, "Tấm") == "Máy Tấm"
    again = services.add_bot(room_id=room.pk, by=cai, seat=2, level="house", name="TẤM".title())
    assert again.code == "bad_name"


def test_nobody_can_take_its_name_later(room):
    assert names.is_reserved(called(room, "Cô Tấm"))


def test_who_is_muted_names_none(room, cai):
    mute(by=None, whom=cai)
    room.refresh_from_db()
    assert called(room, "Cô Tấm") == "muted"
    assert called(room, "") in BOT_NAMES


def test_the_menu_asks_for_seat_level_and_name(room, cai):
    table = load_table(room.pk)
    viewer = Viewer(cai.pk, "cai", 0, owner=True, language="en")
    menu = " ".join(html_of(zones_of(table, None, viewer)["menu"], "en").split())
    form = menu.partition('id="menu-bot"')[2].partition("</form>")[0]
    assert '<option value="1">2</option>' in form and 'name="name"' in form
    assert [level for level in ("easy", "house", "sharp") if f'value="{level}"' in form] == [
        "easy", "house", "sharp",
    ]  # fmt: skip
    assert isinstance(services.add_bot(room_id=room.pk, by=cai, seat=1, level="sharp"), Room)
    menu = html_of(zones_of(load_table(room.pk), None, viewer)["menu"], "en")
    assert "menu-bot" not in menu, "no chair is free"
