"""A page works in a thread of its own that ends with it, and nobody could go on using its connection to the
database: left to whoever looks for garbage, a hundred of them were open after a hundred pages."""

from __future__ import annotations

from typing import Any

from django.core.signals import request_finished
from django.db import connections


def close_after_pages() -> None:
    request_finished.connect(_close)


def _close(**_told: Any) -> None:
    """Those of this thread. The threads that work for sockets keep theirs."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:  # a test undoes what its pages did
            connection.close()
