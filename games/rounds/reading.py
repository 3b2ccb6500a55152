"""Tables, rounds and ledgers read from the database as frozen facts. Reads only; writes are in services."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Max, Prefetch, Sum, prefetch_related_objects

from games import registry
from games.core import fairness
from games.core.cards import Hand
from games.core.engine import AnyEngine, Outcome, SeatNo, Setup
from games.core.refusal import Code, Refusal, refuse
from games.core.replay import CorruptRecordError, UnknownRulesError, shuffled, states
from games.core.shuffle import Seeded
from games.rounds.facts import (
    SHEET_ROUNDS,
    ChatFacts,
    Ending,
    NextRound,
    NoticeFacts,
    PlayerFacts,
    RoundFacts,
    ScoreSheet,
    SheetRow,
    TableFacts,
)
from games.rounds.matches import load_match
from games.rounds.models import Move, Round, RoundSeat, Score
from lobby.facts import load_room
from lobby.models import ChatLine, RoomEvent

CHAT_LINES, NOTICES = 50, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRound:
    """A started round as it is recorded: enough to fold it to the table as it stands. Holds the deck."""

    facts: RoundFacts
    setup: Setup
    moves: tuple[tuple[dict[str, Any], datetime, str], ...]  # what, when, made by whom
    started_at: datetime
    deadline: datetime | None
    ending: Ending | None

    @property
    def round_id(self) -> int:
        return self.facts.id

    @property
    def number(self) -> int:
        return self.facts.number

    @property
    def engine(self) -> AnyEngine:
        return registry.engine(self.facts.game)

    @property
    def stored(self) -> int:
        return len(self.moves)

    @property
    def is_void(self) -> bool:
        return self.ending is not None and self.ending.void is not None


def load_table(room_id: int, before: TableFacts | None = None) -> TableFacts | None:
    """`before`: the table as it was known; of its ledger only what is new is read."""
    room = load_room(room_id)
    if room is None:
        return None
    line_up = room.line_up(banker=registry.engine(room.game).banker)
    coming = Round.objects.filter(room_id=room_id, status=Round.Status.NEXT).first()
    return TableFacts(
        room=room,
        score_sheet=load_score_sheet(room_id, before.score_sheet if before else None),
        next=NextRound(number=coming.number, commit=coming.server_commit) if coming else None,
        match=load_match(room, line_up),
        chat=load_chat(room_id),
        notices=load_notices(room_id),
    )


def load_score_sheet(room_id: int, before: ScoreSheet | None = None) -> ScoreSheet:
    """The sheet of the last rounds and everybody's sum, from the append-only scores, under today's names."""
    lines = Score.objects.named().filter(room_id=room_id)
    sums = lines.values("who").annotate(total=Sum("points"), line=Max("pk"), last=Max("round__number"))
    people = list(sums.order_by("-total", "who"))
    line = max((one["line"] for one in people), default=None)
    totals = tuple((one["who"], one["total"]) for one in people)
    if before is not None and (before.line, before.totals) == (line, totals):
        return before
    newest = max((one["last"] for one in people), default=0)
    rows: dict[int, list[tuple[str, int]]] = defaultdict(list)
    recent = lines.filter(round__number__gt=newest - SHEET_ROUNDS, reverses=False).order_by(
        "round__number", "seat"
    )
    for number, name, sheet in recent.values_list("round__number", "who", "sheet"):
        rows[number].append((name, sheet))
    return ScoreSheet(
        line=line,
        sheet=tuple(SheetRow(round=number, scores=tuple(scores)) for number, scores in rows.items()),
        totals=totals,
    )


def load_chat(room_id: int) -> tuple[ChatFacts, ...]:
    newest = ChatLine.objects.filter(room_id=room_id).select_related("user").order_by("-pk")[:CHAT_LINES]
    return tuple(
        ChatFacts(
            id=line.pk,
            name=line.user.username if line.user else "",
            avatar=line.user.avatar if line.user else "",
            text=line.text,
            at=line.at,
        )
        for line in reversed(newest)
    )


def load_notices(room_id: int) -> tuple[NoticeFacts, ...]:
    done = RoomEvent.objects.filter(room_id=room_id, kind__in=["kick", "hand_over", "options"])
    newest = done.select_related("by", "to").order_by("-pk")[:NOTICES]
    return tuple(
        NoticeFacts(
            kind=event.kind,
            by=event.by.username if event.by else None,
            to=event.to.username if event.to else None,
            reason=event.facts.get("reason", ""),
            changes=tuple(_changes(event.facts)) if event.kind == "options" else (),
            at=event.at,
        )
        for event in reversed(newest)
    )


def _changes(facts: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each thing that is different now; the house options one by one."""
    for name, (old, new) in facts.items():
        if name == "options":
            yield from (
                (key, _plain(old.get(key)), _plain(new[key])) for key in new if old.get(key) != new[key]
            )
        else:
            yield name, old, new


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def newest_round(room_id: int) -> Round | None:
    """The running round, else the last one that was played."""
    started = Round.objects.filter(room_id=room_id, started_at__isnull=False)
    return started.select_related("room", "secret").order_by("-number").first()


