"""The house bots of Xì Dách. They see a view and nothing else."""

from random import Random
from typing import Any, Final

from games.engines.xidach.view import XidachView

LEVELS: Final = ("easy", "house")


def choose(view: XidachView, level: str, chance: Random) -> dict[str, Any]:
    move = view.legal[0].as_json()
    if move["do"] == "bet":
        return {"do": "bet", "stake": move["min"]}
    return move
