"""From nothing to a playable site: database, languages, static files, then the server in the foreground."""

import hashlib
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *, port: int, **options: Any) -> None:
        refuse_a_busy_port(port)
        call_command("check")
        call_command("migrate", verbosity=0)
        call_command("messages", "--compile")
        collect_static_files()
        take_the_quicker_loop()
        # Imported last: daphne takes over the event loop as it is imported.
        from config.asgi import application, begin
        from config.server import serve

        self.stdout.write(f"Chiếu Bài is open: http://127.0.0.1:{port}  (Ctrl-C closes it)")
        self.stdout.flush()
        serve(application, port, started=begin)


def take_the_quicker_loop() -> None:
    """As uvicorn does by itself; there is none for Windows."""
    with suppress(ImportError):
        import uvloop

        uvloop.install()


def refuse_a_busy_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise CommandError(f"Port {port} is taken. Try another: PORT={port + 1} make run") from error


def collect_static_files() -> None:
    """Only when a file changed: hashing and compressing them all takes seconds."""
    stamp = Path(settings.STATIC_ROOT) / ".stamp"
    now = fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(now)


def fingerprint() -> str:
    digest = hashlib.sha256(repr(settings.STORAGES).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
