"""What lies between one browser and the server: it can be cut, and may be of a kind that knows no sockets."""

from __future__ import annotations

import asyncio

from tests.server import Server, free_port

NO_SOCKETS = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Line:
    def __init__(self, server: Server, *, sockets: bool = True) -> None:
        self.server, self.sockets = server, sockets
        self.port = free_port()
        self._open: set[asyncio.StreamWriter] = set()
        self._door: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def mend(self) -> Line:
        self._door = await asyncio.start_server(self._carry, "127.0.0.1", self.port)
        return self

    async def cut(self) -> None:
        assert self._door is not None
        self._door.close()
        for end in list(self._open):
            end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(65536)
        if first.startswith(b"GET /ws/") and not self.sockets:
            writer.write(NO_SOCKETS)
            writer.close()
            return
        there_reader, there = await asyncio.open_connection("127.0.0.1", self.server.port)
        there.write(first)
        self._open |= {writer, there}
        await asyncio.gather(self._pass(reader, there), self._pass(there_reader, writer))
        self._open -= {writer, there}

    @staticmethod
    async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while piece := await reader.read(65536):
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
