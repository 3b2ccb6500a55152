"""What each zone of the page shows, computed from the view alone: templates only choose and repeat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from games.core.banker import NHA_CAI, Result, Role, SeatView
from games.core.cards import PACK_52, Hand
from games.core.engine import Event, SeatNo
from games.page import zones as page
from games.page.zones import Button, Filtered, Own, Part, Piece, StakeField, Zones
from games.xidach.hands import counted, is_du, is_ngu_linh, is_quac, lowest, special, strength
from games.xidach.meeting import ShownHand, cai_hand, con_hand, open_hand
from games.xidach.play import Direction, Settlement, dealing_order
from games.xidach.rules import RULESETS, Phase, XidachRules, is_non
from games.xidach.scoring import Reason, special_reason
from games.xidach.view import XidachView, nha_cai_points, own_points


class PodStatus(StrEnum):
    """One word for a seat. XD-10: a quắc hand and a standing one share theirs until settled."""

    WAITING = "waiting"
    BETTING = "betting"
    BET = "bet"
    ACTING = "acting"
    CHECKING = "checking"  # the nhà cái's turn, where it may compare
    STOOD = "stood"
    BANKER_WAITING = "banker_waiting"
    XI_BANG = "xi_bang"
    XI_DACH = "xi_dach"
    NGU_LINH = "ngu_linh"
    QUAC = "quac"
    NON = "non"
    VALUE = "value"


class HandState(StrEnum):
    """XD-2 … XD-4 of one's own hand; classic's nhà cái on 15 is none of them."""

    NON = "non"
    DU = "du"
    QUAC = "quac"
    XI_BANG = "xi_bang"
    XI_DACH = "xi_dach"
    NGU_LINH = "ngu_linh"


class Heading(StrEnum):
    BETTING = "betting"  # place your stake
    DEAL = "deal"
    YOUR_TURN = "your_turn"
    COMPARE_WHO = "compare_who"
    WAITING = "waiting"  # for the seats that may act
    OVER = "over"


class Because(StrEnum):
    """Why a button that is shown cannot be pressed."""

    NON_MUST_DRAW = "non_must_draw"
    QUAC_MUST_STAND = "quac_must_stand"
    FROM_16 = "from_16"


NAMED: Final = (PodStatus.XI_BANG, PodStatus.XI_DACH, PodStatus.NGU_LINH)
WORTH: Final = (PodStatus.QUAC, PodStatus.NON, PodStatus.VALUE)


class Said(NamedTuple):
    """What the line under a name speaks of. Numbers but that of cards are written in."""

    status: StrEnum
    count: int | None = None  # type: ignore[assignment]  # of cards, not what tuples have
    tie: bool = False
    scored: bool = False


class Lies(NamedTuple):
    """What lies before a seat. A stake, and points, are written in."""

    seat: SeatNo
    mine: bool
    cards: tuple[str, ...]
    count: int | None  # type: ignore[assignment]  # as above
    public: bool
    scored: bool  # points take the stake's place
    staked: bool  # it lies on the hand
    act: Button | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod(page.Pod):
    stake: int | None  # as it was placed; where nobody bets there is none to show
    value: int | None  # only of a hand that is open to everybody

    @property
    def private(self) -> bool:
        """XD-23  Whether a seat may be checked rests on the nhà cái's own cards."""
        return self.mine or self.act is not None

    @property
    def said(self) -> Piece:
        """Only what the line of this status speaks of: so it is the same line at many seats."""
        status = self.status
        if status in WORTH:
            tie = status is PodStatus.VALUE and self.outcome is Result.PUSH
            return Piece(Said(status, tie=tie), (("value", str(self.value)),))
        if status in NAMED:
            points = Filtered("table", "signed", self.points)
            return Piece(Said(status, scored=self.points is not None), (("points", points),))
        if status is PodStatus.BET:
            return Piece(Said(status), (("stake", Filtered("l10n", "localize", self.stake)),))
        return Piece(Said(status, self.count))

    @property
    def stake_lies(self) -> bool:
        """On the hand, until points take its place."""
        return bool(self.stake and self.count) and self.points is None

    @property
    def parts(self) -> tuple[Part, ...]:
        words = self._counted
        if self.mine:  # one's own lie in the dock
            return (Part("cards", self._lies((), self.count and 1), is_open=self.act is None, words=words),)
        if self.public:
            words += page.pictures(self.cards, "small_picture")
            return (Part("cards", self._lies((), self.count), is_open=True, words=words),)
        lies = self._lies(self.cards, self.count)
        return (Part("cards", lies, self.act is None, checked(lies) if self.act else NOTHING, words),)

    def _lies(self, cards: tuple[str, ...], count: int | None) -> Lies:
        scored = self.points is not None and self.status not in NAMED
        return Lies(self.seat, self.mine, cards, count, self.public, scored, self.stake_lies, self.act)

    @property
    def _counted(self) -> page.Words:
        if self.points is not None:
            signed, colour = (Filtered("table", how, self.points) for how in ("signed", "colour"))
            return (("points", signed), ("colour", colour))
        return (("stake", Filtered("l10n", "localize", self.stake)),) if self.stake_lies else ()


