"""B2-4 … B2-12: a round as it is played, move by move."""

from enum import StrEnum
from functools import cache
from itertools import count
from typing import Final, NamedTuple, assert_never

from games.bigtwo.hands import (
    ALL_TWOS,
    LONE_TWOS,
    NONE,
    RANKS,
    THREE_OF_DIAMONDS,
    Cards,
    Made,
    cards_of,
    each,
    judge,
    rank_of,
)
from games.bigtwo.moves import AskCount, Move, Pass, Play, Vote
from games.bigtwo.plays import legal_plays
from games.bigtwo.rules import SEATS, House, Phase, house
from games.bigtwo.scoring import is_over
from games.core import refusal
from games.core.cards import PACK_52, Hand
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal, refuse
from games.core.shuffle import Shuffler
from games.core.views import Legal


class Code(StrEnum):
    """Why not, in the order it is asked; after the codes every game shares."""

    ALREADY_VOTED = "already_voted"
    NO_PATTERN = "no_pattern"
    MUST_PLAY_THREE_OF_DIAMONDS = "must_play_three_of_diamonds"
    WRONG_PATTERN = "wrong_pattern"
    TOO_LOW = "too_low"
    CANNOT_END_ON_TWO = "cannot_end_on_two"
    MUST_LEAD = "must_lead"


class Laid(NamedTuple):
    """A play as it lies on the table."""

    seat: SeatNo
    cards: Cards
    made: Made


class Asked(NamedTuple):
    """A question that everybody at the table hears."""

    by: SeatNo
    of: SeatNo  # whose count is public until their next play


class State(NamedTuple):
    """The whole table, hidden cards and all.

    A named tuple, since replacing a few facts is most of what a move costs.
    """

    ruleset: str
    house: House
    shuffler: Shuffler
    phase: Phase
    dealt: tuple[Hand, ...]  # as they were dealt, for the order of one's own cards
    held: tuple[Cards, ...]
    votes: tuple[bool | None, ...]  # B2-4: secret, always
    reshuffles: int = 0  # of either sort
    voted_reshuffles: int = 0
    turn: SeatNo | None = None
    must_hold: Cards = NONE  # B2-5: the card that the first play must hold, until it is played
    top: Laid | None = None  # None when a trick begins
    passed: tuple[SeatNo, ...] = ()  # since the last play
    out: tuple[SeatNo, ...] = ()
    asked: tuple[Asked, ...] = ()  # B2-10
    laid: tuple[Laid, ...] = ()  # B2-11: every play, for when the round is over

    def __repr__(self) -> str:
        """No log line shows a hidden card by accident."""
        return f"<Big 2, {self.phase}>"


SEAT_NOS: Final = tuple(SeatNo(seat) for seat in range(SEATS))
NOBODY_VOTED: Final = (None,) * SEATS


def most_moves(setup: Setup) -> int:
    """B2-4 … B2-8  Every vote there can be; then each card is played alone. After it fewer passes than seats
    end the trick, and fewer than seats pass a lone 2 on the lead."""
    return MOST_VOTED_RESHUFFLES * SEATS + len(PACK_52) * (1 + 2 * SEATS)


def start(setup: Setup) -> State:
    first = State(
        ruleset=setup.ruleset,
        house=house(setup.options),
        shuffler=setup.shuffler,
        phase=Phase.RESHUFFLE,
        dealt=((),) * SEATS,
        held=(NONE,) * SEATS,
        votes=NOBODY_VOTED,
    )
    return ask_all(deal(first))


def apply(state: State, move: Move) -> State | Refusal:
    """The table after this move, or why not. A refusal leaves no trace."""
    if state.phase is Phase.OVER:
        return refuse(refusal.Code.ROUND_OVER, "B2-12")
    match move:
        case Play(seat, cards):
            return play(state, seat, cards)
        case Pass(seat):
            return pass_(state, seat)
        case Vote(seat, wants):
            return vote(state, seat, reshuffle=wants)
        case AskCount(seat, target):
            return ask_count(state, Asked(seat, target))
        case _:
            assert_never(move)


# B2-4  The deal, and whether it stands

MOST_VOTED_RESHUFFLES: Final = 5
ENOUGH_YES: Final = 3
POOR: Final = 6
MATERIAL: Final = {"J": 1, "Q": 2, "K": 3, "A": 4, "2": 5}


