"""Words and numbers of the table, for templates/games/."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.formats import get_format, localize
from django.utils.translation import gettext

from lobby.house_options import face, option_label, ruleset_label

register = template.Library()


@register.filter
def signed(points: int | None) -> str:
    """Points with their sign, a real minus, grouped as the language does: +1,284, −20, 0."""
    if points is None:
        return ""
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return sign + f"{abs(points):,}".replace(",", get_format("THOUSAND_SEPARATOR"))


@register.filter
def game_name(game: str) -> str:
    return str(face(game).name)


@register.filter
def ruleset_name(ruleset: str) -> str:
    return str(ruleset_label(ruleset).name)


@register.filter
def option_name(option: str) -> str:
    """As it is called beside its value."""
    label = option_label(option)
    return str(label.short or label.name)


@register.filter
def option_value(value: Any) -> str:
    """An option's value in words: yes, no, numbers with a real minus, the name of a ruleset."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple | list):
        return " · ".join(map(str, value)).replace("-", "−")
    return ruleset_name(value) if isinstance(value, str) else localize(value)


@register.filter
def of_seat(names: Sequence[str], seat: int) -> str:
    """Who sits there, of names by engine seat."""
    return names[seat]


@register.filter
def is_switch(value: Any) -> bool:
    """Is this house option a yes or no?"""
    return isinstance(value, bool)


@register.filter
def as_field(value: Any) -> str:
    """An option's value as a form sends it: never grouped, lists with commas."""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
