"""How much one socket may ask, how often it may err. Counted in this process, by the clock."""

from __future__ import annotations

from time import monotonic


class Bucket:
    """So many at once, so many more a second."""

    def __init__(self, size: float, a_second: float) -> None:
        self.size, self.a_second = size, a_second
        self.left, self.at = size, monotonic()

    def refill(self) -> float:
        now = monotonic()
        self.left = min(self.size, self.left + (now - self.at) * self.a_second)
        self.at = now
        return self.left

    @property
    def is_empty(self) -> bool:
        return self.refill() < 1

    def take(self) -> bool:
        """False where there is none left."""
        if self.is_empty:
            return False
        self.left -= 1
        return True


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
