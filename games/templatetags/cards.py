"""Cards in words and as CSS hooks, for templates/games/cards/."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, pgettext, pgettext_lazy

from games.core.cards import CODES, JOKERS, UNSEEN
from games.templatetags.table import listed

register = template.Library()

RANKS: Final = {
    "A": pgettext_lazy("card rank", "ace"),
    "2": pgettext_lazy("card rank", "two"),
    "3": pgettext_lazy("card rank", "three"),
    "4": pgettext_lazy("card rank", "four"),
    "5": pgettext_lazy("card rank", "five"),
    "6": pgettext_lazy("card rank", "six"),
    "7": pgettext_lazy("card rank", "seven"),
    "8": pgettext_lazy("card rank", "eight"),
    "9": pgettext_lazy("card rank", "nine"),
    "T": pgettext_lazy("card rank", "ten"),
    "J": pgettext_lazy("card rank", "jack"),
    "Q": pgettext_lazy("card rank", "queen"),
    "K": pgettext_lazy("card rank", "king"),
}
SUITS: Final = {
    "C": pgettext_lazy("card suit", "clubs"),
    "D": pgettext_lazy("card suit", "diamonds"),
    "H": pgettext_lazy("card suit", "hearts"),
    "S": pgettext_lazy("card suit", "spades"),
}
JOKER_NAMES: Final = {
    "X1": pgettext_lazy("card", "red joker"),
    "X2": pgettext_lazy("card", "black joker"),
}
SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@register.filter
def card_name(code: str) -> str:
    """The card in words, in the page's language: `QH` is "queen of hearts", "đầm cơ"."""
    return _name(code, get_language())


@lru_cache(maxsize=512)
def _name(code: str, language: str | None) -> str:
    if code in JOKERS:
        return str(JOKER_NAMES[code])
    rank, suit = code[0], code[1]
    # Translators: one playing card in words, for example "queen of hearts".
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": RANKS[rank], "suit": SUITS[suit]}


@register.filter
def card_suit(code: str) -> str:
    """What a card's colour hangs on: `s`, `h`, `d`, `c`, `x1` or `x2`."""
    return code.lower() if code in JOKERS else code[1].lower()


@register.filter
def suit_sign(suit: str) -> str:
    """`H` is ♥."""
    return SIGNS.get(suit, "")


@register.filter
def card_short(code: str) -> str:
    """The card as players write it: `TH` is 10♥, a joker ★."""
    if code in JOKERS:
        return "★"
    rank, suit = code[0], code[1]
    return ("10" if rank == "T" else rank) + SIGNS[suit]


@register.filter
def card_names(cards: Iterable[Any]) -> str:
    """The cards of a hand, for ears alone."""
    return listed(card_name(card.code) for card in cards)


IN_WORDS: Final = '<span class="word suit-{}" aria-hidden="true">{}</span><span class="sr-only">{}</span>'


@register.filter
def in_words(cards: Iterable[str]) -> str:
    """Cards the viewer knows: short for eyes, in words for ears."""
    language = get_language()
    return format_html_join(" ", "{}", ((_in_words(code, language),) for code in cards))


@lru_cache(maxsize=512)
def _in_words(code: str, language: str | None) -> str:
    return format_html(IN_WORDS, card_suit(code), card_short(code), _name(code, language))


@register.simple_tag
def card(code: str, *, small: bool = False) -> str:
    """The picture of a card. The whole pack is drawn at once: what is kept tells nothing of any hand."""
    return _pack(get_language(), small=small)[code]


@lru_cache(maxsize=16)
def _pack(language: str | None, *, small: bool) -> dict[str, str]:
    drawn = {"small": small}
    return {
        code: render_to_string("games/cards/_card.html", drawn | {"card": code}) for code in (*CODES, UNSEEN)
    }


@register.simple_tag
def open_cards(codes: Iterable[str]) -> str:
    """Cards that everybody sees, such as those on the tile of a game."""
    return format_html_join("", "{}", ((card(code),) for code in codes))
