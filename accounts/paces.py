"""How fast somebody may ask. Counted in the memory of this process, by the clock.

A pace with a name is one for all processes of a site: each counts by itself, and whoever is hasty is told of
to the others, through the cache that all share. Nobody waits for that.
"""

from __future__ import annotations

from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from math import ceil
from time import monotonic, time
from typing import Final

from django.conf import settings
from django.core.cache import cache

KEPT: Final = 3600  # seconds: of whoever never rests for so long the count begins anew
MANY_PROCESSES: Final = 8  # whoever asks each of so many no faster than this is not hasty
_aside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="paces")


class Bucket:
    """So many at once, so many more a second."""

    __slots__ = ("a_second", "at", "left", "since", "size", "untold")

    def __init__(self, size: float, a_second: float) -> None:
        self.size, self.a_second = size, a_second
        self.left, self.at = size, monotonic()
        self.untold, self.since = 0, self.at  # taken since then, and others have not heard of it

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
        if not self.untold:
            self.since = self.at
        self.untold += 1
        self.left -= 1
        return True


class Pace:
    """A bucket for each who asks; the full ones are forgotten now and then."""

    MANY = 1000

    def __init__(self, size: float, a_second: float, *, name: str = "") -> None:
        self.size, self.a_second, self.name = size, a_second, name
        self.told_after = max(1, min(int(size / 10), 50))  # what another process may not know of yet
        self._buckets: dict[Hashable, Bucket] = {}
        self._forget_at = self.MANY

    def take(self, who: Hashable) -> bool:
        """One more now? From any thread."""
        bucket = self._buckets.get(who)
        if bucket is None:
            self._forget()
            bucket = self._buckets.setdefault(who, Bucket(self.size, self.a_second))
        if not bucket.take():
            return False
        if bucket.untold >= self.told_after:
            spent, bucket.untold = bucket.untold, 0
            if self.name and settings.REDIS_URL and self._is_hasty(bucket, spent):
                _aside.submit(self._tell, who, bucket, spent)
        return True

    def give_back(self, who: Hashable) -> None:
        """What was taken a moment ago does not count after all."""
        if (bucket := self._buckets.get(who)) is not None:
            bucket.left += 1

    def clear(self) -> None:
        self._buckets.clear()

    def _is_hasty(self, bucket: Bucket, spent: int) -> bool:
        """Would it be too fast, if they asked every process so?"""
        return (bucket.at - bucket.since) * self.a_second < spent * MANY_PROCESSES

    def _tell(self, who: Hashable, bucket: Bucket, spent: int) -> None:
        """And hear what is left for all processes together: here there is never more."""
        bucket.left = min(bucket.left, self._left_after(who, spent))

    def _left_after(self, who: Hashable, spent: int) -> float:
        """The cache keeps one number: the millisecond at which the bucket of all will be full again."""
        key = f"pace:{sha256(f'{self.name}:{who}'.encode()).hexdigest()[:32]}"
        now, cost = int(time() * 1000), ceil(spent * 1000 / self.a_second)
        try:
            full = cache.incr(key, cost)
        except ValueError:  # nobody asked lately, or the cache is in trouble
            full = cost
        if full - cost < now:
            full = now + cost
            cache.set(key, full, KEPT)
        return self.size - (full - now) * self.a_second / 1000

    def _forget(self) -> None:
        if len(self._buckets) < self._forget_at:
            return
        for who, bucket in self._buckets.copy().items():
            if bucket.refill() == bucket.size:
                self._buckets.pop(who, None)
        self._forget_at = max(self.MANY, 2 * len(self._buckets))
