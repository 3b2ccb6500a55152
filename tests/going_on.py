"""A long run that was stopped goes on where it was: `pytest --go-on=var/test-full.jsonl`.

Each result is written down as it comes, under the name of the tree that is tested. A second run of the same
tree leaves out what has its result; what failed stays failed and is named at the end. Once every test has had
its turn the file is removed, so that the next run begins anew; so it does where any file has changed.
"""

import hashlib
import json
import secrets
import subprocess
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption("--go-on", metavar="FILE", help="go on where the last run of this tree was stopped")


def pytest_configure(config):
    if path := config.getoption("--go-on"):
        config.pluginmanager.register(GoingOn(config, Path(path)))


def tree(root: Path) -> str:
    """One name for everything that git knows or would add here."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    asked = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if asked.returncode:
        return secrets.token_hex()  # without git every run begins anew
    names = asked.stdout.split("\0")
    whole = hashlib.sha256()
    for name in sorted(set(names) - {""}):
        path = root / name
        content = path.read_bytes() if path.is_file() else b""
        whole.update(f"{name}\0{len(content)}\0".encode() + content)
    return whole.hexdigest()


def without_group(test: str) -> str:
    """As it is called before the tests of a group are kept together."""
    name, at, group = test.rpartition("@")
    return name if at and "]" not in group else test


class GoingOn:
    def __init__(self, config: pytest.Config, path: Path) -> None:
        self.path, self.is_worker = path, hasattr(config, "workerinput")
        self.before: dict[str, str] = {}  # of earlier runs: the test, and how it failed
        self._failed: dict[str, str] = {}
        self._excused: set[str] = set()  # in quarantine: they have another turn, and are named again
        if self.is_worker:
            self.before = config.workerinput["before"]
        else:
            self._tree = tree(config.rootpath)
            self._read()

    def _read(self) -> None:
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        if lines[:1] == [self._tree]:
            self.before = dict(map(json.loads, lines[1:]))
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(f"{self._tree}\n", encoding="utf-8")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput["before"] = self.before  # all workers must leave out the same tests

    def pytest_collection_modifyitems(self, config, items):
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in self.before])
        items[:] = [item for item in items if item.nodeid not in self.before]

    def pytest_runtest_logreport(self, report):
        if self.is_worker:
            return
        test = without_group(report.nodeid)
        if report.failed:
            self._failed.setdefault(test, report.longreprtext)
        if hasattr(report, "wasxfail"):
            self._excused.add(test)
        is_over = report.when not in ("setup", "call")  # a crash of its process has a word of its own
        if is_over and test not in self._excused:
            self._note(test)

    def _note(self, test: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([test, self._failed.get(test, "")]) + "\n")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session, exitstatus):
        if self.is_worker or exitstatus not in (0, 1, 5) or session.shouldfail or session.shouldstop:
            return
        self.path.unlink()
        session.exitstatus = (
            1 if any(self.before.values()) else 0 if self.before and exitstatus == 5 else exitstatus
        )

    def pytest_terminal_summary(self, terminalreporter):
        failed = {test: how for test, how in self.before.items() if how}
        if self.before:
            passed = len(self.before) - len(failed)
            terminalreporter.section(
                f"before this run was stopped, {passed} were well and {len(failed)} failed"
            )
        for test, how in failed.items():
            terminalreporter.line(f"FAILED {test}\n{how}")
