"""`make bench`: what this machine can do, as tables.

python -m tests.bench                       everything but what the bots are worth, once
python -m tests.bench json xidach 100       only what has all these words in its name, and its peers
python -m tests.bench bots                  what the bots are worth (so too `engines`, `packages`)
python -m tests.bench --full                all, medians of three; once stopped, it goes on where it was
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import pytest  # noqa: E402

from tests.bench import bots, engines, peers  # noqa: E402
from tests.bench.plan import FULL, SHORT, Run, chosen, plan  # noqa: E402
from tests.bench.site import MissingPeerError, Site  # noqa: E402
from tests.bench.targets import Results, measured, reached, table  # noqa: E402
from tests.server import ROOT  # noqa: E402

Rows = list[tuple[str, str]]
Skipped = pytest.skip.Exception  # what tests do where a service is missing
TIMES = 3


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    busy = os.getloadavg()[0]
    return (
        f"{model or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load "
        f"{busy:.1f} before; tables of four, every move committed (SQLite, synchronous=FULL) before it is "
        "shown, everybody's rounds real; client and servers share the machine"
    )


def measures() -> dict[str, Callable[[], Rows]]:
    """What is not measured by playing at tables."""
    return {"engines": engines.measure, "packages": peers.measure, "bots": bots.measure}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("words", nargs="*")
    parser.add_argument(
        "--full", action="store_true", help=f"medians of {TIMES}; a missing peer is a failure"
    )
    parser.add_argument("--alone", action="store_true", help="without those it is compared with")
    asked = parser.parse_args()
    caption = machine()
    for name, measure in measures().items():
        everything = not asked.words and (asked.full or name != "bots")
        if everything or asked.words == [name]:
            if name == "packages" and asked.full and (gone := peers.missing()):
                sys.exit(f"{name}: not installed: {', '.join(gone)}")
            print(table(measure()), flush=True)
    play(asked.words, full=asked.full, alone=asked.alone)
    print(f"\n{caption}")


def play(words: Sequence[str], *, full: bool, alone: bool) -> None:
    """All loads, each printed as it comes. What is missing is said; in full it is a failure."""
    runs = chosen(list(plan(FULL if full else SHORT)), words, alone=alone)
    if not runs:
        return
    results, missing = Results(record() if full else None), set[str]()
    with Site() as site:
        for run in left(runs * (TIMES if full else 1), results):
            try:
                row = run.measure(site)
            except (MissingPeerError, ImportError, Skipped) as error:
                if full:
                    sys.exit(f"{run.name}: {error}")
                missing.add(f"{run.name}: missing, {error}")
                continue
            results.add(run.name, row)
            figures = ", ".join(f"{what} {figure:.4g}" for what, figure in row.items())
            print(f"{run.name}: {figures}", *site.checked, sep="\n    ", flush=True)
            site.checked.clear()
    print("", measured(results), "", reached(results), *sorted(missing), sep="\n")


def left(runs: Iterable[Run], results: Results) -> Iterator[Run]:
    """Those that an earlier run, which was stopped, has not measured."""
    done = Counter({name: len(rows) for name, rows in results.rows.items()})
    for run in runs:
        if done[run.name]:
            done[run.name] -= 1
        else:
            yield run


def record() -> Path:
    """Where the figures of this state of the code are kept; take the file away to measure anew."""
    asked = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    path = ROOT / "var" / f"bench-{asked.stdout.strip() or 'full'}.jsonl"
    path.parent.mkdir(exist_ok=True)
    return path


if __name__ == "__main__":
    main()
