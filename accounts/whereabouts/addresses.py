"""An address as it is kept: a keyed hash of it, and one of its network.

Of IPv6 the /64 is the address, as a device changes the rest every day and limits count it so; its network is
the /56, what one household is given. Of IPv4 the network is the /24.

The key follows from SECRET_KEY, which is not in the database. Where that is rotated, and for as long as the
old one is among the fallbacks, rows come over to the new key as their address is seen or searched for again.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

NETWORK: Final = {4: 24, 6: 56}  # bits
HOUSE: Final = 64  # of IPv6
OURSELVES: Final = ip_network("::/64")  # that of ::1


class Place(NamedTuple):
    """An address and its network, as one key hashes them."""

    address: str
    network: str


def read_address(typed: str) -> str | None:
    """As `limits.address` says it: what somebody typed, or None where it is no address."""
    try:
        ip = ip_address(typed.strip().strip("[]"))
    except ValueError:
        return None
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if isinstance(ip, IPv6Address):
        return str(ip_network((int(ip), HOUSE), strict=False))
    return str(ip)


def is_a_place(where: str) -> bool:
    """The machine of the site itself is none."""
    home = ip_network(where)
    return not home.is_loopback and home != OURSELVES


def place(where: str) -> Place:
    return _hashed(where, settings.SECRET_KEY)


def older_places(where: str) -> list[Place]:
    """The same by the keys of before."""
    return [_hashed(where, key) for key in settings.SECRET_KEY_FALLBACKS]


def _hashed(where: str, key: str) -> Place:
    address = ip_network(where)
    network = address.supernet(new_prefix=NETWORK[address.version])
    return Place(_hash(str(address), key), _hash(str(network), key))


def _hash(text: str, key: str) -> str:
    return salted_hmac("accounts.whereabouts", text, secret=key, algorithm="sha256").hexdigest()[:32]