def load_ended(room_id: int, *, after: int, before: int) -> list[tuple[RoundFacts, Ending]]:
    """The rounds between these two numbers, and how each ended."""
    rounds = Round.objects.filter(room_id=room_id, number__gt=after, number__lt=before)
    ended = rounds.filter(started_at__isnull=False).select_related("secret").prefetch_related(_named_seats())
    return [(round_facts(one), end) for one in ended.order_by("number") if (end := ending_of(one))]


def load_stored(round_: Round) -> StoredRound:
    moves = Move.objects.filter(round=round_).order_by("number").values_list("word", "at", "by")
    assert round_.started_at is not None
    prefetch_related_objects([round_], _named_seats())
    return StoredRound(
        facts=round_facts(round_),
        setup=setup_of(round_),
        moves=tuple(moves),
        started_at=round_.started_at,
        deadline=round_.deadline,
        ending=ending_of(round_),
    )


def _named_seats() -> Prefetch[Any]:
    return Prefetch("seats", RoundSeat.objects.named())


def round_facts(round_: Round) -> RoundFacts:
    players = tuple(
        PlayerFacts(seat=s.number, chair=s.chair, name=s.who, user_id=s.user_id, bot_level=s.bot_level)
        for s in round_.seats.all()
    )
    return RoundFacts(
        id=round_.pk,
        number=round_.number,
        game=round_.game,
        ruleset=round_.ruleset,
        commit=round_.server_commit,
        transcript=round_.transcript,
        players=players,
    )


def setup_of(round_: Round, *, seats: int | None = None) -> Setup:
    """What fixes the deck. Stays with hubs and services; never given to a view, a log or a presenter."""
    seed = fairness.round_seed(bytes(round_.secret.server_seed), round_.transcript)
    return Setup(
        ruleset=round_.ruleset,
        options=round_.options,
        seats=len(round_.seats.all()) if seats is None else seats,
        shuffler=Seeded(seed),
        version=round_.rules_version,
    )


def ending_of(round_: Round) -> Ending | None:
    """What the end of a round makes known; None while it runs."""
    if round_.status not in (Round.Status.OVER, Round.Status.VOID):
        return None
    seed = bytes(round_.secret.server_seed)
    outcome = None
    if round_.status == Round.Status.OVER and round_.points is not None and round_.sheet is not None:
        outcome = Outcome(
            results=round_.results,
            points=tuple(round_.points),
            sheet=tuple(round_.sheet),
            ranks=None if round_.ranks is None else tuple(round_.ranks),
        )
    return Ending(
        outcome=outcome,
        void=round_.void_cause or None,
        server_seed=seed.hex(),
        round_seed=fairness.round_seed(seed, round_.transcript).hex() if round_.transcript else None,
    )


def rooms_to_act_in(user_id: int, room_ids: Collection[int]) -> set[int]:
    """Those of the rooms where this person is to act, whichever process has the table."""
    mine = RoundSeat.objects.filter(
        user=user_id, round__room__in=room_ids, round__status=Round.Status.RUNNING
    )
    turns = mine.values_list("round__room", "number", "round__to_act")
    return {room_id for room_id, seat, to_act in turns if seat in to_act}


def states_of(stored: StoredRound) -> list[Any]:
    """The table as it stood after every recorded move, the empty table first."""
    return list(_folded(stored))


def _folded(stored: StoredRound) -> Iterator[Any]:
    """A void round may be void because it does not replay: then as far as it does."""
    try:
        yield from states(stored.engine, stored.setup, recorded(stored))
    except CorruptRecordError:
        if not stored.is_void:
            raise


def shuffled_cards(stored: StoredRound) -> tuple[Hand, ...]:
    """The cards of the round's first, second … shuffle: what its fairness record needs of its moves.

    Where its rules are no longer played, of the first alone: that is the whole pack by any rules.
    """
    moves = recorded(stored)
    try:
        if stored.is_void:
            moves = islice(moves, len(states_of(stored)) - 1)
        return shuffled(stored.engine, stored.setup, moves)
    except UnknownRulesError as unknown:
        if unknown.is_newer:
            raise
        return (stored.engine.pack,)


def recorded(stored: StoredRound) -> Iterator[Any]:
    """The moves as the engine takes them; one it cannot even read is as corrupt as one it refuses."""
    for number, (word, _at, _by) in enumerate(stored.moves):
        move = refuse(Code.MALFORMED)
        if word.get("seat") in range(stored.setup.seats):
            move = stored.engine.read_move(stored.setup, SeatNo(word["seat"]), word)
        if isinstance(move, Refusal):
            raise CorruptRecordError(number, move)
        yield move
