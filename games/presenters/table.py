"""All zones of a table by their element's id, in reading order."""

from games.facts import PlayFacts, TableFacts, Viewer
from games.presenters import game, room
from games.presenters.sight import Sight
from games.presenters.zone import Zone


def zones(table: TableFacts, play: PlayFacts | None, viewer: Viewer) -> dict[str, Zone]:
    """What this viewer's page shows. The round is left out for who may not see it."""
    sight = Sight(table, play if viewer.may_see else None, viewer)
    return {
        "top": room.top(sight),
        "banner": room.banner(sight),
        **{f"seat-{chair}": game.seat(sight, chair) for chair in in_order(sight)},
        "centre": game.centre(sight),
        "result": game.result(sight),
        "hand": game.hand(sight),
        "actions": game.actions(sight),
        **game.log(sight),
        "sheet": room.sheet(sight),
        "rules": room.rules(sight),
        "chat": room.chat(sight),
        "menu": room.menu(sight),
    }


def in_order(sight: Sight) -> list[int]:
    """The chairs as they are read: the one at the top first, then along the table."""
    chairs = len(sight.table.room.seats)
    return [(sight.anchor + place) % chairs for place in range(chairs)]
