"""What things are called in a game, in no language yet: who shows them puts them into one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Text = object  # a string, a translation that waits for its language, or a `Said`


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence with the numbers and names it speaks of."""

    words: Text
    facts: tuple[tuple[str, object], ...] = ()


def say(words: Text, **facts: object) -> Said:
    """`say(_("Up to %(cards)s cards."), cards=5)`"""
    return Said(words, tuple(facts.items()))


@dataclass(frozen=True, slots=True)
class Label:
    """A name, and what is said of it."""

    name: Text
    help: Text = ""
    short: Text = ""  # beside its value, where the name asks for one
    pill: Text = ""  # with its `value`, in a word or two: the table says so where it is not as usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a game is called and what is said of it outside its own pages."""

    name: Text
    cards: tuple[str, ...]  # on its tile; the first two are its emblem
    tip: Text = ""  # for beginners, in its corner of the lobby
    tip_cards: tuple[str, ...] = ()
    rulesets: Mapping[str, Label]
    options: Mapping[str, Label] = field(default_factory=dict)
    first: tuple[str, ...] = ()  # options that are asked for at first sight; the others are in the fold
    brief: Text = ""  # what a room plays for, in a word or two, where none of those say it
    log: Text = ""  # over the log while a round runs, where it tells only a part (Engine.covers)
    refusals: Mapping[str, Text] = field(default_factory=dict)  # by code: why not, with the refusal's facts
    filters: Mapping[str, Callable[..., Text]] = field(default_factory=dict)  # for its templates
