"""What happens to rounds: committed to, started, ended, voided. One transaction each, room first."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games import registry
from games.core import fairness
from games.rounds.models import Round, RoundSeat
from games.rounds.reading import load_stored, shuffled_cards
from games.rounds.services.coming import commit_next
from games.rounds.services.starts import Start, begin_rounds, start_of
from games.rounds.services.voids import lock_round, room_closed, take_back, void_round
from lobby import services as rooms
from lobby import site_clock
from lobby.facts import facts_of
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse

__all__ = [
    "commit_next", "give_back_the_outage", "lock_round", "public_record", "put_out_clock", "room_closed",
    "script_of", "start_round", "take_back", "void_round", "why_no_start",
]  # fmt: skip


@rooms.by_right("start")
def start_round(room: Room, by: User) -> Round | Refusal:
    """The owner starts where no table lives, in a command. At a table it is the writer's to begin a round."""
    start = _start_of(room, by=by.pk)
    if isinstance(start, Refusal):
        return start
    (begun,) = begin_rounds([start])
    rooms.tell_tables(room.pk)
    return Round.objects.select_related("secret").get(pk=begun.round_id)


@rooms.by_right("start")
def why_no_start(room: Room, by: User) -> Refusal | None:
    """As the room is now, which a table may not know yet. None: this person may start."""
    return _or_none(_start_of(room, by=by.pk))


@transaction.atomic
def put_out_clock(*, room_id: int) -> Refusal | None:
    """Where the time has come and nobody can play: the next change of the line-up sets the clock anew.
    None: the table may start."""
    room = rooms.lock(room_id)
    if no := _too_early(room):
        return no
    no = _or_none(_start_of(room, by=None))
    if no is not None:
        Room.objects.filter(pk=room.pk).update(start_at=None)
    return no


def _start_of(room: Room, *, by: int | None) -> Start | Refusal:
    """Who is banned stays on their chair and does not play."""
    facts = facts_of(room)
    seated = [seat.user_id for seat in facts.seats if seat.user_id is not None]
    barred = User.objects.filter(pk__in=seated, is_active=False).values_list("pk", flat=True)
    return start_of(facts, by=by, at=site_clock.now(), barred=set(barred))


def _or_none(start: Start | Refusal) -> Refusal | None:
    return start if isinstance(start, Refusal) else None


def _too_early(room: Room) -> Refusal | None:
    """Why the table itself may not say `start` now: somebody changed their mind just then."""
    due = room.start_at is not None and room.start_at <= site_clock.now()
    return None if room.status == Room.Status.OPEN and due else refuse(Code.STALE)


def _fair(round_: Round, room: Room, seats: Iterable[RoundSeat]) -> fairness.FairRound:
    """What the order of the cards follows from, save the server's seed."""
    return fairness.FairRound(
        room=room.code,
        number=round_.number,
        game=round_.game,
        ruleset=round_.ruleset,
        options=round_.options,
        pack=registry.engine(round_.game).pack,
        server_commit=round_.server_commit,
        seats=tuple(
            fairness.FairSeat(
                seat=seat.number,
                chair=seat.chair,
                kind=fairness.Kind(seat.kind),
                commit=seat.commit or None,
                seed=bytes.fromhex(seat.seed),
            )
            for seat in seats
        ),
    )


@transaction.atomic
def give_back_the_outage(*, outage: timedelta) -> int:
    """After all servers were down: running rounds get the time back that nobody could play in."""
    running = list(Round.objects.select_for_update().filter(status=Round.Status.RUNNING))
    for round_ in running:
        round_.deadline = round_.deadline and round_.deadline + outage
        round_.due_at = round_.due_at and round_.due_at + outage
    Round.objects.bulk_update(running, ["deadline", "due_at"])
    return len(running)


def public_record(round_: Round) -> dict[str, Any]:
    """The fairness record of a round that is over or void: anyone can check the deal with it.

    Raises UnknownRulesError where only a newer process can write it.
    """
    seed = bytes(round_.secret.server_seed)
    if not round_.transcript:
        return fairness.undealt_record(round_.room.code, round_.number, server_seed=seed)
    return fairness.public_record(
        _fair(round_, round_.room, round_.seats.all()),
        server_seed=seed,
        shuffled=shuffled_cards(load_stored(round_)),
        status=fairness.Status(round_.status),
        annulled=round_.is_annulled,
    )


def script_of(round_: Round) -> dict[str, Any]:
    """The round as one script of the rules' contract: it replays to the ledger's points."""
    return {
        "id": str(round_.pk),
        "game": round_.game,
        "ruleset": round_.ruleset,
        "options": round_.options,
        "seats": len(round_.seats.all()),
        "seed": fairness.round_seed(bytes(round_.secret.server_seed), round_.transcript).hex(),
        "moves": list(round_.moves.order_by("number").values_list("word", flat=True)),
    }
