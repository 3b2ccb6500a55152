"""Big 2 worked out by its engine: the order of cards, kinds of set, and what beats what."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bigtwo.hands import RANKS, SUITS, Kind, Made, Pattern, judge, read
from games.bigtwo.play import MATERIAL, POOR, material
from games.core.cards import hand
from games.page.book import Example, Shown, Table, Tone, row, shown_cards
from games.page.words import Text, say

KINDS: Final[Mapping[Kind, Text]] = {
    Kind.STRAIGHT: _("Straight"),
    Kind.FLUSH: _("Flush"),
    Kind.FULL_HOUSE: _("Full house"),
    Kind.FOUR_OF_A_KIND: _("Four of a kind"),
    Kind.STRAIGHT_FLUSH: _("Straight flush"),
    Kind.ROYAL_FLUSH: _("Royal flush"),
}
JUDGED: Final[Mapping[Kind, Text]] = {
    Kind.STRAIGHT: _("Five ranks in a row, in more than one suit. The top card decides: rank, then suit."),
    Kind.FLUSH: _("Five of one suit that are not in a row. The suit decides, then the top card."),
    Kind.FULL_HOUSE: _("Three of one rank and two of another. The three decide."),
    Kind.FOUR_OF_A_KIND: _("Four cards of one rank and any other card. The four decide."),
    Kind.STRAIGHT_FLUSH: _("Five in a row of one suit. The suit decides, then the top card."),
    Kind.ROYAL_FLUSH: _("10, J, Q, K and A of one suit. The suit decides."),
}
# One of each kind, low to high.
ONE_OF_EACH: Final = {
    Kind.STRAIGHT: "4C 5D 6H 7S 8C",
    Kind.FLUSH: "3H 6H 9H JH KH",
    Kind.FULL_HOUSE: "5D 5C 5S 9D 9H",
    Kind.FOUR_OF_A_KIND: "7D 7C 7H 7S 3S",
    Kind.STRAIGHT_FLUSH: "6C 7C 8C 9C TC",
    Kind.ROYAL_FLUSH: "TD JD QD KD AD",
}
SIGNS: Final = {"D": "♦", "C": "♣", "H": "♥", "S": "♠"}


def made_of(cards: str) -> Made | None:
    return judge(read(cards))


def name_of(made: Made | None) -> Text:
    if made is None:
        return _("not a valid play")
    if made.kind is not None:
        return KINDS[made.kind]
    return (
        pgettext_lazy("Big 2", "Pair") if made.pattern is Pattern.PAIR else pgettext_lazy("Big 2", "Single")
    )


def laid(cards: str, who: Text = "") -> Shown:
    return Shown(groups=(shown_cards(hand(cards)),), who=who, name=name_of(made_of(cards)))


def play(cards: str, note: Text = "") -> Example:
    """B2-2, B2-3  What these cards are together."""
    made = made_of(cards)
    found = (("pattern", made.pattern if made else None), ("kind", made.kind if made else None))
    tone = Tone.PLAIN if made else Tone.LOSE
    return Example(hands=(laid(cards),), tone=tone, note=note, found=found)


def beats(cards: str, top: str, note: Text = "") -> Example:
    """B2-6  May these cards be played on those?"""
    mine, theirs = made_of(cards), made_of(top)
    assert mine is not None and theirs is not None
    wins = mine.pattern is theirs.pattern and mine.strength > theirs.strength
    return Example(
        hands=(laid(top, _("On the table")), laid(cards, _("From the hand"))),
        verdict=_("Beats it") if wins else _("Does not beat it"),
        tone=Tone.WIN if wins else Tone.LOSE,
        note=note,
        found=(("beats", wins),),
    )


def kinds_table() -> Table:
    return Table(
        caption=_("Sets of five, low to high"),
        head=(_("Set"), _("What it is, and what decides between two")),
        rows=tuple(row(KINDS[kind], JUDGED[kind]) for kind in in_order()),
    )


def in_order() -> tuple[Kind, ...]:
    """The kinds by the strength of one of each."""
    made = {kind: made_of(cards) for kind, cards in ONE_OF_EACH.items()}
    assert all(one is not None and one.kind is kind for kind, one in made.items())
    return tuple(sorted(made, key=lambda kind: one.strength if (one := made[kind]) else 0))


def order_table() -> Table:
    """B2-1  Low to high."""
    ranks = ("10" if rank == "T" else rank for rank in RANKS)
    return Table(
        caption=_("From the lowest to the highest"),
        head=(_("Compared by"), _("low to high")),
        rows=(row(_("Ranks"), " ".join(ranks)), row(_("Suits"), " ".join(SIGNS[suit] for suit in SUITS))),
    )


def straights() -> tuple[Example, ...]:
    """B2-3  The two lowest, an ordinary one, and the two highest."""
    return (
        play("AD 2C 3H 4S 5D", _("The lowest of all: a 5 is its top card.")),
        play("2C 3H 4S 5D 6C", _("The second lowest: a 6 is its top card.")),
        play("TH JC QD KS AH", _("An ace is its top card.")),
        play("JC QD KS AH 2C", _("The highest: a 2 is its top card.")),
        play("QD KS AH 2C 3D", _("It goes round the corner.")),
    )


def material_table() -> Table:
    """B2-4"""
    return Table(
        caption=_("Hand strength"),
        head=(_("Card"), *MATERIAL, _("others")),
        rows=(row(_("Points"), *(str(points) for points in MATERIAL.values()), "0"),),
    )


def weighed(cards: str) -> Example:
    held = read(cards)
    poor = material(held) <= POOR
    name = say(_("strength %(points)s"), points=material(held))
    return Example(
        hands=(Shown(groups=(shown_cards(hand(cards)),), name=name),),
        verdict=_("its yes is enough") if poor else _("its yes needs two more"),
        tone=Tone.WIN if poor else Tone.PLAIN,
        found=(("material", material(held)), ("poor", poor)),
    )


def points_table(points: tuple[int, ...]) -> Table:
    places = (_("First"), _("Second"), _("Third"), _("Last"))
    return Table(
        caption=_("Default points"),
        head=(_("Place"), *places),
        rows=(row(_("Points"), *(say("%(points)s", points=value) for value in points)),),
    )
