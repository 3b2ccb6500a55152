"""The house bots of Big 2. They see one view and nothing else, and remember nothing between moves.

`house` plans its hand: it wants few leads left, keeps what brings the lead back, and beats only where that
is worth a card. `easy` plays as people do who look at one trick at a time.
"""

from random import Random
from typing import Any, Final

from games.bigtwo.hands import LONE_TWOS, NONE, Cards, Pattern, codes, judge, place, rank_of, top_card
from games.bigtwo.plans import HIGHEST, Planner, made_of
from games.bigtwo.play import PASS, POOR, material
from games.bigtwo.rules import Phase
from games.bigtwo.view import BigtwoView

LEVELS: Final = ("easy", "house")


def choose(view: BigtwoView, level: str, chance: Random) -> dict[str, Any]:
    """One of the moves that are legal in this view."""
    if view.phase is Phase.RESHUFFLE:
        wants = {"easy": _easy_vote, "house": _house_vote}[level](_own(view), chance)
        return {"do": "vote", "reshuffle": wants}
    if not view.plays:
        return {"do": "pass"}
    cards = {"easy": _easy, "house": _house}[level](view, chance)
    return {"do": "play", "cards": list(codes(cards))} if cards else {"do": "pass"}


def _own(view: BigtwoView) -> Cards:
    return NONE if view.you is None else view.seats[view.you].held


# House

HOPELESS: Final = 2.0  # B2-4: what the best plan of such a hand costs
LEAD: Final = 0.75  # what the lead is worth
LAST_LEAD: Final = 1.0  # … more, where one play is left
LEADING: Final = {Pattern.SINGLE: 0.0, Pattern.PAIR: 0.15, Pattern.SET: 0.3}  # few others lead these
TO_BEAT: Final = 0.05  # that a card is played at all
LAST_CARD: Final = 1.0  # B2-9: what it may cost to let somebody's last card pass


def _house_vote(held: Cards, chance: Random) -> bool:
    return Planner(held).best(held) > HOPELESS


def _house(view: BigtwoView, chance: Random) -> Cards:
    return ranked(view)[0]


def ranked(view: BigtwoView) -> tuple[Cards, ...]:
    """What one may do now: first the play after which the rest costs least; `NONE` is to pass."""
    planner, somebody_ends = Planner(_own(view)), _somebody_ends(view)
    ways = [(_worth(view, planner, cards, somebody_ends=somebody_ends), cards) for cards in view.plays]
    if PASS in view.legal:
        ways.insert(0, (_of_passing(view, planner, somebody_ends=somebody_ends), NONE))
    return tuple([cards for _, cards in sorted(ways, key=lambda way: way[0])])


def _somebody_ends(view: BigtwoView) -> bool:
    """B2-9  Another holds one card, and everybody knows."""
    return any(seat.count == 1 for seat in view.seats if seat.seat != view.you)


def _worth(view: BigtwoView, planner: Planner, cards: Cards, *, somebody_ends: bool) -> float:
    """What the rest will cost after a play, less what the play brings."""
    made, left = made_of(cards), Cards(planner.held & ~cards)
    if not left:
        return -HIGHEST
    lead = LEAD + LAST_LEAD if judge(left) and left not in LONE_TWOS else LEAD
    cost = planner.best(left) - lead * planner.holds(made)
    if view.top is None:
        cost -= LEADING[made.pattern]
    if somebody_ends and made.pattern is Pattern.SINGLE:
        cost += LAST_CARD * (1 - place(cards) / HIGHEST)
    return cost


def _of_passing(view: BigtwoView, planner: Planner, *, somebody_ends: bool) -> float:
    lets_end = somebody_ends and view.top is not None and view.top.pattern is Pattern.SINGLE
    return planner.best(planner.held) + TO_BEAT + LAST_CARD * lets_end


# Easy

SLIP: Final = 0.08  # any legal play
DAYDREAM: Final = 0.12  # passing for no reason
LEADS_SET: Final = 0.6
LEADS_PAIR: Final = 0.4
SAVES: Final = 0.5  # an ace or a 2 for later, while many cards are left
MANY: Final = 6
FIRST_HIGH: Final = 11  # the rank of the ace


def _easy_vote(held: Cards, chance: Random) -> bool:
    return material(held) <= POOR and chance.random() < 0.8


def _easy(view: BigtwoView, chance: Random) -> Cards:
    if chance.random() < SLIP:
        return view.plays[int(chance.random() * len(view.plays))]
    return _easy_lead(view, chance) if view.top is None else _easy_beat(view, chance)


def _easy_lead(view: BigtwoView, chance: Random) -> Cards:
    """Often the first set or pair that meets the eye, else the lowest card."""
    for size, often in ((5, LEADS_SET), (2, LEADS_PAIR)):
        such = [cards for cards in view.plays if cards.bit_count() == size]
        if such and chance.random() < often:
            return such[0]
    return view.plays[0]


def _easy_beat(view: BigtwoView, chance: Random) -> Cards:
    """The lowest that beats, whatever it breaks; high ones are kept now and then."""
    lowest = view.plays[0]
    is_high = rank_of(top_card(lowest)) >= FIRST_HIGH and _own(view).bit_count() > MANY
    if is_high and chance.random() < SAVES:
        return NONE
    return NONE if chance.random() < DAYDREAM else lowest
