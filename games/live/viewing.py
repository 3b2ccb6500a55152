"""Who looks at a table, and what of it is theirs to see. Page, socket and form all ask here."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import structlog

from accounts.blocks.quiet import LOUD
from games.live.live_round import LiveRound
from games.rounds.facts import TableFacts, Viewer
from games.table.sight import Sight
from lobby.wire.hearing import quiet_of

log = structlog.get_logger()
STRANGER: Final = 0  # no person's id


class Person(NamedTuple):
    """Who asks, from the login, never from a message."""

    id: int
    name: str
    session_key: str
    language: str


def may_see(person: Person, facts: TableFacts, live: LiveRound | None) -> bool:
    """Where spectators are off, who has no seat sees no running round."""
    room = facts.room
    if live is None or live.ending is not None or room.spectators:
        return True
    return room.chair_of(person.id) is not None


def viewer_of(person: Person, facts: TableFacts, live: LiveRound | None) -> Viewer:
    room, allowed, quiet = facts.room, may_see(person, facts, live), quiet_of(person.id)
    quiet = quiet if quiet is LOUD else quiet.among(facts.writers)
    if quiet is LOUD and not _is_known(person, facts, live):
        return passer_by(STRANGER, person.language)._replace(may_see=allowed)
    chair = room.chair_of(person.id)
    seat = None if chair is None else room.seats[chair]
    return Viewer(
        user_id=person.id,
        name=(seat and seat.player) or person.name,  # it may have changed since they came in
        chair=chair,
        owner=room.owner_id == person.id,
        language=person.language,
        may_see=allowed,
        quiet=quiet,
    )


def _is_known(person: Person, facts: TableFacts, live: LiveRound | None) -> bool:
    """Does anything at this table speak of them? All whom nothing does see the same."""
    room = facts.room
    plays = live is not None and live.facts.seat_of(person.id) is not None
    has_part = room.chair_of(person.id) is not None or person.id == room.owner_id or person.id in room.kicked
    return plays or has_part or person.name in facts.names


def passer_by(user_id: int | None, language: str) -> Viewer:
    """Who reads of a round that is over: all of it is open, and nothing there is theirs to do."""
    return Viewer(user_id=user_id, name="", chair=None, owner=False, language=language)


def sight_of(person: Person, facts: TableFacts, live: LiveRound | None) -> Sight:
    """Of the table, the part that this person's page may be made of."""
    return sight_for(viewer_of(person, facts, live), facts, live)


def sight_for(viewer: Viewer, facts: TableFacts, live: LiveRound | None) -> Sight:
    try:
        seen = live.seen_by(live.facts.seat_of(viewer.user_id)) if live and viewer.may_see else None
    except Exception:
        log.exception("table.not_shown", room=facts.room.id)
        return Sight(replace(facts, stands_still=True), None, viewer)
    return Sight(facts, seen, viewer)
