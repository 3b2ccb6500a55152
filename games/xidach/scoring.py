"""XD-13, XD-21, XD-25, XD-41, XD-43: who wins when a nhà con's hand meets the nhà cái's."""

from enum import StrEnum
from typing import NamedTuple

from games.core.banker import Result, result
from games.xidach.hands import Special, Strength


class Reason(StrEnum):
    """The first that applies, in this order."""

    XI_BANG = "xi_bang"
    XI_DACH = "xi_dach"
    NGU_LINH = "ngu_linh"
    QUAC = "quac"
    NON = "non"
    VALUE = "value"


class Verdict(NamedTuple):
    outcome: Result
    reason: Reason


def meet_specials_classic(con: Special, cai: Special) -> Verdict:
    """XD-21  A special beats none; any two specials push. The better of the two names it."""
    return Verdict(result(bool(con) - bool(cai)), special_reason(max(con, cai)))


def meet_specials_vipgame(con: Special, cai: Special) -> Verdict:
    """XD-41  Xì bàng beats xì dách, xì dách beats none; the same special pushes."""
    return Verdict(result(con - cai), special_reason(max(con, cai)))


def special_reason(special: Special) -> Reason:
    return Reason.XI_BANG if special is Special.XI_BANG else Reason.XI_DACH


def settle_classic(con: Strength, cai: Strength) -> Verdict:
    """XD-25  Ngũ linh wins, two push; quắc loses, two push; else the higher value wins."""
    if con.is_ngu_linh or cai.is_ngu_linh:
        return Verdict(result(con.is_ngu_linh - cai.is_ngu_linh), Reason.NGU_LINH)
    if con.is_quac or cai.is_quac:
        return Verdict(result(cai.is_quac - con.is_quac), Reason.QUAC)
    return Verdict(result(con.value - cai.value), Reason.VALUE)


def settle_vipgame(con: Strength, cai: Strength) -> Verdict:
    """XD-43  Of two ngũ linh the lower wins, one wins absolutely; equal values push.

    Đủ beats quắc and quắc beats non; of two đủ or two non the higher wins, of two quắc the lower.
    """
    if con.is_ngu_linh and cai.is_ngu_linh:
        return Verdict(result(cai.value - con.value), Reason.NGU_LINH)
    if con.is_ngu_linh or cai.is_ngu_linh:
        return Verdict(result(con.is_ngu_linh - cai.is_ngu_linh), Reason.NGU_LINH)
    if con.is_quac and cai.is_quac:
        return Verdict(result(cai.value - con.value), Reason.QUAC)
    if con.is_quac or cai.is_quac:
        other = cai if con.is_quac else con
        quac_wins = not other.is_du
        return Verdict(result(1 if con.is_quac is quac_wins else -1), Reason.QUAC)
    reason = Reason.VALUE if con.is_du and cai.is_du else Reason.NON
    return Verdict(result(con.value - cai.value), reason)
