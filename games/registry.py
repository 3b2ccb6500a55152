"""The games of the house. A new game is one line here."""

from typing import Any, Final

from games.engines.bigtwo.engine import BIGTWO
from games.engines.core.engine import Engine
from games.engines.niuniu.engine import NIUNIU
from games.engines.rummy.engine import RUMMY
from games.engines.xidach.engine import XIDACH

ENGINES: Final[dict[str, Engine[Any, Any, Any]]] = {
    XIDACH.game: XIDACH,
    BIGTWO.game: BIGTWO,
    RUMMY.game: RUMMY,
    NIUNIU.game: NIUNIU,
}


def engine(game: str) -> Engine[Any, Any, Any]:
    return ENGINES[game]
