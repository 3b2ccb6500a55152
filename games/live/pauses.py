"""How long something that fails is left alone: longer each time, so that it costs nobody else their time."""

from __future__ import annotations

from time import monotonic
from typing import Final

REST: Final = 1.0  # seconds before what the database did not do is tried again
FIRST: Final = 1.0  # seconds after a fault of ours
LONGEST: Final = 60.0


class Pauses:
    def __init__(self) -> None:
        self.failures = 0
        self._until = 0.0

    def fail(self) -> None:
        self.failures += 1
        self._until = monotonic() + min(LONGEST, FIRST * 2 ** min(self.failures - 1, 10))

    def end(self) -> None:
        self.failures, self._until = 0, 0.0

    @property
    def left(self) -> float:
        """Seconds until it may be tried again."""
        return max(0.0, self._until - monotonic())
