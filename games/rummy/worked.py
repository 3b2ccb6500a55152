"""Chinese Rummy worked out by its engine: melds, what fits onto them, contracts, and what cards cost."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.core.cards import CODES, RANKS, Hand, codes, hand
from games.page.book import Example, Shown, Table, Tone, row, shown_cards
from games.page.words import Text, say
from games.rummy.melds import Kind, arranged, is_meld, is_wild, takes
from games.rummy.proposal import proposal
from games.rummy.rules import DEALS, Asked, Deal
from games.rummy.scoring import PENALTY, penalty

KINDS: Final[Mapping[Kind, Text]] = {Kind.SET: _("set of %(cards)s"), Kind.RUN: _("run of %(cards)s")}


def asked_words(asked: Asked) -> Text:
    return say(KINDS[asked.kind], cards=asked.size)


# Melds


def meld(kind: Kind, cards: str, note: Text = "") -> Example:
    """RM-4  Is it one, as a contract asks for it?"""
    held = hand(cards)
    good = is_meld(kind, held)
    shown = arranged(kind, held) if good else held
    name = asked_words(Asked(kind, len(held))) if good else ""
    return Example(
        hands=(Shown(groups=(shown_cards(shown),), name=name),),
        verdict=_("a meld") if good else _("not a meld"),
        tone=Tone.WIN if good else Tone.LOSE,
        note=note,
        found=(("kind", kind), ("good", good)),
    )


def lay_off(kind: Kind, cards: str, card: str, note: Text = "") -> Example:
    """RM-6  Does this card fit onto that meld, and how does it lie there then?"""
    laid, extra = hand(cards), hand(card)
    fits = bool(takes(kind, laid) >> extra[0] & 1)
    before = Shown(groups=(shown_cards(arranged(kind, laid)), shown_cards(extra)))
    joined = shown_cards(arranged(kind, (*laid, *extra))) if fits else ()
    after = (Shown(groups=(joined,), name=_("then looks like this")),) if fits else ()
    return Example(
        hands=(before, *after),
        verdict=_("It fits") if fits else _("It does not fit"),
        tone=Tone.WIN if fits else Tone.LOSE,
        note=note,
        found=(("kind", kind), ("fits", fits)),
    )


# Contracts

# A hand that can lay down, for each round of a match.
HANDS: Final = {
    1: "7C 7D 7S JH JC X1 4D",
    2: "9C 9D 9H 4S 5S 2C 7S KD",
    3: "3H 4H 5H 6H TS JS QS KS 8D",
    4: "8C 8D 8S 8H QC QD QH X1 X2 5C",
    5: "4D 5D 6D 2H 8D 9D TD KC KH KS 3C",
    6: "5C 5D 5S QC QH QD TS JS X1 KS 8D 9C",
    7: "AC 2D 3C 4C JD QD KD AD 6S 6H 6C 9H",
}


def contract(number: int) -> Example:
    """RM-2, RM-10  The lay down that the table proposes for such a hand."""
    deal, held = DEALS[number], hand(HANDS[number])
    melds = proposal(held, deal.contract)
    assert melds is not None
    spare = tuple(card for card in held if not any(card in meld for meld in melds))
    name = say(_("Round %(number)s: %(contract)s"), number=number, contract=contract_words(deal))
    return Example(
        hands=(Shown(groups=tuple(map(shown_cards, melds)), name=name),),
        note=say(_("left in hand: %(cards)s"), cards=_written(spare)),
        found=(("round", number), ("melds", tuple(codes(meld) for meld in melds)), ("hand", codes(held))),
    )


def contract_words(deal: Deal) -> Text:
    words = tuple(map(asked_words, deal.contract))
    if len(words) == 2:
        return say(_("%(one)s and %(other)s"), one=words[0], other=words[1])
    one, other, third = words
    return say(_("%(one)s, %(other)s and %(third)s"), one=one, other=other, third=third)


def contracts_table() -> Table:
    return Table(
        caption=_("The seven rounds of a match"),
        head=(_("Round"), _("Cards each"), _("Contract")),
        rows=tuple(row(str(number), str(deal.cards), contract_words(deal)) for number, deal in DEALS.items()),
    )


# What cards cost


def cost_table() -> Table:
    """RM-9  Read off the engine, card by card."""
    order = "3456789TJQKA2"
    assert Counter(order) == Counter(RANKS)
    told = [(("10" if name == "T" else name), PENALTY[hand(f"{name}S")[0]]) for name in order]
    told.append((str(_JOKER), PENALTY[hand("X1")[0]]))
    spans = [(cost, [name for name, _c in some]) for cost, some in groupby(told, key=lambda each: each[1])]
    return Table(
        caption=_("Penalty points for a card left in hand"),
        head=(_("Card"), *(_span(names) for _cost, names in spans)),
        rows=(row(_("Penalty"), *(str(cost) for cost, _names in spans)),),
    )


_JOKER: Final = "★"


def _span(names: list[str]) -> Text:
    if len(names) > 2:
        return f"{names[0]} – {names[-1]}"
    return say(_("%(one)s, %(other)s"), one=names[0], other=names[1]) if len(names) > 1 else names[0]


def cost(cards: str, note: Text = "") -> Example:
    held = hand(cards)
    total = " + ".join(str(PENALTY[card]) for card in held)
    return Example(
        hands=(
            Shown(
                groups=(shown_cards(held),),
                sum=f"{total} = {penalty(held)}",
                name=say(_("%(points)s penalty points"), points=penalty(held)),
            ),
        ),
        note=note,
        found=(("penalty", penalty(held)),),
    )


def wilds() -> Example:
    """RM-1"""
    held = tuple(card for card in range(len(CODES)) if is_wild(hand(CODES[card])[0]))
    cards: Hand = hand(" ".join(CODES[card] for card in held))
    return Example(
        hands=(Shown(groups=(shown_cards(cards),), name=_("the wild cards")),), found=(("wild", True),)
    )


def _written(cards: Hand) -> str:
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return " ".join(
        _JOKER if code[0] == "X" else ("10" if code[0] == "T" else code[0]) + signs[code[1]]
        for code in codes(cards)
    )
