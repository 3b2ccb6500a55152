"""How often one socket may err. Counted in this process, by the clock."""

from __future__ import annotations

from time import monotonic


class Strikes:
    """How often something happened lately."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self.times: list[float] = []

    def add(self) -> bool:
        """True where it was once too often."""
        now = monotonic()
        self.times = [at for at in self.times if now - at < self.seconds] + [now]
        return len(self.times) >= self.limit
