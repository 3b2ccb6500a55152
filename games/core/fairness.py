"""The verifiable deal, `cardroom-fair/1`: nobody chose the order of the cards, and anyone can check.

Seeds are bytes, hashes and commits are lower-case hex. Everything here is a pure function; where
secrets are kept, and when they are shown, is the platform's care.
"""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from games.core.cards import Hand, card_of, codes
from games.core.options import Json
from games.core.shuffle import VERSION, Seeded, label

MOST_SEATS: Final = 256

_ROOM: Final = re.compile(r"[a-z0-9-]{1,64}")
_HEX64: Final = re.compile(r"[0-9a-f]{64}")


class Kind(StrEnum):
    """Whose seed counts for a seat."""

    REVEALED = "R"  # a seed that opens its commit
    DEFAULT = "D"  # a person without one
    BOT = "B"


class Status(StrEnum):
    OVER = "over"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class FairSeat:
    """A seat's line of the transcript."""

    seat: int
    chair: int
    kind: Kind
    commit: str | None
    seed: bytes = field(repr=False)  # the one that counts

    def line(self) -> str:
        return f"seat={self.seat} chair={self.chair} {self.kind} {self.commit or '-'} {self.seed.hex()}"

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "chair": self.chair,
            "kind": str(self.kind),
            "commit": self.commit or "-",
            "seed": self.seed.hex(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FairRound:
    """What is fixed at the close: all that the order of the cards follows from, save the server's seed."""

    room: str
    number: int
    game: str
    ruleset: str
    options: Mapping[str, Json]  # every option with its value
    pack: Hand
    server_commit: str
    seats: tuple[FairSeat, ...]

    def transcript(self) -> str:
        lines = (
            VERSION,
            f"room={self.room}",
            f"round={self.number}",
            f"game={self.game}/{self.ruleset}",
            f"options={options_hash(self.options)}",
            f"deck={len(self.pack)}:{pack_hash(self.pack)}",
            f"commit={self.server_commit}",
            f"seats={len(self.seats)}",
            *(seat.line() for seat in self.seats),
        )
        return "".join(f"{line}\n" for line in lines)


# Values


def server_commit(room: str, number: int, server_seed: bytes) -> str:
    return hashlib.sha256(label("server", room, number) + server_seed).hexdigest()


def seat_commit(room: str, number: int, chair: int, client_seed: bytes) -> str:
    """The chair's number is inside, so a copied commit cannot be opened elsewhere."""
    return hashlib.sha256(label("seat", room, number, chair) + client_seed).hexdigest()


def default_seed(room: str, number: int, chair: int) -> bytes:
    """The seed of a bot, and of a person who gave none."""
    return hashlib.sha256(label("default", room, number, chair)).digest()


def options_hash(options: Mapping[str, Json]) -> str:
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def pack_hash(pack: Hand) -> str:
    return hashlib.sha256(",".join(codes(tuple(sorted(pack)))).encode("ascii")).hexdigest()


def transcript_hash(transcript: str) -> str:
    """What players can read to each other, its first 8 digits."""
    return hashlib.sha256(transcript.encode("ascii")).hexdigest()


def round_seed(server_seed: bytes, transcript: str) -> bytes:
    return hmac.digest(server_seed, transcript.encode("ascii"), "sha256")


def fair_seat(
    room: str, number: int, *, seat: int, chair: int, commit: str | None, seed: bytes | None
) -> FairSeat:
    """A person's seat at the close: revealed if the seed opens the commit, else the default counts."""
    if commit is not None and seed is not None and seat_commit(room, number, chair, seed) == commit:
        return FairSeat(seat=seat, chair=chair, kind=Kind.REVEALED, commit=commit, seed=seed)
    default = default_seed(room, number, chair)
    return FairSeat(seat=seat, chair=chair, kind=Kind.DEFAULT, commit=commit, seed=default)


def bot_seat(room: str, number: int, *, seat: int, chair: int) -> FairSeat:
    default = default_seed(room, number, chair)
    return FairSeat(seat=seat, chair=chair, kind=Kind.BOT, commit=None, seed=default)


def withheld(seats: Iterable[FairSeat]) -> int:
    """Commits that were not opened; two or more make a round void."""
    return sum(seat.kind is Kind.DEFAULT and seat.commit is not None for seat in seats)


# The public record


def public_record(
    fair: FairRound,
    *,
    server_seed: bytes,
    shuffled: Iterable[Hand],
    status: Status = Status.OVER,
    annulled: bool = False,
) -> dict[str, Json]:
    """Everything, once the round is over or void; `shuffled` are the cards of its 1st, 2nd … shuffle.

    `annulled`: it was taken back after its end. Whoever checks the deal need not care.
    """
    transcript = fair.transcript()
    seed = round_seed(server_seed, transcript)
    return {
        "v": VERSION,
        "room": fair.room,
        "round": fair.number,
        "status": str(status),
        "game": fair.game,
        "ruleset": fair.ruleset,
        "options": dict(fair.options),
        "server_commit": fair.server_commit,
        "server_seed": server_seed.hex(),
        "seats": [seat.as_json() for seat in fair.seats],
        "transcript": transcript,
        "round_seed": seed.hex(),
        "shuffles": [_shuffle_json(seed, k, cards) for k, cards in enumerate(shuffled)],
    } | ({"annulled": True} if annulled else {})


def _shuffle_json(seed: bytes, k: int, cards: Hand) -> dict[str, Json]:
    return {"in": list(codes(tuple(sorted(cards)))), "out": list(codes(Seeded(seed).deal(cards, k)))}


def undealt_record(room: str, number: int, *, server_seed: bytes) -> dict[str, Json]:
    """A round void before its close: no transcript, no shuffles."""
    return {
        "v": VERSION,
        "room": room,
        "round": number,
        "status": str(Status.VOID),
        "server_commit": server_commit(room, number, server_seed),
        "server_seed": server_seed.hex(),
        "transcript": None,
        "shuffles": [],
    }


# Checking one


class Fault(StrEnum):
    """What a record cannot be believed for."""

    MALFORMED = "malformed"
    SERVER_COMMIT = "server_commit"  # the server's seed does not open its commit
    SEATS = "seats"  # a seat out of order, or a chair twice
    SEED = "seed"  # a seed that is neither revealed nor the default
    WITHHELD = "withheld"  # two unopened commits, and yet it counted
    TRANSCRIPT = "transcript"
    ROUND_SEED = "round_seed"
    SHUFFLE = "shuffle"


PackOf = Callable[[str], Hand | None]


class _MalformedError(ValueError):
    pass


def refute(record: Json, pack_of: PackOf) -> Fault | None:
    """The first thing wrong with a public record, or None: then nobody chose its cards."""
    try:
        return _refute(record, pack_of)
    except (ValueError, RecursionError):
        return Fault.MALFORMED


def _refute(record: Json, pack_of: PackOf) -> Fault | None:
    if _get(record, "v", str) != VERSION:
        return Fault.MALFORMED
    room, number = _room(record), _number(record, "round")
    status, server_seed = Status(_get(record, "status", str)), _seed(record, "server_seed")
    if server_commit(room, number, server_seed) != _hex(record, "server_commit"):
        return Fault.SERVER_COMMIT
    if record.get("transcript") is None:
        return None if _is_undealt(record, status) else Fault.TRANSCRIPT
    fair = _fair_round(record, room, number, pack_of)
    return _refute_seats(fair, status) or _refute_deal(record, fair, server_seed)


def _is_undealt(record: Json, status: Status) -> bool:
    return status is Status.VOID and record.get("shuffles") == [] and record.get("round_seed") is None


def _refute_seats(fair: FairRound, status: Status) -> Fault | None:
    if [seat.seat for seat in fair.seats] != list(range(len(fair.seats))):
        return Fault.SEATS
    if any(count > 1 for count in Counter(seat.chair for seat in fair.seats).values()):
        return Fault.SEATS
    if not all(_counts(fair, seat) for seat in fair.seats):
        return Fault.SEED
    return Fault.WITHHELD if status is Status.OVER and withheld(fair.seats) > 1 else None


def _counts(fair: FairRound, seat: FairSeat) -> bool:
    """A revealed seed opens its commit; any other is the default, and a bot has no commit."""
    if seat.kind is Kind.REVEALED:
        return seat.commit == seat_commit(fair.room, fair.number, seat.chair, seat.seed)
    if seat.kind is Kind.BOT and seat.commit is not None:
        return False
    return seat.seed == default_seed(fair.room, fair.number, seat.chair)


def _refute_deal(record: Json, fair: FairRound, server_seed: bytes) -> Fault | None:
    transcript = fair.transcript()
    if record["transcript"] != transcript:
        return Fault.TRANSCRIPT
    seed = round_seed(server_seed, transcript)
    if _seed(record, "round_seed") != seed:
        return Fault.ROUND_SEED
    shuffles = _get(record, "shuffles", list)
    dealt = [_shuffle_json(seed, k, _cards(shuffle, fair.pack)) for k, shuffle in enumerate(shuffles)]
    if not dealt or dealt != shuffles or dealt[0]["in"] != list(codes(fair.pack)):
        return Fault.SHUFFLE
    return None


# Reading one


def _get(record: Json, name: str, kind: type) -> Any:
    value = record.get(name) if type(record) is dict else None
    if type(value) is not kind:
        raise _MalformedError(name)
    return value


def _room(record: Json) -> str:
    room: str = _get(record, "room", str)
    if not _ROOM.fullmatch(room):
        raise _MalformedError("room")
    return room


def _number(record: Json, name: str) -> int:
    number: int = _get(record, name, int)
    if number < 1:
        raise _MalformedError(name)
    return number


def _hex(record: Json, name: str) -> str:
    text: str = _get(record, name, str)
    if not _HEX64.fullmatch(text):
        raise _MalformedError(name)
    return text


def _seed(record: Json, name: str) -> bytes:
    return bytes.fromhex(_hex(record, name))


def _fair_round(record: Json, room: str, number: int, pack_of: PackOf) -> FairRound:
    game = _get(record, "game", str)
    pack = pack_of(game)
    if pack is None:
        raise _MalformedError("game")
    return FairRound(
        room=room,
        number=number,
        game=game,
        ruleset=_get(record, "ruleset", str),
        options=_get(record, "options", dict),
        pack=pack,
        server_commit=_hex(record, "server_commit"),
        seats=tuple(map(_fair_seat, _get(record, "seats", list))),
    )


def _fair_seat(given: Json) -> FairSeat:
    chair = _get(given, "chair", int)
    if not 0 <= chair < MOST_SEATS:
        raise _MalformedError("chair")
    return FairSeat(
        seat=_get(given, "seat", int),
        chair=chair,
        kind=Kind(_get(given, "kind", str)),
        commit=None if given.get("commit") == "-" else _hex(given, "commit"),
        seed=_seed(given, "seed"),
    )


def _cards(shuffle: Json, pack: Hand) -> Hand:
    """The cards that went into a shuffle: of this pack, each once."""
    cards = tuple(card_of(code) for code in _get(shuffle, "in", list))
    known = tuple(card for card in cards if card is not None and card in pack)
    if len(known) != len(cards) or len(set(known)) != len(known):
        raise _MalformedError("in")
    return known
