"""The least that a server of tables can do: no storage, no rules, one `json.dumps` and one send a viewer.

python -m tests.bench.bare PORT
"""

import asyncio
import json
import sys
from collections import defaultdict
from dataclasses import dataclass, field

from websockets.asyncio.server import ServerConnection, serve

PADDING = "·" * 100  # frames as long as boardgame.io's


@dataclass
class Table:
    version: int = 0
    viewers: list[ServerConnection] = field(default_factory=list)

    def seen_by(self, place: int) -> str:
        hands = [list(range(13)) if seat == place else 13 for seat in range(4)]
        return json.dumps({"version": self.version, "hands": hands, "padding": PADDING})


tables: defaultdict[str, Table] = defaultdict(Table)


async def one(socket: ServerConnection) -> None:
    assert socket.request is not None
    table = tables[socket.request.path]
    table.viewers.append(socket)
    async for text in socket:
        json.loads(text)
        table.version += 1
        for place, viewer in enumerate(table.viewers):
            await viewer.send(table.seen_by(place))


async def main(port: int) -> None:
    async with serve(one, "127.0.0.1", port, compression=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