NOTHING: Final[frozenset[Lies]] = frozenset()


@lru_cache(maxsize=512)
def checked(lies: Lies) -> frozenset[Lies]:
    """XD-23  A hidden hand as it lies before the nhà cái, with either button, whatever that holds."""
    return frozenset([lies._replace(act=act) for act in (Button(), Button(Because.FROM_16))])


@dataclass(frozen=True, slots=True, kw_only=True)
class HandZone(page.Hand):
    role: Role
    cards: tuple[str, ...]
    value: int | None  # of a ngũ linh its lowest total
    low: int | None  # every ace at one: under 21 with five cards is ngũ linh
    counted: tuple[int, ...]  # what each card counts for in `value`
    state: HandState | None
    stake: int | None
    outcome: Result | None
    reason: Reason | None
    points: int | None
    public: bool

    @property
    def around(self) -> Piece:
        told = Around(state=self.state, count=len(self.cards), public=self.public)
        return Piece(told, self.seen, AROUND)

    @property
    def seen(self) -> page.Words:
        """The cards, and what they add up to: written in."""
        return (
            *page.pictures(self.cards),
            ("sum", " + ".join(map(str, self.counted))),
            ("value", str(self.value)),
        )

    @property
    def ended(self) -> Piece:
        named = self.state is not None and self.state.value == self.reason
        return Piece(Finish(state=self.state, count=len(self.cards), named=named), self.seen)

    @property
    def end_is_open(self) -> bool:
        """XD-12  At the end all hands lie open."""
        return True

    @property
    def noted(self) -> Piece:
        stake = (("stake", Part("number", self.stake, is_open=True)),) if self.stake else ()
        return Piece(Noted(staked=bool(stake)), stake, NOTED)

    @property
    def note_is_open(self) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Of a hand its heading tells the stake, which is written in."""

    staked: bool


NOTED: Final = frozenset([Noted(staked=False), Noted(staked=True)])


@dataclass(frozen=True, slots=True)
class Around:
    """What is drawn around the cards. They and what they add up to are written in."""

    state: HandState | None
    count: int
    public: bool = False  # then its newest card is not there to be peeled any more


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """What the end tells of a hand."""

    state: HandState | None
    count: int
    named: bool  # it was settled by what the hand is


def _hands() -> Iterator[Around]:
    yield Around(None, 0)
    yield Around(HandState.XI_BANG, 2)
    yield Around(HandState.XI_DACH, 2)
    yield Around(HandState.NGU_LINH, 5)
    for state in (None, HandState.NON, HandState.DU, HandState.QUAC):
        yield from (Around(state, count) for count in range(2, 6))


AROUND: Final = frozenset([replace(hand, public=public) for hand in _hands() for public in (False, True)])


@dataclass(frozen=True, kw_only=True)
class ActionsZone(page.Actions):
    bet: StakeField | None = None
    deal: Button | None = None
    deal_left: Button | None = None
    deal_right: Button | None = None
    draw: Button | None = None
    stand: Button | None = None
    compare: tuple[SeatNo, ...] = ()  # with whom; each has its Xét
    compare_because: Because | None = None  # why no Xét can be pressed, where they are shown
    unsettled: int = 0  # how many nhà con a stand of the nhà cái settles
    must_draw: bool = False
    must_stand: bool = False
    confirm_stand: bool = False  # XD-42: standing while non is a right, and seldom what one meant

    @property
    def private(self) -> bool:
        """Who bets, deals or waits has the same buttons, whatever the hand."""
        return self.heading in (Heading.YOUR_TURN, Heading.COMPARE_WHO)

    @cached_property
    def plain(self) -> ActionsZone:
        """Less what is written in, or stands at the seats."""
        return replace(self, compare=(), unsettled=0)

    @property
    def buttons(self) -> Piece:
        return Piece(self.plain, variants=TURNS)

    @property
    def asked(self) -> Piece:
        left = (("left", Part("hands_left", self.unsettled, is_open=True)),) if self.compare else ()
        told = self.plain if self.bet is None else replace(self.plain, bet=None)
        return Piece(told, left, TURNS)


def _turns() -> Iterator[ActionsZone]:
    """All that one can be asked for, whatever one holds."""
    may, your_turn, compare_who = Button(), Heading.YOUR_TURN, Heading.COMPARE_WHO
    yield ActionsZone(heading=Heading.BETTING)
    yield ActionsZone(heading=Heading.DEAL, deal=may)
    yield ActionsZone(heading=Heading.DEAL, deal_left=may, deal_right=may)
    yield ActionsZone(heading=your_turn, draw=may, stand=Button(Because.NON_MUST_DRAW), must_draw=True)
    for heading, because in ((your_turn, None), (your_turn, Because.FROM_16), (compare_who, None)):
        free = ActionsZone(heading=heading, draw=may, stand=may, compare_because=because)
        yield free
        yield replace(free, confirm_stand=True)
        yield replace(free, draw=Button(Because.QUAC_MUST_STAND), must_stand=True)


TURNS: Final = frozenset(_turns())


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(page.Why):
    """Of a settled seat: it won, lost or pushed."""

    outcome: Result
    reason: Reason
    con: ShownHand
    cai: ShownHand | None  # None while the nhà cái's hand is hidden

    @property
    def told(self) -> Piece:
        words = (*_named("con", self.con), *_named("cai", self.cai)) if self.cai else ()
        return Piece(Met(outcome=self.outcome, met=self.cai is not None), words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """How two hands met. What they are is written in."""

    outcome: Result
    met: bool  # does the nhà cái's hand lie open?


def _named(key: str, hand: ShownHand) -> Iterator[tuple[str, Filtered]]:
    """Within a sentence, and at its beginning."""
    named = (hand.status, hand.value)
    yield key, Filtered("xidach", "hand_named", named)
    yield f"{key}-first", Filtered("xidach", "hand_named_first", named)


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreZone(page.Centre):
    phase: Phase
    checks: bool  # XD-42: where there is no compare, nobody is checked
    direction: Direction | None
    stock: int


SPECIALS: Final = (Reason.XI_BANG, Reason.XI_DACH)


def zones(view: XidachView) -> Zones:
    return Zones(
        pods=pods(view, view.seats),
        centre=centre(view),
        hand=None if view.you is None else hand_zone(view, view.seats[view.you]),
        actions=None if view.you is None else actions(view, view.you),
        why=tuple(why(view, done) for done in view.settled),
    )


def own(view: XidachView, you: SeatNo, last: Own | None = None) -> Own:
    """XD-23  To the nhà cái, once it may check somebody, others' seats look like to nobody else."""
    mine = view.seats[you]
    checks = you == NHA_CAI and (targets(view) or waits_for_16(view))
    looks = pods(view, view.seats if checks else (mine,))
    held = held_by(view, mine)
    return Own(
        pods=tuple([look for look in looks if look.private]),
        hand=last.hand if last is not None and last.of == held else _hand_zone(held),
        actions=actions(view, you),
        of=held,
    )


