"""`make bench`: what this machine can do, as one table."""

import os
import platform
from collections.abc import Callable
from pathlib import Path

import django

Rows = list[tuple[str, str]]


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    busy = os.getloadavg()[0]
    return (
        f"{model or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"load {busy:.1f} before; daphne and SQLite (synchronous=FULL) as `make run` starts them, "
        "client and server share the machine"
    )


def measures() -> list[Callable[[], Rows]]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.bench import bots, engines, live, peers

    return [engines.measure, peers.measure, bots.measure, live.measure]


def main() -> None:
    caption = machine()
    rows = [row for measure in measures() for row in measure()]
    what, figures = (max(len(row[column]) for row in rows) for column in (0, 1))
    print(f"{'what':<{what}}  {'figure':>{figures}}")
    print(f"{'-' * what}  {'-' * figures}")
    for name, figure in rows:
        print(f"{name:<{what}}  {figure:>{figures}}")
    print(f"\n{caption}")


if __name__ == "__main__":
    main()
