"""Niu Niu worked out by its engine: splits, meetings, and what cards count for."""

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.core.banker import result
from games.core.cards import RANKS, Card, Hand, hand
from games.niuniu.hands import (
    BASE,
    COUNTINGS,
    MULTIPLIER,
    Bull,
    Kind,
    bull,
    is_swapped,
    split,
    values,
)
from games.niuniu.rules import NiuniuRules
from games.niuniu.words import bull_points
from games.page.book import Example, Shown, Table, Tone, row, shown_cards
from games.page.words import Text, say

USUAL: Final = COUNTINGS[False, False]
KINDS: Final[Mapping[Kind, Text]] = {
    Kind.FIVE_FACES: _("Five faces"),
    Kind.FACE_ACE_OF_SPADES: _("Face + ace of spades"),
    Kind.PAIR: _("Pair bull"),
    Kind.TEN: _("Bull Bull"),
    Kind.PLAIN: _("Bull"),
    Kind.NONE: _("No bull"),
}


def name_of(found: Bull) -> Text:
    """What players call a hand, with what it is multiplied by."""
    if found.kind is Kind.NONE:
        return KINDS[found.kind]
    name: Text = KINDS[found.kind]
    points = bull_points(found.points)
    if found.kind is Kind.PLAIN:
        name = say(_("Bull %(points)s"), points=points)
    if found.kind is Kind.PAIR:
        name = say(_("Pair bull %(points)s"), points=points)
    return say("%(name)s ×%(times)s", name=name, times=found.multiplier)


def laid(cards: Hand, found: Bull, who: Text = "") -> Shown:
    base, final = split(cards, found)
    if not base:
        return Shown(groups=(shown_cards(cards),), who=who, name=name_of(found))
    parts = (base, found.counts[:BASE]), (final, found.counts[BASE:])
    groups = tuple(
        shown_cards(part, (_badge(c, n) for c, n in zip(part, counts, strict=True))) for part, counts in parts
    )
    if found.kind is Kind.FIVE_FACES:
        return Shown(groups=groups, who=who, name=name_of(found))
    sums = " · ".join(f"{' + '.join(map(str, counts))} = {sum(counts)}" for _part, counts in parts)
    return Shown(groups=groups, who=who, sum=sums, name=name_of(found))


def _badge(card: Card, count: int) -> str:
    """NN-1  What a 3 or a 6 counts for."""
    return str(count) if is_swapped(card) else ""


def worth(cards: str, note: Text = "", **options: bool) -> Example:
    """NN-2 … NN-6 of one hand, as the house counts."""
    held = hand(cards)
    found = bull(held, COUNTINGS[options.get("flex_3_6", False), options.get("any_ten", False)])
    told = (
        ("options", options),
        ("kind", found.kind),
        ("multiplier", found.multiplier),
        ("points", found.points),
    )
    return Example(hands=(laid(held, found),), note=note, found=told)


def meeting(rules: NiuniuRules, con: str, cai: str, note: Text = "") -> Example:
    """NN-12, NN-13  A player's hand against the banker's."""
    mine, theirs = bull(hand(con), USUAL), bull(hand(cai), USUAL)
    times = rules.settle(mine, theirs)
    return Example(
        hands=(laid(hand(con), mine, _("Player")), laid(hand(cai), theirs, _("Banker"))),
        verdict=_verdict(times),
        tone=Tone(result(times)),
        note=note,
        found=(("ruleset", rules.name), ("outcome", result(times)), ("times", times)),
    )


def _verdict(times: int) -> Text:
    if times == 0:
        return _("A tie")
    if times > 0:
        return say(_("The player wins %(times)s × the stake"), times=times)
    return say(_("The banker wins %(times)s × the stake"), times=-times)


def values_table() -> Table:
    """NN-1  What each card counts for, read off the engine."""
    told = [(name, values(hand(f"{name}S")[0], USUAL)[0]) for name in RANKS]
    spans = [
        (count, "".join(name for name, _c in some)) for count, some in groupby(told, key=lambda each: each[1])
    ]
    return Table(
        caption=_("What a card counts"),
        head=(_("Card"), *(_faces(names) for _count, names in spans)),
        rows=(row(_("Counts"), *(str(count) for count, _names in spans)),),
    )


def _faces(names: str) -> str:
    return " ".join("10" if name == "T" else name for name in names)


CONDITIONS: Final[Mapping[Kind, Text]] = {
    Kind.FIVE_FACES: _("All five cards are J, Q or K. Nothing else matters."),
    Kind.FACE_ACE_OF_SPADES: _("The last two are a J, Q or K and the ace of spades."),
    Kind.PAIR: _("The last two have the same printed rank."),
    Kind.TEN: _("The last two add up to exactly ten."),
    Kind.PLAIN: _("There is a base, and the last two are none of the above."),
    Kind.NONE: _("No three cards make a base."),
}
MOST_FIRST: Final = tuple(sorted(Kind, key=lambda kind: -MULTIPLIER[kind]))


def multiplier_table() -> Table:
    return Table(
        caption=_("The best first"),
        head=(_("Hand"), _("When"), _("Times")),
        rows=tuple(row(KINDS[kind], CONDITIONS[kind], f"×{MULTIPLIER[kind]}") for kind in MOST_FIRST),
    )
