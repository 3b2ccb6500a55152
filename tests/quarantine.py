"""The few tests whose failure is named at the end and does not fail the run: see quarantine.txt."""

from pathlib import Path

import pytest

LISTED = "in quarantine: "


def listed(text: str) -> dict[str, str]:
    """Each test in quarantine, and why."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {test: why.strip() for test, _, why in (line.partition("  ") for line in lines)}


def read(root: Path) -> dict[str, str]:
    return listed((root / "tests/quarantine.txt").read_text(encoding="utf-8"))


def pytest_collection_modifyitems(config, items):
    quarantine = read(config.rootpath)
    for item in items:
        if item.nodeid in quarantine:
            item.add_marker(pytest.mark.xfail(reason=LISTED + quarantine[item.nodeid], strict=False))


def pytest_terminal_summary(terminalreporter):
    failed = [
        report
        for report in terminalreporter.getreports("xfailed")
        if getattr(report, "wasxfail", "").startswith(LISTED)
    ]
    if failed:
        terminalreporter.section("FAILED, BUT IN QUARANTINE", red=True)
    for report in failed:
        terminalreporter.line(f"{report.nodeid}  {report.wasxfail.removeprefix(LISTED)}")