def centre(view: XidachView) -> CentreZone:
    return CentreZone(
        phase=view.phase,
        checks=_checks_hands(view),
        direction=view.direction,
        stock=len(PACK_52) - sum(seat.count for seat in view.seats),
    )


# The seats


def pods(view: XidachView, seats: tuple[SeatView, ...]) -> tuple[Pod, ...]:
    """Most seats look the same to most who look, and from move to move: each open look is made once."""
    settled, open_to, waits = {done.seat: done for done in view.settled}, targets(view), waits_for_16(view)
    made, has_bets = [], RULESETS[view.ruleset].has_bets
    for seat in seats:
        no, done = seat.seat, settled.get(seat.seat)
        stake = view.stakes[no] if has_bets else None
        points = done.points if done else None
        if no == NHA_CAI and view.over:
            points = nha_cai_points(view)
        blocked = waits and no != NHA_CAI and done is None
        act = Button() if no in open_to else Button(Because.FROM_16) if blocked else None
        seen = Seen(seat, status(view, seat), stake, done, points, no in view.to_act, act, view.over)
        mine = no == view.you
        made.append(pod(seen, mine=mine) if mine or act else open_pod(seen, mine=mine))
    return tuple(made)


class Seen(NamedTuple):
    """All that a pod is made of."""

    seat: SeatView
    status: PodStatus
    stake: int | None
    done: Settlement | None
    points: int | None
    acting: bool
    act: Button | None  # XD-23: the nhà cái's check of this seat
    over: bool


