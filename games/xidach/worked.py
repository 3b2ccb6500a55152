"""Xì Dách worked out by its engine: hands, meetings, and tables of what may be done and who wins."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, Final, assert_never

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.banker import NHA_CAI, Result, Role, result
from games.core.cards import Hand, hand
from games.core.engine import SeatNo, Setup
from games.core.options import complete
from games.core.shuffle import Scripted
from games.page.book import Cell, Example, Shown, Table, Tone, row, shown_cards
from games.page.words import Said, Text, say
from games.xidach import play
from games.xidach.engine import XIDACH
from games.xidach.hands import (
    DU_FROM,
    MOST,
    MOST_CARDS,
    Special,
    Strength,
    counted,
    is_ngu_linh,
    is_quac,
    special,
    strength,
    value,
)
from games.xidach.moves import Bet, Compare, Deal, Draw, First, Move, Stand
from games.xidach.play import Direction, State
from games.xidach.rules import RULESETS, Phase, XidachRules, house
from games.xidach.scoring import Reason, Verdict
from games.xidach.words import WORDS

TOTAL: Final = pgettext_lazy("of a hand", "Total")
WINNERS: Final = {
    Result.WIN: _("The player wins"),
    Result.LOSE: _("The banker wins"),
    Result.PUSH: _("A tie"),
}
SPECIALS: Final[Mapping[Special, Text]] = {
    Special.NONE: _("neither"),
    Special.XI_DACH: pgettext_lazy("hand", "Xì Dách"),
    Special.XI_BANG: _("Xì Bàng"),
}


# Hands


def name_of(cards: Hand, least: int = DU_FROM) -> Text:
    """What players call such a hand; `least` is where too low ends for who holds it."""
    if kind := special(cards):
        return SPECIALS[kind]
    if is_ngu_linh(cards):
        return say(_("Ngũ Linh with %(total)s"), total=strength(cards).value)
    if is_quac(cards):
        return say(_("%(total)s, bust"), total=value(cards))
    if value(cards) < least:
        return say(_("%(total)s, too low"), total=value(cards))
    if value(cards) < DU_FROM:
        return str(value(cards))
    return say(_("%(total)s, enough"), total=value(cards))


def laid(cards: Hand, who: Text = "", *, least: int = DU_FROM) -> Shown:
    total = " + ".join(map(str, counted(cards)))
    name = name_of(cards, least)
    return Shown(groups=(shown_cards(cards),), who=who, sum=f"{total} = {strength(cards).value}", name=name)


def worth(cards: str, note: Text = "") -> Example:
    """XD-1 … XD-4 of one hand."""
    held = hand(cards)
    found = (("total", strength(held).value), ("ngu_linh", is_ngu_linh(held)), ("special", special(held)))
    return Example(hands=(laid(held),), note=note, found=found)


# Two hands that meet


def meeting(rules: XidachRules, con: str, cai: str, note: Text = "") -> Example:
    """XD-25, XD-43  A player's hand against the banker's, once both have stopped."""
    return _met(rules, hand(con), hand(cai), rules.settle(strength(hand(con)), strength(hand(cai))), note)


def first_cards(rules: XidachRules, con: str, cai: str, note: Text = "") -> Example:
    """XD-21, XD-41  The same with the first two cards."""
    return _met(
        rules, hand(con), hand(cai), rules.meet_specials(special(hand(con)), special(hand(cai))), note
    )


def _met(rules: XidachRules, con: Hand, cai: Hand, verdict: Verdict, note: Text) -> Example:
    return Example(
        hands=(laid(con, _("Player")), laid(cai, _("Banker"), least=rules.non_under(Role.NHA_CAI))),
        verdict=WINNERS[verdict.outcome],
        tone=Tone(verdict.outcome),
        note=note,
        found=(("ruleset", rules.name), ("outcome", verdict.outcome), ("reason", verdict.reason)),
    )


def specials_table(rules: XidachRules) -> Table:
    """XD-21, XD-41  Who wins on the first two cards."""
    kinds = (Special.XI_BANG, Special.XI_DACH, Special.NONE)
    rows = [row(SPECIALS[con], *(_first_cell(rules, con, cai) for cai in kinds)) for con in kinds]
    return Table(
        caption=_("After the first two cards"),
        head=(_("Player down the side, banker across the top"), *(SPECIALS[cai] for cai in kinds)),
        rows=tuple(rows),
    )


def _first_cell(rules: XidachRules, con: Special, cai: Special) -> Cell:
    if not con and not cai:
        return Cell(_("they play on"))
    outcome = rules.meet_specials(con, cai).outcome
    return Cell(WINNERS[outcome], Tone(outcome))


# Who wins, kind against kind

Kind = tuple[Text, tuple[Strength, ...]]
NGU_LINH: Final[Kind] = (_("Ngũ Linh"), tuple(Strength(total, True) for total in range(MOST_CARDS + 1, MOST)))
QUAC: Final[Kind] = (_("Bust"), tuple(Strength(total, False) for total in range(MOST + 1, MOST + 11)))
DU: Final[Kind] = (
    say(_("Enough, %(least)s to %(most)s"), least=DU_FROM, most=MOST),
    tuple(Strength(total, False) for total in range(DU_FROM, MOST + 1)),
)
NON: Final[Kind] = (
    say(_("Too low, under %(least)s"), least=DU_FROM),
    tuple(Strength(total, False) for total in range(4, DU_FROM)),
)
HIGHER, LOWER = _("The higher total wins"), _("The lower total wins")


def kinds_of(rules: XidachRules, role: Role) -> tuple[Kind, ...]:
    """The hands one can end with: too low only where nobody has to draw."""
    if not rules.non_must_draw:
        return (NGU_LINH, DU, QUAC, NON)
    least = rules.non_under(role)
    stood = tuple(Strength(total, False) for total in range(least, MOST + 1))
    return (NGU_LINH, (say(_("%(least)s to %(most)s"), least=least, most=MOST), stood), QUAC)


def settling_table(rules: XidachRules) -> Table:
    """XD-25, XD-43  Every kind of hand against every other, as the engine settles them."""
    con, cai = kinds_of(rules, Role.NHA_CON), kinds_of(rules, Role.NHA_CAI)
    return Table(
        caption=_("When the hands are opened"),
        head=(_("Player down the side, banker across the top"), *(kind for kind, _strengths in cai)),
        rows=tuple(row(name, *(_cell(rules, mine, theirs) for _k, theirs in cai)) for name, mine in con),
    )


def _cell(rules: XidachRules, con: Iterable[Strength], cai: tuple[Strength, ...]) -> Cell:
    """All meetings of two kinds in a few words."""
    meetings = [
        (mine.value - theirs.value, rules.settle(mine, theirs).outcome) for mine in con for theirs in cai
    ]
    outcomes = {outcome for _lead, outcome in meetings}
    if len(outcomes) == 1:
        (always,) = outcomes
        return Cell(WINNERS[always], Tone(always))
    if all(outcome is result(lead) for lead, outcome in meetings):
        return Cell(HIGHER)
    assert all(outcome is result(-lead) for lead, outcome in meetings)
    return Cell(LOWER)


# What one may do

VERBS: Final[Mapping[str, Text]] = {
    "draw": pgettext_lazy("move", "hit"),
    "stand": pgettext_lazy("move", "stand"),
    "compare": pgettext_lazy("move", "check a hand"),
}
PLAIN_HANDS: Final = {  # a hand without an ace for every total
    **{total: hand(f"2S {total - 2}H") for total in range(4, 10)},
    **{total: hand(f"TS {total - 10}H") for total in range(12, 20)},
    10: hand("4S 6H"), 11: hand("5S 6H"), 20: hand("TS TH"),
    **{total: hand(f"TS TH {total - 20}D") for total in range(22, 30)},
    21: hand("TS 9H 2D"), 30: hand("TS TH TD"),
}  # fmt: skip


def table_at(rules: XidachRules, seat: int, cards: Hand) -> State:
    """Two at the table, this seat to act with these cards."""
    other = hand("TC 7C")
    hands = (cards, other) if seat == NHA_CAI else (other, cards)
    return State(
        rules=rules,
        house=house({}),
        phase=Phase.NHA_CAI if seat == NHA_CAI else Phase.NHA_CON,
        stock=hand("TC KC QC"),
        hands=hands,
        stakes=(0, 1),
        settled=(None, None),
        direction=Direction.COUNTERCLOCKWISE,
        turn=SeatNo(seat),
    )


def turn_table(rules: XidachRules, role: Role) -> Table:
    """XD-22, XD-23, XD-42  What each total allows, asked of the engine."""
    seat = NHA_CAI if role is Role.NHA_CAI else 1
    may = [(total, _allowed(rules, seat, PLAIN_HANDS[total])) for total in sorted(PLAIN_HANDS)]
    spans = [(list(span), verbs) for verbs, span in groupby(may, key=lambda each: each[1])]
    rows = [row(_span([total for total, _v in totals]), _may(verbs)) for totals, verbs in spans]
    captions = {Role.NHA_CAI: _("The banker's turn"), Role.NHA_CON: _("A player's turn")}
    return Table(caption=captions[role], head=(TOTAL, _("What you may do")), rows=tuple(rows))


def _allowed(rules: XidachRules, seat: int, cards: Hand) -> tuple[str, ...]:
    if seat == NHA_CAI and is_quac(cards):
        return ("over",) if _ends_when_bust(rules) else ("stand",)
    return tuple(dict.fromkeys(move.do for move in play.legal(table_at(rules, seat, cards), SeatNo(seat))))


def _ends_when_bust(rules: XidachRules) -> bool:
    """XD-12  The banker draws over the line, and the round is over."""
    after = play.apply(table_at(rules, NHA_CAI, PLAIN_HANDS[20]), Draw(NHA_CAI))
    return isinstance(after, State) and after.phase is Phase.OVER


def _span(totals: list[int]) -> Text:
    low, high = totals[0], totals[-1]
    if low == min(PLAIN_HANDS):
        return (
            say(_("under %(least)s"), least=high + 1) if high < MOST else say(_("up to %(most)s"), most=high)
        )
    if high == max(PLAIN_HANDS):
        return say(_("over %(most)s"), most=low - 1)
    return str(low) if low == high else say(_("%(least)s to %(most)s"), least=low, most=high)


def _may(verbs: tuple[str, ...]) -> Text:
    match verbs:
        case ("over",):
            return _("the round ends at once")
        case (verb,):
            return say(_("only %(move)s"), move=VERBS[verb])
        case (one, other):
            return say(_("%(move)s or %(other)s"), move=VERBS[one], other=VERBS[other])
        case (one, other, third):
            return say(
                _("%(move)s, %(other)s or %(third)s"), move=VERBS[one], other=VERBS[other], third=VERBS[third]
            )
        case _:
            raise AssertionError(verbs)


# The deal


def order_table(players: int) -> Table:
    """XD-7  In which order the cards go round."""
    seats = players + 1
    sides = ((_("From the left"), Direction.COUNTERCLOCKWISE), (_("From the right"), Direction.CLOCKWISE))
    rows = [row(name, *(_seat_name(s) for s in play.dealing_order(seats, way))) for name, way in sides]
    ordinals = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"))
    return Table(
        caption=say(
            _("With %(players)s players; on your screen player 1 sits to the left of the banker"),
            players=players,
        ),
        head=(_("Dealt"), *ordinals[:seats]),
        rows=tuple(rows),
    )


def _seat_name(seat: int) -> Text:
    return _("Banker") if seat == NHA_CAI else say(_("Player %(number)s"), number=seat)


# When time runs out


def time_out_table() -> Table:
    """What the table plays for a seat, asked of the engine."""
    rulesets = tuple(RULESETS.values())
    rows = [row(name, *(_timed_out(rules, moment(rules)) for rules in rulesets)) for name, moment in _MOMENTS]
    return Table(
        caption=_("What the table does when time runs out"),
        head=(_("Waiting for"), *(WORDS.rulesets[rules.name].name for rules in rulesets)),
        rows=tuple(rows),
    )


Moment = Callable[[XidachRules], State | None]


def empty_table(rules: XidachRules) -> State:
    options: Any = complete(XIDACH.options(rules.name), {})
    deck = hand("9C TS 5D 7H")
    return XIDACH.start(Setup(ruleset=rules.name, options=options, seats=2, shuffler=Scripted((deck,))))


def _betting(rules: XidachRules) -> State | None:
    return empty_table(rules) if rules.has_bets else None


def _dealing(rules: XidachRules) -> State:
    return empty_table(rules)._replace(phase=Phase.DEALING)


def _holding(seat: int, total: int) -> Moment:
    return lambda rules: table_at(rules, seat, PLAIN_HANDS[total])


_MOMENTS: Final[tuple[tuple[Text, Moment], ...]] = (
    (_("a stake"), _betting),
    (_("the deal"), _dealing),
    (say(_("a player with %(total)s"), total=DU_FROM - 1), _holding(1, DU_FROM - 1)),
    (say(_("a player with %(total)s"), total=DU_FROM), _holding(1, DU_FROM)),
    (say(_("a player who is bust with %(total)s"), total=MOST + 1), _holding(1, MOST + 1)),
    (say(_("the banker with %(total)s"), total=14), _holding(NHA_CAI, 14)),
    (say(_("the banker with %(total)s"), total=15), _holding(NHA_CAI, 15)),
)


def _timed_out(rules: XidachRules, state: State | None) -> Text:
    if state is None:
        return "–"
    return _told(play.time_out(state, play.to_act(state)[0]))


def _told(move: Move) -> Text:
    match move:
        case Bet(_seat, stake):
            return say(_("stakes %(stake)s"), stake=stake)
        case Deal(_seat, First.LEFT):
            return _("deals from the left")
        case Deal(_seat, First.RIGHT):
            return _("deals from the right")
        case Deal():
            return _("deals")
        case Draw():
            return _("hits")
        case Stand():
            return _("stands")
        case Compare():
            return _("checks a hand")
        case _:
            assert_never(move)


# What a win is worth


def pays(reason: Reason, *, stake: int, times: int) -> Said:
    """XD-13  A win with its multiplier."""
    option = f"pay_{reason}"
    won = stake * house({option: times}).pays(reason)
    return say(
        _(
            "For example, with a stake of %(stake)s and a multiplier of %(times)s for %(hand)s, "
            "%(won)s points change hands."
        ),
        stake=stake,
        hand={
            Reason.XI_BANG: SPECIALS[Special.XI_BANG],
            Reason.XI_DACH: SPECIALS[Special.XI_DACH],
            Reason.NGU_LINH: NGU_LINH[0],
        }[reason],
        times=times,
        won=won,
    )
