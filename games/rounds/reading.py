"""Tables, rounds and ledgers read from the database as frozen facts. Reads only; writes are in services."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any, TypeVar

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Model, Prefetch, prefetch_related_objects

from games import registry
from games.core import fairness
from games.core.cards import Hand
from games.core.engine import AnyEngine, Outcome, SeatNo, Setup
from games.core.refusal import Code, Refusal, refuse
from games.core.replay import CorruptRecordError, UnknownRulesError, shuffled, states
from games.core.shuffle import Seeded
from games.rounds.facts import (
    ChatFacts,
    Ending,
    NextRound,
    NoticeFacts,
    PlayerFacts,
    RoundFacts,
    TableFacts,
)
from games.rounds.matches import load_match
from games.rounds.models import Move, Round, RoundSeat
from games.rounds.sheets import load_score_sheets
from lobby.facts import load_rooms
from lobby.models import ChatLine, Passage, RoomEvent

CHAT_LINES, NOTICES, PASSAGES = 50, 10, 20
When = TypeVar("When", datetime, datetime | None)


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
        """Did it stop before its end?"""
        return self.ending is not None and self.ending.outcome is None


def load_table(room_id: int, before: TableFacts | None = None) -> TableFacts | None:
    """`before`: the table as it was known; of its ledger only what is new is read."""
    return load_tables({room_id: before}).get(room_id)


def load_tables(known: Mapping[int, TableFacts | None]) -> dict[int, TableFacts]:
    """These tables, each with what was known of it: as many questions for all as for one."""
    rooms = load_rooms(known)
    sheets = load_score_sheets({pk: before.score_sheet if before else None for pk, before in known.items()})
    matches = {
        pk: load_match(room, room.line_up(banker=registry.engine(room.game).banker))
        for pk, room in rooms.items()
    }
    # After the sheets and matches: an end that is in them is then seen by the round to come.
    coming = Round.objects.newest_in(rooms).filter(status=Round.Status.NEXT)
    commits = {
        room_id: NextRound(number=number, commit=commit)
        for room_id, number, commit in coming.values_list("room", "number", "server_commit")
    }
    chat, notices = load_chat(rooms), load_notices(rooms)
    return {
        pk: TableFacts(
            room=room,
            score_sheet=sheets[pk],
            next=commits.get(pk),
            match=matches[pk],
            chat=tuple(line for line in chat[pk] if isinstance(line, ChatFacts)),
            removed=tuple(line for line in chat[pk] if isinstance(line, int)),
            notices=tuple(notices[pk]),
        )
        for pk, room in rooms.items()
    }


def load_chat(room_ids: Collection[int]) -> dict[int, list[ChatFacts | int]]:
    """The newest lines of each room; of those that a moderator removed, the id."""
    lines = f"""
        SELECT line.room_id, line.id, line.user_id, person.username, person.avatar, line.text, line.at,
            line.removed_at IS NOT NULL
        FROM {_table(ChatLine)} line LEFT JOIN {_table(get_user_model())} person ON person.id = line.user_id
        WHERE line.room_id = %s AND line.event_id IS NULL ORDER BY line.id DESC LIMIT {CHAT_LINES}
    """  # noqa: S608
    chat: dict[int, list[ChatFacts | int]] = {room_id: [] for room_id in room_ids}
    for room_id, pk, user_id, name, avatar, text, at, is_removed in _of_each(room_ids, lines):
        line = ChatFacts(
            id=pk, user_id=user_id, name=name or "", avatar=avatar or "", text=text, at=in_utc(at)
        )
        chat[room_id].append(pk if is_removed else line)
    return chat


def load_notices(room_ids: Collection[int]) -> dict[int, list[NoticeFacts]]:
    """The newest of each room: what was done there, and who came and went."""
    events = f"""
        SELECT event.room_id, event.id, event.kind, giver.username, taker.username,
            CAST(event.facts AS TEXT), event.at, event.by_id, said.id, said.text
        FROM {_table(RoomEvent)} event
        LEFT JOIN {_table(ChatLine)} said ON said.event_id = event.id AND said.removed_at IS NULL
        LEFT JOIN {_table(get_user_model())} giver ON giver.id = event.by_id
        LEFT JOIN {_table(get_user_model())} taker ON taker.id = event.to_id
        WHERE event.room_id = %s
            AND event.kind IN
                ('kick', 'unkick', 'bench', 'unbench', 'hand_over', 'options', 'void', 'close', 'reopen')
        ORDER BY event.id DESC LIMIT {NOTICES}
    """  # noqa: S608
    passages = f"""
        SELECT passage.room_id, passage.id, passage.kind, person.username, CAST(NULL AS VARCHAR(150)),
            '{{}}', passage.at, passage.user_id, CAST(NULL AS BIGINT), CAST(NULL AS VARCHAR(300))
        FROM {_table(Passage)} passage JOIN {_table(get_user_model())} person ON person.id = passage.user_id
        WHERE passage.room_id = %s ORDER BY passage.id DESC LIMIT {PASSAGES}
    """  # noqa: S608
    notices: dict[int, list[NoticeFacts]] = {room_id: [] for room_id in room_ids}
    for room_id, _pk, kind, by, to, written, at, by_id, line, said in _of_each(room_ids, events, passages):
        facts = json.loads(written)
        changes = tuple(_changes(facts)) if kind == "options" else ()
        notices[room_id].append(
            NoticeFacts(
                kind=kind,
                by=by,
                to=to,
                reason=(said or "") if kind == "kick" else facts.get("reason", ""),
                changes=changes,
                at=in_utc(at),
                round=facts.get("round"),
                line=line,
                by_id=by_id,
                why=facts.get("why", ""),
            )
        )
    for told in notices.values():
        told.sort(key=attrgetter("at"))
    return notices


def _of_each(room_ids: Collection[int], *selects: str) -> list[tuple[Any, ...]]:
    """What these find in each of the rooms, in one question; by the id that comes second, rising."""
    if not room_ids:
        return []
    asked = [(select, room_id) for select in selects for room_id in room_ids]
    parts = [f"SELECT * FROM ({select}) AS newest_{n}" for n, (select, _room) in enumerate(asked)]  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), [room_id for _select, room_id in asked])
        return sorted(cursor.fetchall(), key=itemgetter(1))


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def in_utc(at: When) -> When:
    """SQLite gives it without its zone."""
    return at if at is None or at.tzinfo is not None else at.replace(tzinfo=UTC)


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


def load_rounds(round_ids: Collection[int]) -> dict[int, StoredRound]:
    """Started rounds, in three queries for all of them."""
    if not round_ids:
        return {}
    rounds = Round.objects.filter(pk__in=round_ids).select_related("secret").prefetch_related(_named_seats())
    found = list(rounds)
    moves: dict[int, list[Any]] = {pk: [] for pk in round_ids}
    stored = Move.objects.filter(round__in=round_ids).order_by("round", "number")
    for pk, *move in stored.values_list("round", "word", "at", "by"):
        moves[pk].append(tuple(move))
    return {one.pk: stored_of(one, moves[one.pk], players_of(one)) for one in found}


def load_ended(room_id: int, *, after: int, before: int) -> list[tuple[RoundFacts, Ending]]:
    """The rounds between these two numbers, and how each ended."""
    rounds = Round.objects.filter(room_id=room_id, number__gt=after, number__lt=before)
    ended = rounds.filter(started_at__isnull=False).select_related("secret").prefetch_related(_named_seats())
    return [
        (_round_facts(one, players_of(one)), end)
        for one in ended.order_by("number")
        if (end := ending_of(one))
    ]


def load_stored(round_: Round) -> StoredRound:
    moves = Move.objects.filter(round=round_).order_by("number").values_list("word", "at", "by")
    prefetch_related_objects([round_], _named_seats())
    return stored_of(round_, moves, players_of(round_))


def stored_of(round_: Round, moves: Iterable[Any], players: tuple[PlayerFacts, ...]) -> StoredRound:
    assert round_.started_at is not None
    return StoredRound(
        facts=_round_facts(round_, players),
        setup=_setup_of(round_, seats=len(players)),
        moves=tuple(moves),
        started_at=round_.started_at,
        deadline=round_.deadline,
        ending=ending_of(round_),
    )


def _named_seats() -> Prefetch[Any]:
    return Prefetch("seats", RoundSeat.objects.named())


def players_of(round_: Round) -> tuple[PlayerFacts, ...]:
    return tuple(
        PlayerFacts(seat=s.number, chair=s.chair, name=s.who, user_id=s.user_id, bot_level=s.bot_level)
        for s in round_.seats.all()
    )


def _round_facts(round_: Round, players: tuple[PlayerFacts, ...]) -> RoundFacts:
    return RoundFacts(
        id=round_.pk,
        number=round_.number,
        game=round_.game,
        ruleset=round_.ruleset,
        commit=round_.server_commit,
        transcript=round_.transcript,
        players=players,
    )


def _setup_of(round_: Round, *, seats: int) -> Setup:
    """What fixes the deck. Stays with hubs and services; never given to a view, a log or a presenter."""
    seed = fairness.round_seed(bytes(round_.secret.server_seed), round_.transcript)
    return Setup(
        ruleset=round_.ruleset,
        options=round_.options,
        seats=seats,
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
    running = Round.objects.newest_in(room_ids).filter(status=Round.Status.RUNNING)
    return {
        round_.room_id
        for round_ in running.prefetch_related("seats")
        if any(seat.user_id == user_id and seat.number in round_.to_act for seat in round_.seats.all())
    }


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
