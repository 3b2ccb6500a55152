"""Games as rooms know them, laid into the lobby's catalogue when the house starts."""

from __future__ import annotations

from django.utils.functional import Promise, lazy

from games.books.told import told
from games.page.game import Game
from games.page.words import Label, Text
from games.registry import GAMES
from lobby import catalogue


def lay_in_all() -> None:
    for game in GAMES.values():
        catalogue.lay_in(entry(game))


def entry(game: Game) -> catalogue.Game:
    words = game.words
    return catalogue.Game(
        key=game.engine.game,
        name=_told(words.name),
        cards=words.cards,
        tip=_told(words.tip),
        tip_cards=words.tip_cards,
        rulesets={name: _label(label) for name, label in words.rulesets.items()},
        options={name: _label(label) for name, label in words.options.items()},
        first=words.first,
        plays_for=_told(words.brief),
    )


def _label(label: Label) -> catalogue.Label:
    said = (label.name, label.help, label.short, label.pill)
    return catalogue.Label(*map(_told, said))


def _told(text: Text) -> catalogue.Text:
    return text if isinstance(text, str | Promise) else _later(text)


_later = lazy(told, str)
