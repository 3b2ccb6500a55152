"""How the suite itself runs: nothing turns a failure green, and a long run goes on where it was stopped."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import quarantine

pytestmark = pytest.mark.slow  # a run of its own each

ROOT = Path(__file__).resolve().parent.parent
CONFTEST = 'pytest_plugins = ("tests.quarantine", "tests.going_on")\n'
SHAKY = "tests/test_it.py::test_shaky"
TESTS = """
from pathlib import Path

def turn(name):
    with Path("turns").open("a") as file:
        file.write(name + " ")

def test_well():
    turn("well")

def test_shaky():
    turn("shaky")
    assert False, "not today"

def test_last():
    turn("last")
    if not Path("lasting").exists():
        raise KeyboardInterrupt
"""


@pytest.fixture
def house(tmp_path):
    """A small house of its own, with one test that fails and one that is stopped."""
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "quarantine.py", "going_on.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    (tmp_path / "tests/conftest.py").write_text(CONFTEST)
    (tmp_path / "tests/quarantine.txt").write_text("# none\n")
    (tmp_path / "tests/test_it.py").write_text(TESTS)
    (tmp_path / ".gitignore").write_text("__pycache__/\nvar/\nturns\nlasting\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def run(house, *arguments):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:django", "-q", *arguments]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, timeout=120)
    turns = (house / "turns").read_text().split() if (house / "turns").exists() else []
    (house / "turns").unlink(missing_ok=True)
    return done.returncode, done.stdout, turns


def test_what_fails_once_fails_the_run(house):
    (house / "lasting").touch()
    assert run(house)[::2] == (1, ["well", "shaky", "last"])


def test_what_is_in_quarantine_runs_and_is_named(house):
    (house / "lasting").touch()
    (house / "tests/quarantine.txt").write_text(f"{SHAKY}  the moon\n")
    code, said, turns = run(house)
    assert (code, turns) == (0, ["well", "shaky", "last"])
    assert "IN QUARANTINE" in said and f"{SHAKY}  the moon" in said


def test_quarantine_is_for_tests_that_are_there_and_says_why():
    for test, why in quarantine.read(ROOT).items():
        assert len(why) > 20, test
        found = [sys.executable, "-m", "pytest", "--collect-only", "-q", test]
        assert subprocess.run(found, cwd=ROOT, capture_output=True, timeout=120).returncode == 0, test


GO_ON = "--go-on=var/results"


@pytest.mark.parametrize("processes", [(), ("-n", "2")])
def test_a_run_that_was_stopped_goes_on(house, processes):
    """What failed before stays failed; then the next begins anew."""
    assert run(house, GO_ON)[::2] == (2, ["well", "shaky", "last"])
    (house / "lasting").touch()
    code, said, turns = run(house, GO_ON, *processes)
    assert (code, turns) == (1, ["last"])
    assert "1 were well and 1 failed" in said and f"FAILED {SHAKY}" in said and "not today" in said
    assert sorted(run(house, GO_ON, *processes)[2]) == ["last", "shaky", "well"]


@pytest.mark.parametrize(("failing", "code"), [("False", 1), ("True", 0)])
@pytest.mark.parametrize("processes", [(), ("-n", "2")])
def test_a_run_that_was_stopped_after_its_last_test_has_nothing_left_to_do(house, processes, failing, code):
    (house / "tests/test_it.py").write_text(TESTS.replace("False", failing))
    assert run(house, GO_ON)[0] == 2
    with (house / "var/results").open("a") as file:
        file.write(json.dumps(["tests/test_it.py::test_last", ""]) + "\n")
    assert run(house, GO_ON, *processes)[::2] == (code, [])
    assert not (house / "var/results").exists()


def test_what_is_in_quarantine_is_named_by_the_run_that_goes_on_too(house):
    (house / "tests/quarantine.txt").write_text(f"{SHAKY}  the moon\n")
    assert run(house, GO_ON)[0] == 2
    (house / "lasting").touch()
    code, said, turns = run(house, GO_ON)
    assert (code, turns) == (0, ["shaky", "last"]) and f"{SHAKY}  the moon" in said


def test_a_changed_house_begins_anew(house):
    assert run(house, GO_ON)[0] == 2
    (house / "lasting").touch()
    (house / "new.py").write_text("")
    code, said, turns = run(house, GO_ON)
    assert (code, turns) == (1, ["well", "shaky", "last"]) and "stopped" not in said


GROUPS = """
import os
from pathlib import Path

import pytest

ALL = [pytest.param(n % 2, id=str(n), marks=pytest.mark.xdist_group(f"group {n % 2}")) for n in range(8)]

@pytest.mark.parametrize("group", ALL)
def test_of_a_group(group):
    with Path("turns").open("a") as file:
        file.write(f"{group}:{os.environ['PYTEST_XDIST_WORKER']} ")
    assert group
"""


TOGETHER = ("-n", "2", "--dist", "loadgroup")


def test_tests_of_a_group_stay_together(house):
    (house / "tests/test_it.py").write_text(GROUPS)
    code, _said, turns = run(house, *TOGETHER)
    assert code == 1 and len(turns) == 8 and len(set(turns)) == 2


def test_a_group_that_was_stopped_goes_on(house):
    one = 'import pytest\n\npytestmark = pytest.mark.xdist_group("one")\n'
    (house / "tests/test_it.py").write_text(one + TESTS)
    (house / "lasting").touch()
    assert run(house, GO_ON, "-x", *TOGETHER)[2] == ["well", "shaky"]
    code, said, turns = run(house, GO_ON, *TOGETHER)
    assert (code, turns) == (1, ["last"]) and f"FAILED {SHAKY}" in said
