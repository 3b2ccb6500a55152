"""All zones of a table by their element's id."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rounds.facts import SeenRound, TableFacts, Viewer
from games.table import room_zones, round_zones
from games.table.sight import Sight
from games.table.zone import Zone

NOTHING: Final[Mapping[str, Zone]] = MappingProxyType({})


def zones_of(table: TableFacts, seen: SeenRound | None, viewer: Viewer) -> dict[str, Zone]:
    """What this viewer's page shows. The round is left out for who may not see it."""
    sight = Sight(table, seen if viewer.may_see else None, viewer)
    return of_room(sight) | of_round(sight)


def of_room(sight: Sight) -> dict[str, Zone]:
    """What no move changes but the last of a round."""
    return {
        "top": room_zones.top(sight),
        "banner": room_zones.banner(sight),
        "sheet": room_zones.sheet(sight),
        "rules": room_zones.rules(sight),
        "chat": room_zones.chat(sight),
        "menu": room_zones.menu(sight),
    }


def of_round(sight: Sight, before: Mapping[str, Zone] = NOTHING) -> dict[str, Zone]:
    """`before` is what the page showed a moment ago: the lines of its log are not made again."""
    return {
        **{f"seat-{chair}": round_zones.seat(sight, chair) for chair in in_order(sight)},
        "clock": round_zones.clock(sight),
        "centre": round_zones.centre(sight),
        "result": round_zones.result(sight),
        "hand": round_zones.hand(sight),
        "actions": round_zones.actions(sight),
        "log": round_zones.log(sight, before.get("log")),
    }


def in_order(sight: Sight) -> list[int]:
    """The chairs as they are read: the one at the top first, then along the table."""
    chairs = len(sight.table.room.seats)
    return [(sight.anchor + place) % chairs for place in range(chairs)]
