"""How often one may knock. Counts in windows of fixed length, in the cache that all processes share."""

import hashlib
import ipaddress
import time

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest


def allow(key: str, *, times: int, seconds: int) -> bool:
    """One more of these within the running window?"""
    window = int(time.time() // seconds)
    name = f"limit:{hashlib.sha256(key.encode()).hexdigest()[:32]}:{window}"
    cache.add(name, 0, seconds)
    try:
        return cache.incr(name) <= times
    except ValueError:  # thrown out between the two lines
        return True


def address(request: HttpRequest) -> str:
    """Where a request comes from; of IPv6 the network, as a house has many addresses of its own."""
    text = get_adapter(request).get_client_ip(request) or ""
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return text
    return str(ipaddress.ip_network(f"{ip}/64", strict=False)) if ip.version == 6 else text
