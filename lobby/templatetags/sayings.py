"""What is said with one tap, for templates/games/zones/_chat.html and _quick.html."""

from collections.abc import Iterable

from django import template
from django.utils.functional import Promise

from lobby import sayings

register = template.Library()
register.filter("emote", sayings.emote_of)
register.filter("as_read", sayings.read)
register.filter("said", sayings.said)


@register.filter
def emote_name(emote: str) -> str | Promise:
    return sayings.EMOTES[emote]


@register.simple_tag
def emotes() -> Iterable[str]:
    return sayings.EMOTES


@register.simple_tag
def phrases() -> Iterable[str | Promise]:
    return sayings.PHRASES
