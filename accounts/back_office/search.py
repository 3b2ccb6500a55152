"""What staff look for by a word. Each app lays in how its things are found: by an index, never by a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

from django.http import HttpRequest

MOST: Final = 20  # of each kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A thing that somebody may mean, and its page."""

    kind: Any
    name: str
    url: str
    note: Any = ""


Finder = Callable[[HttpRequest, str], Iterable[Hit]]  # only what this member of staff may look at
_finders: list[Finder] = []


def lay_in(*finders: Finder) -> None:
    _finders.extend(finders)


def find(request: HttpRequest, wanted: str) -> list[Hit]:
    return list(chain.from_iterable(islice(finder(request, wanted), MOST) for finder in _finders))
