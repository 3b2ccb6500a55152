"""The site with the same deals every time, counting its queries and how often it draws a template.

What goes on by the clock is left out, so that the same moves count the same.
"""

import mmap
import os
import struct
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Any

import django

FORM = struct.Struct("qq")  # queries, renders


class Counts:
    """Two numbers in a file beside the database; whoever opens it reads what the server counts."""

    def __init__(self, folder: Path) -> None:
        path = folder / "counts"
        if not path.exists():
            path.write_bytes(bytes(FORM.size))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), FORM.size)
        self._lock = Lock()

    def read(self) -> tuple[int, int]:
        queries, renders = FORM.unpack_from(self._shared)
        return queries, renders

    def add(self, queries: int, renders: int) -> None:
        with self._lock:
            before = self.read()
            FORM.pack_into(self._shared, 0, before[0] + queries, before[1] + renders)

    def counting(self, function: Callable[..., Any], *what: int) -> Callable[..., Any]:
        @wraps(function)
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.add(*what)
            return function(*args, **kwargs)

        return counted


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import execute_from_command_line
    from django.db.backends.utils import CursorWrapper
    from django.template.backends.django import Template

    from games.core import fairness
    from games.live import ticker
    from tests.still import same_seed

    counts = Counts(Path(os.environ["DATA_DIR"]))
    for name in ("execute", "executemany"):
        setattr(CursorWrapper, name, counts.counting(getattr(CursorWrapper, name), 1, 0))
    Template.render = counts.counting(Template.render, 0, 1)
    fairness.round_seed = same_seed
    assert ticker._chores(), "what goes on by the clock has moved elsewhere"
    ticker._chores = list
    execute_from_command_line(["manage.py", "serve"])


if __name__ == "__main__":
    main()