def pod(seen: Seen, *, mine: bool) -> Pod:
    seat = seen.seat
    shown = seat.hand if seat.public else None
    return Pod(
        seat=seat.seat,
        role=seat.role,
        mine=mine,
        acting=seen.acting,
        cards=seat.cards,
        count=seat.count,
        public=seat.public,
        stake=seen.stake,
        status=seen.status,
        value=strength(shown).value if shown else None,
        outcome=seen.done.outcome if seen.done else None,
        points=seen.points,
        act=seen.act,
        over=seen.over,
        banker=seat.role is Role.NHA_CAI,
    )


open_pod = lru_cache(maxsize=4096)(pod)  # of what everybody may see


def targets(view: XidachView) -> tuple[SeatNo, ...]:
    """XD-23  With whom the nhà cái, looking at its own table, may compare now."""
    return tuple([SeatNo(int(move.facts[0][1])) for move in view.legal if move.do == "compare"])


def waits_for_16(view: XidachView) -> bool:
    """XD-23  On 15 the nhà cái may stand, but not compare yet."""
    if view.phase is not Phase.NHA_CAI or not _checks_hands(view):
        return False
    return any(move.do == "stand" for move in view.legal) and not targets(view)


def status(view: XidachView, seat: SeatView) -> PodStatus:
    """XD-10  Of a hidden hand only what everybody saw: whose turn has been, and whose has not."""
    if seat.public and (view.over or seat.role is Role.NHA_CON):
        return PodStatus(open_hand(seat, seat.hand or (), RULESETS[view.ruleset]))
    if seat.seat in view.to_act:
        return _acting_status(view)
    return _waiting_status(view, seat.seat)


def _acting_status(view: XidachView) -> PodStatus:
    match view.phase:
        case Phase.BETTING:
            return PodStatus.BETTING
        case Phase.NHA_CAI if _checks_hands(view):
            return PodStatus.CHECKING
        case _:
            return PodStatus.ACTING


def _checks_hands(view: XidachView) -> bool:
    """XD-24  Only where there is a compare does the nhà cái check hand by hand."""
    return RULESETS[view.ruleset].compare_from is not None


def _waiting_status(view: XidachView, seat: SeatNo) -> PodStatus:
    match view.phase:
        case Phase.NHA_CON if seat == NHA_CAI:
            return PodStatus.BANKER_WAITING if _checks_hands(view) else PodStatus.WAITING
        case Phase.NHA_CON:
            return PodStatus.WAITING if _turn_is_to_come(view, seat) else PodStatus.STOOD
        case Phase.NHA_CAI:
            return PodStatus.STOOD
        case _:
            has_bet = RULESETS[view.ruleset].has_bets and seat != NHA_CAI
            return PodStatus.BET if has_bet else PodStatus.WAITING


def _turn_is_to_come(view: XidachView, seat: SeatNo) -> bool:
    """XD-8  Turns follow the dealing order."""
    assert view.direction is not None
    order = dealing_order(len(view.seats), view.direction)
    return order.index(seat) > order.index(view.to_act[0])


# One's own hand


class Held(NamedTuple):
    """All that the zone of one's own hand is made of."""

    seat: SeatView
    stake: int | None
    done: Settlement | None
    points: int | None
    rules: XidachRules


def held_by(view: XidachView, seat: SeatView) -> Held:
    done = next((done for done in view.settled if done.seat == seat.seat), None)
    points = own_points(view) if done or view.over else None
    return Held(seat, view.stakes[seat.seat], done, points, RULESETS[view.ruleset])


