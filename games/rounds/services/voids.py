"""Rounds that count for nothing: stopped while they run, or taken back after their end.

A void is final: what was taken back is never given again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import hold, tell
from games.people.standings import fold_in, line_of
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.services.coming import commit_next
from lobby import services as rooms
from lobby import site_clock
from lobby.models import Room

NOTICES: Final = {
    ModAction.Act.VOID_ROUND: _("The staff voided round %(round)s in %(room)s: its points do not count.")
}


def lock_round(round_id: int) -> Round:
    """A round of a room, both locked: the room first, as everywhere."""
    rooms.lock(Round.objects.values_list("room", flat=True).get(pk=round_id))
    rounds = Round.objects.select_for_update(no_key=True, of=("self",))
    return rounds.select_related("room", "secret").get(pk=round_id)


@transaction.atomic
def void_round(*, round_id: int, cause: Round.VoidCause) -> Round | None:
    """A running round ends and counts for nothing: its seed is published, and its room goes on.

    None where it is not running.
    """
    round_ = lock_round(round_id)
    return _stop(round_, cause) if round_.status == Round.Status.RUNNING else None


@transaction.atomic
def take_back(*, round_id: int, by: User, reason: str) -> Round | None:
    """A moderator voids a round that runs or has counted; its room is told why.

    None where there is nothing to take back, or where they played in it themselves: nobody judges their own.
    """
    players = hold(RoundSeat.objects.filter(round=round_id).values_list("user", flat=True))
    round_ = lock_round(round_id)
    if round_.seats.filter(user=by).exists():
        return None
    if round_.status == Round.Status.RUNNING:
        _stop(round_, Round.VoidCause.MODERATOR)
    elif round_.status == Round.Status.OVER and not round_.is_annulled:
        _annul(round_)
    else:
        return None
    rooms.record(round_.room, "void", by=None, facts={"round": round_.number, "reason": reason})
    _put_on_record(round_, by=by, reason=reason, players=players)
    return round_


def _put_on_record(round_: Round, *, by: User, reason: str, players: Iterable[User]) -> None:
    """And the players are told: they were locked before the room."""
    for person in players:
        room, number = round_.room, round_.number
        act = ModAction.Act.VOID_ROUND
        tell(whom=person, kind=act, reason=reason, room_id=room.pk, room=room.name, round=number)
    record(by=by, act=ModAction.Act.VOID_ROUND, kind=ModAction.Kind.ROUND, target=round_.pk, reason=reason)


def room_closed(room: Room, staff: rooms.ByStaff | None) -> None:
    """The number that was committed to is spent, and its seed published. Its owner closes a room between
    rounds: where one runs, a moderator does, and nobody is to lose for being shown out."""
    last = Round.objects.newest_in([room.pk])
    coming = last.filter(status=Round.Status.NEXT)
    spent = coming.update(
        status=Round.Status.VOID, void_cause=Round.VoidCause.OWNER, ended_at=site_clock.now()
    )
    running = None if spent else last.filter(status=Round.Status.RUNNING).first()
    if running is None:
        return
    round_ = _stop(lock_round(running.pk), Round.VoidCause.MODERATOR)
    if staff is not None:
        ids = set(round_.seats.values_list("user", flat=True))
        players = [person for person in staff.held if person.pk in ids]
        _put_on_record(round_, by=staff.by, reason=staff.reason, players=players)


def _stop(round_: Round, cause: Round.VoidCause) -> Round:
    """Of a running round nothing was written to the ledger yet."""
    round_.status, round_.void_cause, round_.ended_at = Round.Status.VOID, cause, site_clock.now()
    round_.to_act, round_.deadline, round_.due_at = [], None, None
    round_.save(update_fields=["status", "void_cause", "ended_at", "to_act", "deadline", "due_at"])
    rooms.rounds_ended(list(rooms.lock_rooms([round_.room_id]).values()))
    rooms.tell_tables(round_.room_id)
    if round_.room.status != Room.Status.CLOSED:
        commit_next(round_.room)
    return round_


def _annul(round_: Round) -> None:
    """Each line of the ledger gets its opposite, and standings follow, in the season that the round was
    played in. Whatever else is made of rounds one day (a rating) has to follow here too."""
    round_.void_cause = Round.VoidCause.MODERATOR
    round_.save(update_fields=["void_cause"])
    opposites = Score.objects.bulk_create(
        map(_opposite, round_.scores.filter(reverses=False).order_by("seat"))
    )
    if round_.rated:
        fold_in(line_of(score) for score in opposites if score.user_id is not None)
    rooms.books_changed(round_.room)


def _opposite(score: Score) -> Score:
    return Score(
        round=score.round,
        room_id=score.room_id,
        seat=score.seat,
        user_id=score.user_id,
        name=score.name,
        points=-score.points,
        sheet=-score.sheet,
        reverses=True,
    )
