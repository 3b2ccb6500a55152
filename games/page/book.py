"""What a rulebook for people is made of: chapters, articles, tables, examples. Frozen, in no language yet.

Numbers come from the engine and examples are worked out by it, so a page can never say what the table
does not do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from games.core.cards import Hand, codes
from games.core.engine import AnyEngine
from games.core.options import Option
from games.page.words import Label, Text


class Tone(StrEnum):
    """How a result feels, from the player's side. Never told by colour alone."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    PLAIN = ""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card of an example, and what it counts for where that is not what one reads."""

    card: str
    badge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A hand of an example: whose, its cards in groups, the arithmetic, and what the engine calls it."""

    groups: tuple[tuple[ShownCard, ...], ...]
    who: Text = ""
    sum: str = ""
    name: Text = ""

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(one.card for group in self.groups for one in group)

    @property
    def is_wide(self) -> bool:
        """Its words have no room beside it."""
        return len(self.groups) > 1 or len(self.cards) > 4

    @property
    def is_whole(self) -> bool:
        """It is shown in one row, however long."""
        return len(self.groups) == 1 and len(self.cards) > 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Cards as they might lie, and what comes of them."""

    hands: tuple[Shown, ...]
    verdict: Text = ""
    tone: Tone = Tone.PLAIN
    note: Text = ""
    found: tuple[tuple[str, object], ...] = ()  # what the engine answered, in its own words

    @property
    def is_whole(self) -> bool:
        return any(hand.is_whole for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Cell:
    words: Text
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under a head; the first cell of a row names it."""

    caption: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One rule: its id in the rulebook (none for what the house adds), and what it says."""

    id: str = ""
    title: Text
    says: tuple[Text, ...] = ()
    tables: tuple[Table, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def anchor(self) -> str:
        return self.id.lower()


@dataclass(frozen=True, slots=True)
class HouseOption:
    """A house option as the room's form offers it."""

    option: Option
    label: Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    key: str  # its place on the page
    title: Text
    intro: Text = ""
    articles: tuple[Article, ...] = ()
    tables: tuple[Table, ...] = ()
    options: tuple[HouseOption, ...] = ()
    ruleset: str = ""  # where only one ruleset plays so


@dataclass(frozen=True, slots=True, kw_only=True)
class Minute:
    """A ruleset on one screen, for a newcomer. What one plays for is the book's goal."""

    ruleset: str
    turn: Text
    wins: Text
    hands: tuple[Example, Example, Example]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    game: str
    goal: Text
    minutes: tuple[Minute, ...]  # one a ruleset
    chapters: tuple[Chapter, ...]

    def articles(self) -> Iterator[Article]:
        for chapter in self.chapters:
            yield from chapter.articles

    def examples(self) -> Iterator[Example]:
        for minute in self.minutes:
            yield from minute.hands
        for article in self.articles():
            yield from article.examples


class House(Protocol):
    """What holds at every table, whatever is played: the house says it, a game's book says where."""

    def stakes(self, highest: Option) -> Text: ...  # where each player places their own
    def plain(self) -> Text: ...  # of the move that the table makes when time runs out
    def time(self, *, timed_out: tuple[Text, ...] = (), tables: tuple[Table, ...] = ()) -> Chapter: ...
    def fair_deal(self, engine: AnyEngine, *more: Text) -> Chapter: ...
    def points_only(self) -> Chapter: ...
    def host_is_banker(self, engine: AnyEngine) -> tuple[Text, ...]: ...


# How they are written


def shown_cards(cards: Hand, badges: Iterable[str] = ()) -> tuple[ShownCard, ...]:
    marks = tuple(badges) or ("",) * len(cards)
    return tuple(ShownCard(code, mark) for code, mark in zip(codes(cards), marks, strict=True))


def row(name: Text, *cells: Text | Cell) -> tuple[Cell, ...]:
    return (Cell(name), *(cell if isinstance(cell, Cell) else Cell(cell) for cell in cells))


def house_options(options: Iterable[Option], labels: Mapping[str, Label]) -> tuple[HouseOption, ...]:
    """What a room may switch, with the words its form has; what the platform sets is left out."""
    return tuple(HouseOption(o, labels[o.name]) for o in options if not o.platform)
