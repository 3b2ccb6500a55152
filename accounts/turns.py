"""Heavy work that the whole site does for one person at a time."""

from __future__ import annotations

import secrets
from time import monotonic
from typing import Any, Final

from django.core.cache import cache

shared: Any = cache  # ours: config/cache.py
LEASE: Final = 30  # seconds: of whoever does not go on for so long it is the next one's turn


class Turn:
    """In the cache that all processes share; while that is in trouble, everybody has their turn. Each step of
    it is one of the cache's: nobody else's turn comes between a look at it and what is done about it."""

    def __init__(self, what: str) -> None:
        self._key, self._mine = f"turn:{what}", secrets.token_hex(8)
        self._renewed = 0.0

    def take(self) -> bool:
        """Is it ours now? Nobody waits here: whoever is told no comes again."""
        if not shared.add(self._key, self._mine, LEASE):
            return False
        self._renewed = monotonic()
        return True

    def keep(self) -> bool:
        """Said again and again by who has it. False where it ran out meanwhile and is somebody else's."""
        if monotonic() - self._renewed < LEASE / 3:
            return True
        if not shared.touch_if(self._key, self._mine, LEASE):
            return self.take()
        self._renewed = monotonic()
        return True

    def give_back(self) -> None:
        shared.delete_if(self._key, self._mine)
