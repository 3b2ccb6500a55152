"""What staff look for by a word, and what stands on the page of a person. Each app lays in how its things
are found: by an index, never by a part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

from django.http import HttpRequest

from accounts.models import User

MOST: Final = 20  # of each kind
NEWEST: Final = 10  # on a shelf


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


# --- on the page of a person ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """A short list of the newest things of somebody, and the whole one, where their name is looked for."""

    name: Any
    find: Callable[[HttpRequest, User], Iterable[Hit]]  # only what this member of staff may look at
    url: Callable[[], str]


_shelves: list[Shelf] = []


def put_up(shelf: Shelf) -> None:
    _shelves.append(shelf)


def shelves(request: HttpRequest, person: User) -> Iterator[tuple[Shelf, list[Hit]]]:
    """Those with something on them."""
    for shelf in _shelves:
        if hits := list(islice(shelf.find(request, person), NEWEST)):
            yield shelf, hits
