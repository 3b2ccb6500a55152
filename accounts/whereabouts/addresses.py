"""An address as it is kept: a keyed hash of it, and one of its network.

Of IPv6 the /64 is the address, as a device changes the rest every day and limits count it so; its network is
the /56, what one household is given. Of IPv4 the network is the /24.

The key follows from SECRET_KEY, which is not in the database. Where that is rotated, and for as long as the
old one is among the fallbacks, rows come over to the new key as their address is seen or searched for again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import chain
from typing import Final, NamedTuple
from unicodedata import category, normalize

from django.conf import settings
from django.utils.crypto import salted_hmac

NETWORK: Final = {4: 24, 6: 56}  # bits
HOUSE: Final = 64  # of IPv6
MOST: Final = 16  # edges of an IPv6 after its first: of eight groups
FOUR: Final = re.compile(r"(?<!\d)(?=((?:\d{1,3}\.){3}\d{1,3})(?!\d))")  # they may overlap
NO_BRACKETS: Final = str.maketrans("", "", "()[]{}")
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


# --- in a text ---------------------------------------------------------------------------------


def holds_address(text: str) -> bool:
    """Does one stand anywhere in it, whatever touches it, and in brackets that shall break it too?"""
    plain = "".join(sign for sign in normalize("NFKC", text) if category(sign) != "Cf").replace("。", ".")
    return any(
        read_address(one)
        for spelled in (plain, plain.translate(NO_BRACKETS))
        for one in chain(_fours(spelled), _sixes(spelled))
    )


def _fours(text: str) -> Iterator[str]:
    """Four numbers, however many zeros they begin with."""
    for found in FOUR.finditer(text):
        yield ".".join(str(int(number)) for number in found[1].split("."))


def _sixes(text: str) -> Iterator[str]:
    """Each part of a run of hex and colons that begins and ends beside a colon, or with the run. One without
    a decimal digit is rather a word: those of the world begin with 2 or 3."""
    for run in re.findall(r"[0-9A-Fa-f:]{3,}", text):
        edges = [n for n in range(len(run) + 1) if ":" in run[max(n - 1, 0) : n + 1] or n in (0, len(run))]
        for place, first in enumerate(edges):
            for last in edges[place + 1 : place + 1 + MOST]:
                part = run[first:last]
                if part.count(":") > 1 and any("0" <= sign <= "9" for sign in part):
                    yield part
