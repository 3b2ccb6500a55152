"""The four verbs: small classes, read once at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, assert_never

from games.core.cards import CODES, Card, Hand, card_of, codes
from games.core.engine import SeatNo
from games.core.refusal import MALFORMED, Refusal


class Source(StrEnum):
    """RM-3  Where a card is drawn from."""

    STOCK = "stock"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Draw:
    seat: SeatNo
    source: Source


@dataclass(frozen=True, slots=True)
class LayDown:
    seat: SeatNo
    melds: tuple[Hand, ...]  # as the move lists them


@dataclass(frozen=True, slots=True)
class LayOff:
    seat: SeatNo
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class Discard:
    seat: SeatNo
    card: Card


Move = Draw | LayDown | LayOff | Discard


def read_move(seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
    """A move as the contract writes it; parameters its verb does not have are ignored."""
    match word.get("do"):
        case "draw":
            return _read_draw(seat, word.get("from"))
        case "lay_down":
            return _read_lay_down(seat, word.get("melds"))
        case "lay_off":
            return _read_lay_off(seat, card_of(word.get("card")), word.get("meld"))
        case "discard":
            card = card_of(word.get("card"))
            return MALFORMED if card is None else Discard(seat, card)
        case _:
            return MALFORMED


def _read_draw(seat: SeatNo, source: object) -> Draw | Refusal:
    if source == "stock":
        return Draw(seat, Source.STOCK)
    if source == "discard":
        return Draw(seat, Source.DISCARD)
    return MALFORMED


def melds_of_text(text: str) -> list[list[str]]:
    """The melds of a lay down as a form sends them: `7C 7D 7H / 9C 9D 2S`."""
    return [meld.split() for meld in text.split("/")]


def _read_lay_down(seat: SeatNo, melds: object) -> LayDown | Refusal:
    """Lists of cards, none of them twice; whether they are the contract is asked later."""
    if type(melds) is not list or not all(type(meld) is list for meld in melds):
        return MALFORMED
    read = tuple(tuple(card for code in meld if (card := card_of(code)) is not None) for meld in melds)
    cards = [card for meld in read for card in meld]
    if len(cards) < sum(map(len, melds)) or len(set(cards)) < len(cards):
        return MALFORMED
    return LayDown(seat, read)


def _read_lay_off(seat: SeatNo, card: Card | None, meld: object) -> LayOff | Refusal:
    """Any whole number may name a meld; one that is not there does not fit."""
    return MALFORMED if card is None or type(meld) is not int else LayOff(seat, card, meld)


def write_move(move: Move) -> dict[str, Any]:
    match move:
        case Draw(seat, source):
            return {"seat": seat, "do": "draw", "from": str(source)}
        case LayDown(seat, melds):
            return {"seat": seat, "do": "lay_down", "melds": [list(codes(meld)) for meld in melds]}
        case LayOff(seat, card, meld):
            return {"seat": seat, "do": "lay_off", "card": CODES[card], "meld": meld}
        case Discard(seat, card):
            return {"seat": seat, "do": "discard", "card": CODES[card]}
        case _:
            assert_never(move)