def deal(state: State) -> State:
    """Thirteen each, one at a time; while a seat holds all four 2s, the pack is reshuffled at once."""
    for k in count(state.reshuffles):
        pack = state.shuffler.deal(PACK_52, k)
        dealt = tuple([pack[seat::SEATS] for seat in range(SEATS)])
        held = tuple(map(cards_of, dealt))
        if not any(cards & ALL_TWOS == ALL_TWOS for cards in held):
            break
    return state._replace(dealt=dealt, held=held, reshuffles=k)


def ask_all(state: State) -> State:
    """Every seat is asked; after five reshuffles by vote nobody is."""
    if state.voted_reshuffles == MOST_VOTED_RESHUFFLES:
        return first_lead(state)
    return state._replace(votes=NOBODY_VOTED)


def vote(state: State, seat: SeatNo, *, reshuffle: bool) -> State | Refusal:
    """Each seat answers once, in any order; when all have, the pack is reshuffled or play begins."""
    if state.phase is not Phase.RESHUFFLE:
        return refuse(refusal.Code.WRONG_PHASE, "B2-4")
    if state.votes[seat] is not None:
        return refuse(Code.ALREADY_VOTED, "B2-4")
    state = state._replace(votes=(*state.votes[:seat], reshuffle, *state.votes[seat + 1 :]))
    if None in state.votes:
        return state
    return reshuffled(state) if wants_reshuffle(state) else first_lead(state)


def wants_reshuffle(state: State) -> bool:
    """Three or more yes, or one yes from a poor hand."""
    yes = [cards for cards, wants in zip(state.held, state.votes, strict=True) if wants]
    return len(yes) >= ENOUGH_YES or any(material(cards) <= POOR for cards in yes)


def material(cards: Cards) -> int:
    """J1 Q2 K3 A4 2=5, others nothing."""
    return sum(MATERIAL.get(RANKS[rank_of(card)], 0) for card in each(cards))


def reshuffled(state: State) -> State:
    once_more = deal(
        state._replace(reshuffles=state.reshuffles + 1, voted_reshuffles=state.voted_reshuffles + 1)
    )
    return ask_all(once_more)


# B2-5 … B2-8  Playing


def first_lead(state: State) -> State:
    """B2-5  The holder of 3D leads, with a play that holds it."""
    first = THREE_OF_DIAMONDS
    holder = next(seat for seat in SEAT_NOS if state.held[seat] & first)
    return state._replace(phase=Phase.PLAY, votes=NOBODY_VOTED, turn=holder, must_hold=first)


def play(state: State, seat: SeatNo, cards: Cards) -> State | Refusal:
    """B2-2, B2-5, B2-6, B2-8  A pattern, higher than the one on the table."""
    if state.phase is not Phase.PLAY:
        return refuse(refusal.Code.WRONG_PHASE, "B2-4")
    if seat != state.turn:
        return refuse(refusal.Code.NOT_YOUR_TURN, "B2-6")
    if cards & ~state.held[seat]:
        return refuse(refusal.Code.NOT_YOUR_CARD, "B2-2")
    made = judge(cards)
    if made is None:
        return refuse(Code.NO_PATTERN, "B2-2", cards=cards.bit_count())
    if state.must_hold and not cards & state.must_hold:
        return refuse(Code.MUST_PLAY_THREE_OF_DIAMONDS, "B2-5")
    if state.top is not None and made.pattern is not state.top.made.pattern:
        return refuse(Code.WRONG_PATTERN, "B2-6", pattern=str(state.top.made.pattern))
    if state.top is not None and made.strength <= state.top.made.strength:
        return refuse(Code.TOO_LOW, "B2-6", pattern=str(made.pattern))
    if cards in LONE_TWOS and cards == state.held[seat]:
        return refuse(Code.CANNOT_END_ON_TWO, "B2-8")
    return lay(state, Laid(seat, cards, made))


def lay(state: State, laid: Laid) -> State:
    """B2-10, B2-12  The count is hidden again; who has no cards left is out."""
    seat = laid.seat
    left = Cards(state.held[seat] & ~laid.cards)
    held = (*state.held[:seat], left, *state.held[seat + 1 :])
    done = is_over(held)
    return state._replace(
        phase=Phase.OVER if done else Phase.PLAY,
        held=held,
        turn=None if done else next_with_cards(held, seat),
        must_hold=NONE,
        top=laid,
        passed=(),
        out=state.out if left else (*state.out, seat),
        asked=tuple(asked for asked in state.asked if asked.of != seat),
        laid=(*state.laid, laid),
    )


