"""The sharp opponent: it counts how far its hand is from the contract, and which cards would help.

It sees one view and remembers nothing else. What it has not seen may come from anywhere.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.core.cards import PACK_54, Card, Hand
from games.rummy import house
from games.rummy.melds import Kind, is_wild, mask, naturals, wilds
from games.rummy.play import DISCARDS, Legal
from games.rummy.proposal import RANK, SUIT, run_windows
from games.rummy.rules import Asked, Contract, Phase
from games.rummy.scoring import PENALTY
from games.rummy.view import RummyView

WILDS: Final = mask(card for card in PACK_54 if is_wild(card))
BEHIND: Final = 2  # an aim so many cards behind another is not worth following


class Outlook(NamedTuple):
    """How far a hand is from its contract: the cards it needs, and how many of those not seen would help."""

    needs: int
    helpers: int


def choose(view: RummyView) -> Legal:
    if view.phase is Phase.DRAW:
        return draw(view)
    return house.meld(view, discard)


# Moves


def draw(view: RummyView) -> Legal:
    """The discard if it is wild or brings the contract nearer; having laid down, if it can be laid off."""
    assert view.discard is not None
    if house.has_laid_down(view) or is_wild(view.discard):
        return house.draw(view)
    with_it = outlook((*view.own, view.discard), view)
    return house.DISCARD if with_it.needs < outlook(view.own, view).needs else house.STOCK


def discard(view: RummyView) -> Legal:
    """The natural without which the contract is nearest; the house knows best what to keep after it."""
    own = naturals(view.own)
    if not own or house.has_laid_down(view):
        return house.discard(view)
    taken = house.taken_by(view.melds)  # also by one's own hand, once it has laid down

    def loss(card: Card) -> tuple[int, int, int, int, Card]:
        left = outlook(tuple([held for held in view.own if held != card]), view)
        return left.needs, taken >> card & 1, -left.helpers, -PENALTY[card], card

    return DISCARDS[min(own, key=loss)]


# What a hand is worth


def outlook(hand: Hand, view: RummyView) -> Outlook:
    """RM-4  A meld takes at most half its cards in wilds."""
    contract = view.house.deal.contract
    needs, lacks = _aimed(mask(naturals(hand)), contract)
    needs -= min(len(wilds(hand)), sum([asked.size // 2 for asked in contract]))
    seen = mask([*view.own, *[card for meld in view.melds for card in meld.cards]])
    return Outlook(needs, ((lacks | WILDS) & ~seen).bit_count()) if needs > 0 else Outlook(0, 0)


@lru_cache(maxsize=8192)
def _aimed(own: int, contract: Contract) -> tuple[int, int]:
    """How many cards the best aims at all melds together need, wilds aside, and what they lack.

    A card that two melds want counts once: it is missing in one of them.
    """
    ways = {0: 0}
    for asked in contract:
        ways = _with_one_more(ways, aims(own, asked))
    best = _ahead(ways, 1)
    lacks = 0
    for more in best.values():
        lacks |= more
    return sum([asked.size for asked in contract]) - max(map(int.bit_count, best)), lacks


def _with_one_more(ways: dict[int, int], aims: dict[int, int]) -> dict[int, int]:
    joined: dict[int, int] = {}
    for has, lacks in ways.items():
        for own, more in aims.items():
            joined[has | own] = joined.get(has | own, 0) | lacks | more
    return _ahead(joined, BEHIND) if joined else ways


def _ahead(ways: dict[int, int], behind: int) -> dict[int, int]:
    """Those that have nearly as many cards as the best."""
    most = max(map(int.bit_count, ways), default=0)
    return {has: lacks for has, lacks in ways.items() if has.bit_count() > most - behind}


# Aims: naturals that could become a meld, each with the naturals that would bring it on


def aims(own: int, asked: Asked) -> dict[int, int]:
    found: dict[int, int] = {}
    if asked.kind is Kind.SET:
        for rank in range(13):
            found |= _set_aims(rank, own >> 4 * rank & RANK, asked.size)
    else:
        for suit in range(4):
            found |= _run_aims(suit, own >> suit & SUIT, asked.size)
    return _ahead(found, BEHIND + 1)


@cache
def _set_aims(rank: int, suits: int, size: int) -> dict[int, int]:
    has, of_rank = suits << 4 * rank, RANK << 4 * rank
    if suits.bit_count() > size:
        return {has & ~(1 << 4 * rank + suit): 0 for suit in range(4)}
    return {has: of_rank & ~has if suits.bit_count() < size else 0} if suits else {}


@lru_cache(maxsize=8192)
def _run_aims(suit: int, ranks: int, size: int) -> dict[int, int]:
    own, found = ranks << suit, dict[int, int]()
    for window in map(mask, run_windows(suit, size)):
        if has := own & window:
            found[has] = found.get(has, 0) | window & ~own
    return found