def hand_zone(view: XidachView, seat: SeatView) -> HandZone:
    return _hand_zone(held_by(view, seat))


def _hand_zone(held: Held) -> HandZone:
    seat, stake, done, points, rules = held
    hand = seat.hand or ()
    return HandZone(
        seat=seat.seat,
        role=seat.role,
        cards=seat.cards,
        value=strength(hand).value if hand else None,
        low=lowest(hand) if hand else None,
        counted=counted(hand),
        state=hand_state(hand, seat.role, rules),
        stake=stake,
        outcome=done.outcome if done else None,
        reason=done.reason if done else None,
        points=points,
        public=seat.public,
    )


def hand_state(hand: Hand, role: Role, rules: XidachRules) -> HandState | None:
    if not hand:
        return None
    if kind := special(hand):
        return HandState(special_reason(kind))
    if is_ngu_linh(hand):
        return HandState.NGU_LINH
    if is_quac(hand):
        return HandState.QUAC
    if is_du(hand):
        return HandState.DU
    return HandState.NON if is_non(hand, role, rules) else None


# What one may do


def actions(view: XidachView, you: SeatNo) -> ActionsZone:
    if view.over:
        return ActionsZone(heading=Heading.OVER)
    if you not in view.to_act:
        return WAITING
    match view.phase:
        case Phase.BETTING:
            return ActionsZone(
                heading=Heading.BETTING, bet=StakeField(*(int(fact) for _, fact in view.legal[0].facts))
            )
        case Phase.DEALING:
            return _deal_actions(view)
        case _:
            return _turn_actions(view, view.seats[you])


WAITING: Final = ActionsZone(heading=Heading.WAITING, waits=True)


def _deal_actions(view: XidachView) -> ActionsZone:
    """XD-20, XD-40  Two buttons where the nhà cái picks a side, else one."""
    if RULESETS[view.ruleset].nha_cai_picks_first:
        return ActionsZone(heading=Heading.DEAL, deal_left=Button(), deal_right=Button())
    return ActionsZone(heading=Heading.DEAL, deal=Button())


def _turn_actions(view: XidachView, seat: SeatView) -> ActionsZone:
    rules, hand = RULESETS[view.ruleset], seat.hand or ()
    verbs = {move.do for move in view.legal}
    is_cai = seat.role is Role.NHA_CAI
    return ActionsZone(
        heading=Heading.COMPARE_WHO if targets(view) else Heading.YOUR_TURN,
        draw=Button(None if "draw" in verbs else Because.QUAC_MUST_STAND),
        stand=Button(None if "stand" in verbs else Because.NON_MUST_DRAW),
        compare=targets(view),
        compare_because=Because.FROM_16 if waits_for_16(view) else None,
        unsettled=len(view.seats) - 1 - len(view.settled) if is_cai else 0,
        must_draw="stand" not in verbs,
        must_stand="draw" not in verbs,
        confirm_stand="stand" in verbs and is_non(hand, seat.role, rules),
    )


# Why


def why(view: XidachView, done: Settlement) -> Why:
    rules = RULESETS[view.ruleset]
    return Why(
        seat=done.seat,
        rule=rules.specials_rule if done.reason in SPECIALS else rules.settling_rule,
        outcome=done.outcome,
        reason=done.reason,
        points=done.points,
        con=con_hand(view, done),
        cai=cai_hand(view, done),
    )


# The log


def line(event: Event) -> tuple[Event, page.Words]:
    """Of two hands that met each is written in, and so is a stake."""
    if event.kind == "bet":
        return page.stake_written_in(event)
    if event.kind not in MEETINGS:
        return event, page.NO_WORDS
    facts = dict(event.facts)
    words = [
        (who, Filtered("xidach", "hand_named", (facts[who], facts[f"{who}_value"]))) for who in HANDS_MET
    ]
    return event._replace(facts=(("points", facts["points"]),)), tuple(words)


# What stands before a line, by the event it tells


ICONS: Final = {
    "drew": "plus",
    "stood": "hand",
    "special": "sparkles",
    "compared": "scale",
    "settled": "scale",
    "bet": "hash",
    "round_over": "flag",
}
SHOWS: Final = {"dealt": 1.4, "special": 0.3, "drew": 0.6, "compared": 0.8}
MEETINGS: Final = frozenset(("compared", "settled"))
HANDS_MET: Final = ("con", "cai")
