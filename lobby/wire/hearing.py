"""What those who are here do not hear. Read as they come in, and again when they change it: no frame asks
the database."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any, Final

from accounts.blocks.quiet import LOUD, Quiet, read_quiets

_quiet: Final[dict[int, Quiet]] = {}  # of those who do not hear everything, or lately did not
_read_at: Final[dict[int, float]] = {}  # when, of the same
_news: Final[set[int]] = set()  # people for whom it is another since somebody took the news


def quiet_of(user_id: int | None) -> Quiet:
    """As this process knows it."""
    return LOUD if user_id is None else _quiet.get(user_id, LOUD)


def learn(user_ids: Iterable[int]) -> None:
    """Read anew, from any thread; what somebody began to read later meanwhile stays."""
    ids, began = set(user_ids), monotonic()
    found = read_quiets(ids)
    for user_id in ids:
        now = found.get(user_id, LOUD)
        if now != quiet_of(user_id) and _read_at.get(user_id, 0.0) <= began:
            _quiet[user_id], _read_at[user_id] = now, began
            _news.add(user_id)


def meet(people: Iterable[Any]) -> None:
    """They come in. Of most of them nothing has to be read."""
    learn(person.pk for person in people if is_to_be_read(person))


def is_to_be_read(person: Any) -> bool:
    return person.quiet or person.pk in _quiet


def take_news() -> set[int]:
    """Whoever hears anew since this was asked last."""
    news = set(_news)
    _news.difference_update(news)
    return news


def forget_all_but(user_ids: set[int]) -> None:
    """Who is not here any more is read anew when they come back."""
    for user_id in set(_quiet).difference(user_ids):
        _quiet.pop(user_id, None)
        _read_at.pop(user_id, None)
