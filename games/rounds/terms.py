"""Games and refusals in the terms of rooms: the one place where an engine is put into the lobby's words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games import registry
from games.books.told import told
from games.core import options, refusal
from games.core.engine import AnyEngine
from games.core.options import BadOption, Json
from games.page.game import AnyGame
from games.page.words import Label, Text
from lobby import catalogue
from lobby.refusals import Code, Refusal, refuse

# Codes that every game shares; what else is not a game's own is the room's to say.
SENTENCES: Final[Mapping[str, catalogue.Text]] = {
    refusal.Code.ROUND_OVER: _("This round is over."),
    refusal.Code.WRONG_PHASE: _("It is too early for that."),
    refusal.Code.NOT_YOUR_TURN: _("It is not your turn yet."),
    refusal.Code.NOT_YOUR_CARD: _("You do not hold that card."),
}


# --- refusals ---------------------------------------------------------------------------------


def refused(no: refusal.Refusal, game: str) -> Refusal:
    """Why a move was refused, with the sentence that its game has for it."""
    code = str(no.code)
    own = registry.game(game).words.refusals.get(code, "")
    return Refusal(code, no.facts, _told(own) if own else SENTENCES.get(code, ""))


# --- games ------------------------------------------------------------------------------------


def entry(game: AnyGame) -> catalogue.Game:
    """A game as the lobby's catalogue has it."""
    engine, words = game.engine, game.words
    return catalogue.Game(
        key=engine.game,
        name=_told(words.name),
        seats=engine.seats,
        banker=engine.banker,
        deals=engine.usual_deal is not None,
        levels=engine.levels,
        usual_level=engine.usual_level,
        cards=words.cards,
        tip=_told(words.tip),
        tip_cards=words.tip_cards,
        rulesets={ruleset: _label(words.rulesets[ruleset]) for ruleset in engine.rulesets},
        choices={ruleset: tuple(map(_option, _choices(engine, ruleset))) for ruleset in engine.rulesets},
        complete=partial(_complete, engine),
        options={name: _label(label) for name, label in words.options.items()},
        first=words.first,
        plays_for=_told(words.brief),
    )


def _choices(engine: AnyEngine, ruleset: str) -> tuple[options.Option, ...]:
    """The options that are the room's to choose, not the platform's round by round."""
    return tuple(option for option in engine.options(ruleset) if not option.platform)


def _option(option: options.Option) -> catalogue.Option:
    default = option.default
    return catalogue.Option(
        name=option.name,
        default=list(default) if isinstance(default, tuple) else default,
        kind=option.kind,
        low=option.low,
        high=option.high,
        length=option.length,
        accepts=option.accepts,
    )


def _complete(engine: AnyEngine, ruleset: str, given: Mapping[str, Json]) -> dict[str, Json] | Refusal:
    if ruleset not in engine.rulesets:
        return refuse(Code.BAD_OPTIONS, field="ruleset")
    full = options.complete(_choices(engine, ruleset), given)
    if isinstance(full, BadOption):
        return refuse(Code.BAD_OPTIONS, field=full.name, fault=str(full.fault))
    return full


def _label(label: Label) -> catalogue.Label:
    said = (label.name, label.help, label.short, label.pill)
    return catalogue.Label(*map(_told, said))


def _told(text: Text) -> catalogue.Text:
    return text if isinstance(text, str) else _later(text)


_later = lazy(told, str)
