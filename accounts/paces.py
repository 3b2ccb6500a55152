"""How fast somebody may ask. Counted in the memory of this process, by the clock."""

from __future__ import annotations

from collections.abc import Hashable
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


class Pace:
    """A bucket for each who asks; the full ones are forgotten now and then."""

    MANY = 1000

    def __init__(self, size: float, a_second: float) -> None:
        self.size, self.a_second = size, a_second
        self._buckets: dict[Hashable, Bucket] = {}
        self._forget_at = self.MANY

    def take(self, who: Hashable) -> bool:
        """One more now? From any thread."""
        bucket = self._buckets.get(who)
        if bucket is None:
            self._forget()
            bucket = self._buckets.setdefault(who, Bucket(self.size, self.a_second))
        return bucket.take()

    def clear(self) -> None:
        self._buckets.clear()

    def _forget(self) -> None:
        if len(self._buckets) < self._forget_at:
            return
        for who, bucket in self._buckets.copy().items():
            if bucket.refill() == bucket.size:
                self._buckets.pop(who, None)
        self._forget_at = max(self.MANY, 2 * len(self._buckets))
