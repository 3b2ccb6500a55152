"""How often one may knock.

At a room: in windows of fixed length, in the cache that all processes share. For what is done to accounts: as
allauth counts.
"""

import hashlib
import ipaddress
from contextlib import suppress
from time import time

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import consume
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

OF_A_PERSON, FROM_AN_ADDRESS = 30, 300  # tries a minute; at one address there may be ten households of thirty


def allow(key: str, *, times: int, seconds: int) -> bool:
    """One more of these within the running window?"""
    name = _name(key, seconds)
    cache.add(name, 0, seconds)
    try:
        return cache.incr(name) <= times
    except ValueError:  # thrown out between the two lines
        return True


def give_back(key: str, *, seconds: int) -> None:
    """What was allowed a moment ago does not count after all."""
    with suppress(ValueError):
        cache.decr(_name(key, seconds))


def _name(key: str, seconds: int) -> str:
    window = int(time() // seconds)
    return f"limit:{hashlib.sha256(key.encode()).hexdigest()[:32]}:{window}"


def allow_try(request: HttpRequest, what: str) -> bool:
    """One more of these within a minute, of this person, or of the strangers of this address?"""
    if request.user.is_authenticated:
        return allow(f"{what} by:{request.user.pk}", times=OF_A_PERSON, seconds=60)
    where = address(request)
    return where is None or allow(f"{what}:{where}", times=FROM_AN_ADDRESS, seconds=60)


def where_from(request: HttpRequest) -> str | None:
    """Where somebody comes from, for all that goes by address. Who comes past the proxy runs the site: None
    too."""
    try:
        return address(request)
    except PermissionDenied:
        return None


def allow_account(request: HttpRequest, action: str) -> bool:
    """One more of these, by the rates of ACCOUNT_RATE_LIMITS?"""
    return address(request) is None or bool(consume(request, action=action))


def address(request: HttpRequest) -> str | None:
    """Where a request comes from; of IPv6 the network, as a house has many addresses of its own.

    None on the machine of a local site itself: there everybody has the same.
    """
    ip = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    if ip.is_loopback and not settings.PRODUCTION:
        return None
    return str(ipaddress.ip_network(f"{ip}/64", strict=False)) if ip.version == 6 else str(ip)
