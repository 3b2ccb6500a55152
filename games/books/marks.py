"""What a newcomer is shown at a game's table, in the language of who reads it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.books.told import told
from games.registry import GAMES

WORDS: Final = {
    "tip": _("Tip"),
    "got_it": _("Got it"),
    "stop": _("no more tips"),
    "stopped": _("No more tips. You can turn them on again in the settings."),
}


def told_marks(game: str) -> dict[str, object] | None:
    """The marks of a game of the house, in their order, and the words of their buttons; None of no other."""
    if game not in GAMES:
        return None
    marks = [asdict(mark) | {"says": told(mark.says)} for mark in GAMES[game].marks]
    return {"marks": marks, "words": {name: told(words) for name, words in WORDS.items()}}