def next_with_cards(held: tuple[Cards, ...], seat: SeatNo) -> SeatNo:
    """The turn goes clockwise, skipping seats that are out."""
    return next(after for after in _AFTER[seat] if held[after])


_AFTER: Final = tuple(
    tuple(SeatNo((seat + step) % SEATS) for step in range(1, SEATS + 1)) for seat in range(SEATS)
)


def may_pass(state: State, seat: SeatNo) -> bool:
    """B2-6  The leader may not pass; B2-8  save with a lone 2."""
    return state.top is not None or state.held[seat] in LONE_TWOS


def pass_(state: State, seat: SeatNo) -> State | Refusal:
    """B2-6, B2-7, B2-8  Passing does not lock a seat out of the trick."""
    if state.phase is not Phase.PLAY:
        return refuse(refusal.Code.WRONG_PHASE, "B2-4")
    if seat != state.turn:
        return refuse(refusal.Code.NOT_YOUR_TURN, "B2-6")
    if not may_pass(state, seat):
        return refuse(Code.MUST_LEAD, "B2-6")
    passed = (*state.passed, seat)
    if state.top is not None and is_trick_over(state.held, state.top.seat, passed):
        return next_trick(state, state.top.seat)
    return state._replace(passed=passed, turn=next_with_cards(state.held, seat))


def is_trick_over(held: tuple[Cards, ...], leads: SeatNo, passed: tuple[SeatNo, ...]) -> bool:
    """B2-7  Every other seat that still holds cards has passed since the last play."""
    return all(seat == leads or seat in passed or not held[seat] for seat in SEAT_NOS)


def next_trick(state: State, won_by: SeatNo) -> State:
    """B2-7  Who played last leads; if that seat is out, the next clockwise from it."""
    leads = won_by if state.held[won_by] else next_with_cards(state.held, won_by)
    return state._replace(top=None, passed=(), turn=leads)


# B2-9, B2-10  Counts


def ask_count(state: State, asked: Asked) -> State | Refusal:
    """B2-10  By any seat, with or without the turn; of a count that is public already it changes nothing."""
    if state.phase is not Phase.PLAY:
        return refuse(refusal.Code.WRONG_PHASE, "B2-10")
    if is_count_public(state, asked.of):
        return state
    return state._replace(asked=(*state.asked, asked))


def is_count_public(state: State, seat: SeatNo) -> bool:
    """B2-9, B2-10  Of a last card and of none left; asked for; or where the house shows it."""
    if state.house.open_counts or state.held[seat].bit_count() < 2:
        return True
    return bool(state.asked) and seat in [asked.of for asked in state.asked]


# Who may do what


VOTES: Final = tuple(Legal("vote", (("reshuffle", wants),)) for wants in (True, False))
PASS: Final = Legal("pass")


@cache
def _in_play(seat: SeatNo, *, may_pass: bool, may_ask: bool) -> tuple[Legal, ...]:
    asks = [Legal("ask_count", (("target", other),)) for other in SEAT_NOS if other != seat and may_ask]
    return (PASS, *asks) if may_pass else tuple(asks)


def to_act(state: State) -> tuple[SeatNo, ...]:
    """B2-4  Who has not voted; then who has the turn."""
    if state.phase is Phase.RESHUFFLE:
        return tuple([seat for seat in SEAT_NOS if state.votes[seat] is None])
    return () if state.turn is None else (state.turn,)


def legal(state: State, seat: SeatNo) -> tuple[Legal, ...]:
    """Every move open to this seat now but its plays; asking for a count needs no turn."""
    match state.phase:
        case Phase.RESHUFFLE:
            return VOTES if state.votes[seat] is None else ()
        case Phase.PLAY:
            passes = seat == state.turn and may_pass(state, seat)
            return _in_play(seat, may_pass=passes, may_ask=not state.house.open_counts)
        case _:
            return ()


def plays(state: State, seat: SeatNo) -> tuple[Cards, ...]:
    """B2-11  Every legal play of who has the turn."""
    if seat != state.turn:
        return ()
    return legal_plays(state.held[seat], state.top and state.top.made, must_hold=state.must_hold)


def time_out(state: State, seat: SeatNo) -> Move:
    """When time runs out: vote no; pass if that is allowed, else lead the lowest single."""
    if state.phase is Phase.RESHUFFLE:
        return Vote(seat, False)
    if may_pass(state, seat):
        return Pass(seat)
    return Play(seat, plays(state, seat)[0])
