"""Who is told much and reads nothing: the server's memory stays as it is, and nobody else waits for them."""

import os
import socket
import time
from contextlib import ExitStack
from random import Random
from statistics import median

import pytest

from tests.bench.load import rss_of
from tests.tables.test_socket_leavers import HELLO

pytestmark = pytest.mark.slow

SECONDS = 300 if os.environ.get("FULL") else 8
ANEW = 35  # seconds: who does not read is shown out after thirty, and comes again
MANY, OF_A_PERSON = 50, 4
ROOM = 4096  # bytes that they take before they are full
MORE = 50 * 1024  # KB that the server may hold for all of them


async def test_fifty_who_do_not_read_cost_no_memory_and_no_time(houses):
    """T31  Browsers at a table where a move follows another. Daphne alone would keep what is not read, until
    it shows them out: it is no server for a site that is open to all."""
    server = houses.shared(kind="uvicorn")
    watching = -(-MANY // OF_A_PERSON)
    async with server.table(seats=4, spectators=watching, batch=1, come=False) as table:
        table.people = [await table.enter(which) for which in range(4)]
        await plays(table, 3)
        before, most, waits = rss_of([server.pid]), 0.0, []
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            with ExitStack() as stack:
                for number in range(MANY):
                    stack.enter_context(never_reads(server, table, 4 + number // OF_A_PERSON))
                waits += await plays(table, min(ANEW, until - time.monotonic()))
                most = max(most, rss_of([server.pid]))
        assert most - before < MORE
        assert median(waits) < 0.5 and max(waits) < 5
        assert "Traceback" not in server.log


def never_reads(server, table, which):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
    one.connect(("127.0.0.1", server.port))
    path = f"/ws/rooms/{table.code}/"
    one.sendall(HELLO.format(path=path, port=server.port, cookie=table.cookies[which]).encode())
    assert one.recv(12) == b"HTTP/1.1 101", "let in, and deaf from here on"
    return one


async def plays(table, seconds):
    """Rounds for so long; how long each move took to be seen by who made it."""
    chance, waits, until = Random(31), [], time.monotonic() + seconds
    while time.monotonic() < until:
        coming = table.people[0].room["next"]["round"]
        await table.start()
        while (actor := await table.next_actor()) is not None:
            began = time.monotonic()
            await actor.act(chance)
            waits.append(time.monotonic() - began)
        await table.until_open(coming + 1)
    return waits
