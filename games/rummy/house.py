"""RM-11 … RM-13: the house opponent, to the letter. It sees one view and remembers nothing else."""

from collections.abc import Callable, Iterable
from typing import Final

from games.core.cards import Card, Hand
from games.rummy.melds import Meld, is_wild, mask, naturals, rank, suit, takes, wilds
from games.rummy.play import DISCARDS, DRAWS, Legal
from games.rummy.proposal import offer
from games.rummy.rules import Contract, Phase
from games.rummy.scoring import PENALTY
from games.rummy.view import RummyView

STOCK, DISCARD = DRAWS
ACE_HIGH: Final = 13
ALL_SUITS: Final = 0b1111


def choose(view: RummyView) -> Legal:
    return draw(view) if view.phase is Phase.DRAW else meld(view, discard)


def has_laid_down(view: RummyView) -> bool:
    return view.you is not None and view.laid_down[view.you]


def own_melds(view: RummyView) -> list[Meld]:
    return [meld for meld in view.melds if meld.owner == view.you]


def others_melds(view: RummyView) -> list[Meld]:
    return [meld for meld in view.melds if meld.owner != view.you]


# RM-11


def draw(view: RummyView) -> Legal:
    """RM-11  The discard where it helps or denies, else the stock."""
    assert view.discard is not None
    wanted = can_lay_off if has_laid_down(view) else helps_or_denies
    return DISCARD if wanted(view, view.discard) else STOCK


def can_lay_off(view: RummyView, card: Card) -> bool:
    """RM-11  Laid down: a card that any meld takes now."""
    return any(takes(meld.kind, meld.cards) >> card & 1 for meld in view.melds)


def helps_or_denies(view: RummyView, card: Card) -> bool:
    """RM-11  Not laid down: a wild, a rank among one's own naturals, or one of the other's melds."""
    known = [*view.own, *[card for meld in others_melds(view) for card in meld.cards]]
    return is_wild(card) or rank(card) in {rank(held) for held in naturals(tuple(known))}


# RM-12


def meld(view: RummyView, discard: Callable[[RummyView], Legal]) -> Legal:
    """RM-12  The proposal; then naturals laid off, then wilds, as `legal` lists them; else a discard."""
    for move in view.legal:
        if move.do == "lay_down":
            return move
    lay_offs = [move for move in view.legal if move.do == "lay_off"]
    natural = [move for move in lay_offs if move.card is not None and not is_wild(move.card)]
    return next(iter(natural or lay_offs), None) or discard(view)


# RM-13


def discard(view: RummyView) -> Legal:
    """RM-13  A natural that serves nobody, the dearest of those; a wild only where only wilds are left."""
    candidates = list(naturals(view.own))
    if not candidates:
        return DISCARDS[wilds(view.own)[0]]
    for rule in narrowing(view):
        candidates = [card for card in candidates if rule(card)] or candidates
    return DISCARDS[max(candidates, key=dearest)]


def narrowing(view: RummyView) -> list[Callable[[Card], bool]]:
    """RM-13  What a discard should be, in the order it is asked."""
    protected = 0 if has_laid_down(view) else in_a_meld(view.own, view.house.deal.contract)
    others, mine = taken_by(others_melds(view)), taken_by(own_melds(view))
    ranks = [rank(card) for card in naturals(view.own)]
    return [
        lambda card: not protected >> card & 1,
        lambda card: not others >> 4 * rank(card) & ALL_SUITS,  # of its rank, whatever the suit
        lambda card: not mine >> card & 1,
        lambda card: ranks.count(rank(card)) == 1,
    ]


def in_a_meld(hand: Hand, contract: Contract) -> int:
    """RM-13  The naturals that are part of any one meld of the contract the hand can form."""
    own, spare, part_of = mask(naturals(hand)), len(wilds(hand)), 0
    for asked in contract:
        for parts in offer(own, asked)[: spare + 1]:
            for part in parts:
                part_of |= part.mask
    return part_of


def taken_by(melds: Iterable[Meld]) -> int:
    """RM-6  The cards that any of these melds would take."""
    taken = 0
    for meld in melds:
        taken |= takes(meld.kind, meld.cards)
    return taken


def dearest(card: Card) -> tuple[int, int, int]:
    """RM-13  The highest points, then the highest rank, an ace high, then the suit S, H, D, C."""
    return PENALTY[card], rank(card) or ACE_HIGH, suit(card)
