"""The first round of a table that the house opened for one person: begun at once, and dealt."""

from __future__ import annotations

import asyncio
from typing import Final

from games.live.hall import hall
from games.live.hub import Hub
from games.live.viewing import Person

STEPS: Final = 20  # more than come before any deal: the start, a stake of each seat, the deal


def deal(room_id: int, person: Person) -> None:
    """From a page's thread. Where no server runs, or where it takes long, whoever has the table goes on."""
    if hall.loop is not None and hall.loop.is_running():
        hall.ask(_deal(room_id, person))


async def _deal(room_id: int, person: Person) -> None:
    async with hall.arrival(room_id, person) as hub:
        for _ in range(STEPS):
            if _is_done(hub):
                return
            await hub.dues.act()
            await asyncio.sleep(0)


def _is_done(hub: Hub) -> bool:
    """Or it is no longer the first."""
    live = hub.round
    return hub.has_lost or (live is not None and (live.facts.number > 1 or live.is_dealt))
