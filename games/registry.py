"""The games of the house. A new game is one line here."""

from typing import Any, Final

from games.bigtwo.engine import BIGTWO
from games.core.engine import Engine
from games.niuniu.engine import NIUNIU
from games.rummy.engine import RUMMY
from games.xidach.engine import XIDACH

ENGINES: Final[dict[str, Engine[Any, Any, Any]]] = {
    XIDACH.game: XIDACH,
    BIGTWO.game: BIGTWO,
    RUMMY.game: RUMMY,
    NIUNIU.game: NIUNIU,
}


def engine(game: str) -> Engine[Any, Any, Any]:
    return ENGINES[game]
