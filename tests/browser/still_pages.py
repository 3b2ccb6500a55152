"""Pages that were drawn before, served with the site's files by a thread: no application, no database."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from django.contrib.staticfiles import finders


class Pages:
    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.html = ""


@contextmanager
def pages() -> Iterator[Pages]:
    """`pages.html` is what every address but those of files shows."""
    at: Pages

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path.startswith("/static/"):
                found = finders.find(path.removeprefix("/static/"))
                kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
                self._answer(
                    Path(str(found)).read_bytes() if found else b"", kind, "max-age=3600", bool(found)
                )
            else:
                self._answer(at.html.encode(), "text/html; charset=utf-8", "no-store")

        def _answer(self, body: bytes, kind: str, cached: str, found: bool = True) -> None:
            self.send_response(200 if found else 404)
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", str(len(body))),
                ("Cache-Control", cached),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A browser that goes elsewhere does not wait for what it asked for."""

    server = Server(("127.0.0.1", 0), Handler)
    at = Pages(server.server_port)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield at
    finally:
        server.shutdown()
        server.server_close()
