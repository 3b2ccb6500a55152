"""What all processes remember, in Redis. While it is in trouble nothing is remembered, and nobody waits.

Beside what every cache of Django's can do, both of ours do two things in one step, between which nobody else
comes: to prolong what is there, or to take it away, only if it is this.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = structlog.get_logger()
REST = 2.0  # seconds before a Redis that did not answer is asked again
IF_IT_IS_THIS: Final = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end "
_rests_until = 0.0  # of this process: a page that asks ten times waits once


class OpenCache(RedisCache):
    """Redis; while it does not answer, as if just emptied: what counts in it lets everybody through."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OpenClient

    def touch_if(self, key: str, value: Any, timeout: int) -> bool:
        client: Any = self._cache
        return bool(client.touch_if(self.make_and_validate_key(key), value, timeout))

    def delete_if(self, key: str, value: Any) -> bool:
        client: Any = self._cache
        return bool(client.delete_if(self.make_and_validate_key(key), value))


class LocalCache(LocMemCache):
    """Of a site that is one process."""

    _lock: Any
    _cache: Any
    _expire_info: Any

    def touch_if(self, key: str, value: Any, timeout: int) -> bool:
        made = self.make_and_validate_key(key)
        with self._lock:
            is_this = self._is(made, value)
            if is_this:
                self._expire_info[made] = self.get_backend_timeout(timeout)
        return is_this

    def delete_if(self, key: str, value: Any) -> bool:
        made = self.make_and_validate_key(key)
        with self._lock:
            return self._is(made, value) and self._delete(made)  # type: ignore[attr-defined]

    def _is(self, key: str, value: Any) -> bool:
        expired: bool = self._has_expired(key)  # type: ignore[attr-defined]
        return not expired and bool(self._cache[key] == pickle.dumps(value, self.pickle_protocol))


class OpenClient(RedisCacheClient):
    _serializer: Any

    def add(self, key: Any, value: Any, timeout: Any) -> Any:
        return _ask(super().add, key, value, timeout, otherwise=True)

    def get(self, key: Any, default: Any) -> Any:
        return _ask(super().get, key, default, otherwise=default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        _ask(super().set, key, value, timeout, otherwise=None)

    def touch(self, key: Any, timeout: Any) -> Any:
        return _ask(super().touch, key, timeout, otherwise=False)

    def delete(self, key: Any) -> Any:
        return _ask(super().delete, key, otherwise=False)

    def get_many(self, keys: Any) -> Any:
        return _ask(super().get_many, keys, otherwise={})

    def has_key(self, key: Any) -> Any:
        return _ask(super().has_key, key, otherwise=False)

    def incr(self, key: Any, delta: Any) -> Any:
        found = _ask(super().incr, key, delta, otherwise=None)
        if found is None:
            raise ValueError("not found")  # what Django's own says of a key that is not there
        return found

    def set_many(self, data: Any, timeout: Any) -> None:
        _ask(super().set_many, data, timeout, otherwise=None)

    def delete_many(self, keys: Any) -> None:
        _ask(super().delete_many, keys, otherwise=None)

    def clear(self) -> Any:
        return _ask(super().clear, otherwise=False)

    def touch_if(self, key: str, value: Any, timeout: int) -> Any:
        return self._if_it_is(key, value, "return redis.call('expire', KEYS[1], ARGV[2])", timeout)

    def delete_if(self, key: str, value: Any) -> Any:
        return self._if_it_is(key, value, "return redis.call('del', KEYS[1])")

    def _if_it_is(self, key: str, value: Any, then: str, *more: Any) -> Any:
        """A script: the server does nothing else meanwhile."""
        client, kept = self.get_client(key, write=True), self._serializer.dumps(value)
        return _ask(client.eval, IF_IT_IS_THIS + then, 1, key, kept, *more, otherwise=False)


def _ask(question: Callable[..., Any], *about: Any, otherwise: Any) -> Any:
    global _rests_until
    if monotonic() < _rests_until:
        return otherwise
    try:
        return question(*about)
    except RedisError as error:
        _rests_until = monotonic() + REST
        log.warning("cache.unanswered", error=type(error).__name__)
        return otherwise
