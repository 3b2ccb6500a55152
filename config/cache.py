"""What all processes remember, in Redis. While it is in trouble nothing is remembered, and nobody waits."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = structlog.get_logger()
REST = 2.0  # seconds before a Redis that did not answer is asked again
_rests_until = 0.0  # of this process: a page that asks ten times waits once


class OpenCache(RedisCache):
    """Redis; while it does not answer, as if just emptied: what counts in it lets everybody through."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OpenClient


class OpenClient(RedisCacheClient):
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
