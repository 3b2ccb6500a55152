"""All zones of a table by their element's id."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from games.page.zones import Pod
from games.rounds.facts import SeenRound, TableFacts, Viewer
from games.table import room_zones, round_zones
from games.table.round_zones import NOTHING_TOLD, Made, Told
from games.table.sight import Sight
from games.table.zone import Zone

NOTHING: Final[Mapping[str, Zone]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Felt:
    """What everybody sees of a round at one moment: all pages hold the very same zones."""

    chairs: tuple[tuple[int, str], ...]  # as they are read, with their zones' names
    pods: Mapping[int, Pod]  # by chair
    zones: Mapping[str, Zone]
    log: Zone | None  # a passer-by's
    told: Told  # its lines, with what they tell

    @property
    def lines(self) -> dict[str, Zone]:
        return dict(self.log.parts) if self.log else {}

    def shows(self, sight: Sight, chair: int) -> bool:
        """Does that chair look to this viewer as it does to everybody?"""
        pod = self.pods.get(chair)
        if pod is None or sight.seen is None or chair == sight.viewer.chair:
            return False
        return sight.seen.zones.pods[pod.seat] is pod


BARE: Final = Felt(chairs=(), pods=MappingProxyType({}), zones=NOTHING, log=None, told=NOTHING_TOLD)


def zones_of(table: TableFacts, seen: SeenRound | None, viewer: Viewer) -> dict[str, Zone]:
    """What this viewer's page shows. The round is left out for who may not see it."""
    sight = Sight(table, seen if viewer.may_see else None, viewer)
    return of_room(sight) | of_round(sight)


def of_room(sight: Sight, made: Made | None = None) -> dict[str, Zone]:
    """What no move changes but the last of a round; and that not all of it."""
    made = made or Made()
    return {
        "top": room_zones.top(sight),
        "banner": room_zones.banner(sight),
        "sheet": _sheet(sight, made),
        "rules": _rules(sight, made),
        "chat": _chat(sight, made),
        "menu": room_zones.menu(sight),
    }


def _sheet(sight: Sight, made: Made) -> Zone:
    if sight.table.match is not None:
        return room_zones.sheet(sight)
    of = sight.table.score_sheet, sight.table.room.seats, sight.viewer.name
    return made.again("sheet", of, partial(room_zones.sheet, sight))


def _rules(sight: Sight, made: Made) -> Zone:
    room = sight.table.room
    return made.again("rules", (room.ruleset, room.options), partial(room_zones.rules, sight))


def _chat(sight: Sight, made: Made) -> Zone:
    table = sight.table
    of = table.chat, table.notices, table.room.spectators_chat, sight.closed, sight.viewer
    return made.again("chat", of, partial(room_zones.chat, sight))


def felt_of(sight: Sight, made: Made, before: Felt = BARE) -> Felt:
    """An empty chair is not among it: whether one may sit down there each sees for themselves."""
    taken = (seat.seat for seat in sight.table.room.seats if seat.taken)
    looks = ((chair, round_zones.pod_at(sight, chair)) for chair in taken)
    pods = {chair: pod for chair, pod in looks if pod is not None}
    zones = {f"seat-{chair}": round_zones.seat(sight, chair, made) for chair in pods}
    zones |= {"clock": round_zones.clock(sight), "centre": round_zones.centre(sight)}
    if sight.seen is not None:
        zones["awaited"] = round_zones.awaited(sight)
    log = round_zones.log(sight, before.log)
    chairs = tuple([(chair, f"seat-{chair}") for chair in in_order(sight)])
    return Felt(chairs, pods, zones, log, round_zones.told_of(sight, log))


def of_round(
    sight: Sight,
    before: Mapping[str, Zone] = NOTHING,
    *,
    felt: Felt | None = None,
    made: Made | None = None,
) -> dict[str, Zone]:
    """`before` is what the page showed a moment ago: the lines of its log, and cards, are not made again.

    `felt` is of what a passer-by sees, for all pages of this moment."""
    made = made or Made()
    felt = felt or felt_of(sight, made)
    seats = {
        name: felt.zones[name] if felt.shows(sight, chair) else round_zones.seat(sight, chair, made)
        for chair, name in felt.chairs
    }
    return {
        **seats,
        "clock": felt.zones["clock"],
        "centre": felt.zones["centre"],
        "result": round_zones.result(sight),
        "hand": round_zones.hand(sight, made, before.get("hand"), felt.zones.get("awaited")),
        "actions": round_zones.actions(sight, made),
        "log": round_zones.log(sight, before.get("log"), felt.told),
    }


def in_order(sight: Sight) -> list[int]:
    """The chairs as they are read: the one at the top first, then along the table."""
    first, chairs = sight.anchor, len(sight.table.room.seats)
    return [(first + place) % chairs for place in range(chairs)]
