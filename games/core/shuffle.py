"""The shuffle is ours: the same cards in the same order on every machine and every version.

A shuffler answers with the order in which cards leave the pack, first dealt first; `k` counts the
shuffles of one round from 0. It never shows its seed, nor the cards it was told to deal.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Protocol

from games.core.cards import Card, Hand

VERSION: Final = "cardroom-fair/1"


class Shuffler(Protocol):
    """Where the order of a round's cards comes from: a frozen, hashable value."""

    def deal(self, cards: Hand, k: int) -> Hand: ...


def label(kind: str, *facts: object) -> bytes:
    """The text that says what is being hashed, so that no hash can stand for another."""
    return "".join(f"{line}\n" for line in (f"{VERSION} {kind}", *facts)).encode("ascii")


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def stream(seed: bytes, k: int) -> Iterator[int]:
    """The bytes that drive the k-th shuffle of a round."""
    head = label("shuffle") + u32(k)
    for i in count():
        yield from hmac.digest(seed, head + u32(i), "sha256")


@dataclass(frozen=True, slots=True)
class Seeded:
    """The verifiable deal: Fisher-Yates from the top, each place drawn without bias."""

    seed: bytes = field(repr=False)

    def deal(self, cards: Hand, k: int) -> Hand:
        a: list[Card] = sorted(cards)
        numbers = stream(self.seed, k)
        for i in range(len(a) - 1, 0, -1):
            m = i + 1
            fair = 256 - 256 % m  # a byte from here on would favour some places
            while (b := next(numbers)) >= fair:
                pass
            j = b % m
            a[i], a[j] = a[j], a[i]
        return tuple(a)


@dataclass(frozen=True, slots=True)
class Scripted:
    """A written order: the cards named for the k-th shuffle, then the others in canonical order."""

    decks: tuple[Hand, ...] = field(repr=False)

    def deal(self, cards: Hand, k: int) -> Hand:
        held = frozenset(cards)
        named = tuple(c for c in self.decks[k] if c in held) if k < len(self.decks) else ()
        return named + tuple(sorted(held.difference(named)))


class Noting:
    """Passes the work on and notes which cards were shuffled: what the public record lists."""

    def __init__(self, shuffler: Shuffler) -> None:
        self._shuffler = shuffler
        self.shuffled: list[Hand] = []

    def deal(self, cards: Hand, k: int) -> Hand:
        self.shuffled.append(cards)
        return self._shuffler.deal(cards, k)
