"""Words and numbers of the table, for templates/games/."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from django import template
from django.utils.formats import get_format, localize
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, pgettext_lazy

from games.table import zone
from games.templatetags.once import gettext, pgettext
from lobby import catalogue

register = template.Library()
BOT_LEVELS: Final = {
    "easy": pgettext_lazy("level of a bot", "easy"),
    "house": pgettext_lazy("level of a bot", "medium"),
    "sharp": pgettext_lazy("level of a bot", "sharp"),
}


@register.simple_block_tag
def said(content: str) -> str:
    """What stands inside, as a part of a sentence: `{% said as hand %}…{% endsaid %}`."""
    return content


@register.simple_tag
def blank(word: str) -> str:
    """Where a word of the zone's is written in after drawing."""
    return zone.blank(word)


@register.simple_tag
def blanks(word: str, count: int) -> list[str]:
    """The same for several of a kind: `card-0`, `card-1`…"""
    return [zone.blank(f"{word}-{n}") for n in range(count)]


def listed(things: Iterable[str]) -> str:
    """Several things in words, as the language writes a list."""
    # Translators: between the things of a list.
    return format_html_join(pgettext("list", ", "), "{}", ((thing,) for thing in things))


@register.filter
def bdi(name: str) -> str:
    """A name that somebody chose, apart from the sentence around it, whichever way its letters run."""
    return format_html("<bdi>{}</bdi>", name)


@register.filter
def bdis(names: Iterable[str]) -> str:
    return listed(map(bdi, names))


@register.filter
def signed(points: int | None) -> str:
    """Points with their sign, a real minus, grouped as the language does: +1,284, −20, 0."""
    return "" if points is None else with_sign(points, separator())


def with_sign(points: int, between: str) -> str:
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return sign + f"{abs(points):,}".replace(",", between)


def separator() -> str:
    """Between the thousands of a number."""
    return str(get_format("THOUSAND_SEPARATOR"))


@register.filter
def colour(points: int | None) -> str:
    """The class of a gain or a loss."""
    return "is-gain" if points and points > 0 else "is-loss" if points and points < 0 else ""


@register.filter
def scored(points: int) -> str:
    """Points in their colour."""
    return format_html('<b class="points {}">{}</b>', colour(points), signed(points))


@register.filter
def amount(points: int) -> str:
    """Points beside a word that says which way they go: 1,284, never "loses −20"."""
    return signed(abs(points)).removeprefix("+")


@register.simple_tag
def first_game() -> str:
    """Whose rules the house shows to who asks for none."""
    return next(iter(catalogue.GAMES), "")


@register.filter
def game_name(game: str) -> str:
    return str(catalogue.game(game).name)


@register.filter
def ruleset_name(ruleset: str, game: str) -> str:
    return str(catalogue.game(game).ruleset(ruleset).name)


@register.filter
def option_name(option: str, game: str) -> str:
    """As it is called beside its value."""
    label = catalogue.game(game).option(option)
    return str(label.short or label.name)


@register.simple_tag
def option_pill(game: str, option: str, value: Any) -> str:
    """An option with its value, in a word or two."""
    return catalogue.game(game).pill(option, value)


@register.filter
def option_value(value: Any, game: str) -> str:
    """An option's value in words: yes, no, numbers with a real minus, the name of a ruleset."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple | list):
        return " · ".join(map(str, value)).replace("-", "−")
    return ruleset_name(value, game) if isinstance(value, str) else localize(value)


@register.simple_tag
def kick_reasons() -> tuple[str, ...]:
    """The house's reasons to ask somebody to leave, by their keys."""
    return tuple(catalogue.REASONS)


@register.filter
def bot_level(level: str) -> str:
    """How well a bot plays, in words."""
    return _level(get_language(), level)


@lru_cache
def _level(_language: str | None, level: str) -> str:
    return str(BOT_LEVELS.get(level, level))


@register.filter
def kick_reason(why: str) -> str:
    """One of the house's reasons to ask somebody to leave, in words."""
    return _reason(get_language(), why)


@lru_cache
def _reason(_language: str | None, why: str) -> str:
    return str(catalogue.REASONS.get(why, ""))


@register.filter
def of_seat(names: Sequence[str], seat: int) -> str:
    """Who sits there, of names by engine seat."""
    return names[seat]


@register.filter
def is_switch(value: Any) -> bool:
    """Is this house option a yes or no?"""
    return isinstance(value, bool)


@register.filter
def is_list(value: Any) -> bool:
    """Has this house option a field for each of its numbers?"""
    return isinstance(value, tuple | list)


@register.simple_tag
def pauses() -> tuple[int, ...]:
    """That there may be before a round which begins by itself, in seconds."""
    return catalogue.AUTO_NEXT[1:]


@register.filter
def as_field(value: Any) -> str:
    """An option's value as a form sends it: never grouped, lists with commas."""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
