"""The drawn animals: every avatar that is or was chosen has its place in the row of pictures, and a disc."""

import re
import subprocess
import sys

import pytest
from django.utils import translation

from accounts.models import ANIMALS, DISCS, any_avatar
from accounts.templatetags.faces import face_names
from lobby.facts import ROBOT
from lobby.listing import drawn, first_rows
from lobby.services import add_bot
from tests.files import ROOT

ART = ROOT / "static" / "art"
BASE = (ROOT / "static" / "css" / "base.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", ["make_cards.py", "make_faces.py"])
def test_pictures_are_what_their_script_draws(script):
    done = subprocess.run([sys.executable, ART / script, "--check"], check=False, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


def row_of(name):
    """The pictures of a file, in their order."""
    script = (ART / "make_faces.py").read_text(encoding="utf-8")
    return re.search(rf"^{name} = \(([^)]*)\)", script, re.M)[1].split(", ")


def test_each_animal_and_the_robot_are_seen_at_their_place():
    places = re.findall(r'\.avatar\[data-avatar\^="(\w+)"\] \{ --face-at: (\d+); \}', BASE)
    faces = row_of("FACES")
    assert {name: faces[int(at)] for name, at in places} == {name: name for name in (*ANIMALS, ROBOT)}
    assert faces[-1] == "nobody" and f"--face-at: {len(faces) - 1};" in BASE
    assert f"/ {len(faces) - 1} * 100%) 0 / {len(faces)}00% 100%" in BASE
    assert f'viewBox="0 0 {len(faces)}00 100"' in (ART / "faces.svg").read_text(encoding="utf-8")


def test_no_name_of_an_animal_begins_as_another_does():
    """The style sheet looks at how an avatar begins."""
    assert [(a, b) for a in (*ANIMALS, ROBOT) for b in (*ANIMALS, ROBOT) if a != b and a.startswith(b)] == []


def test_each_disc_has_its_colour():
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    for disc in DISCS:
        assert f'.avatar[data-avatar$="-{disc}"] {{ --disc: var(--disc-{disc}); }}' in BASE
        assert re.search(rf"--disc-{disc}: #", tokens)
    assert re.fullmatch(rf"({'|'.join(ANIMALS)})-[1-8]", any_avatar())


@pytest.mark.parametrize(
    ("language", "told"), [("vi", "Cọp, Mèo, Máy"), ("en", "Tiger, Cat, Bot"), ("zh-hans", "虎、猫、机器人")]
)
def test_a_row_without_names_is_told_in_words(language, told):
    with translation.override(language):
        assert face_names(["tiger-3", "", "cat-1", ROBOT, "unicorn-2"]) == told


@pytest.mark.django_db
def test_who_sits_in_a_room_of_the_list_is_heard_too(an, open_room):
    an.avatar = "goat-2"
    an.save()
    room = open_room(by=an)
    add_bot(room_id=room.pk, by=an, seat=1, level="house")
    (row,) = first_rows(1)
    html = drawn(row, "en", mine=False)
    assert '<span class="avatar-row" role="img" aria-label="Goat, Bot">' in html
    assert 'data-avatar="goat-2" aria-hidden="true"' in html and 'data-avatar="robot"' in html
