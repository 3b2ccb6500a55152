"""The house bots of Niu Niu. They see one view and nothing else; only the stake is theirs to choose."""

from random import Random
from typing import Any, Final

from games.niuniu.rules import RULESETS, Phase
from games.niuniu.view import NiuniuView

LEVELS: Final = ("easy", "house")


def choose(view: NiuniuView, level: str, chance: Random) -> dict[str, Any]:
    """One of the moves that are legal in this view."""
    if view.phase is not Phase.BETTING:
        return view.legal[0].as_json()
    stake = {"easy": _easy, "house": _house}[level](view, chance)
    return {"do": "bet", "stake": stake}


def _house(view: NiuniuView, chance: Random) -> int:
    """NN-13 pays a bull more than no bull loses, so all that is allowed; NN-12 is even, so an even stake."""
    most = view.house.max_stake
    return max(1, most // 5) if RULESETS[view.ruleset].nha_cai_plays else most


def _easy(view: NiuniuView, chance: Random) -> int:
    """Small, and a little different every time."""
    return 1 + int(chance.random() * min(view.house.max_stake, 5))
