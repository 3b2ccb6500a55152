"""What a room has chosen: its ruleset, its house options, how long a turn is, who may look on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import User
from lobby.catalogue import AUTO_NEXT, Game, Json, game
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse
from lobby.services.changes import record, save
from lobby.services.rights import by_right
from lobby.services.rounds import schedule
from lobby.words import read_option_fields

TURN_SECONDS: Final = range(10, 301)
_TYPES: Final[Mapping[str, type]] = {
    "options": Mapping, "form": Mapping, "ruleset": str, "turn_seconds": int, "spectators": bool,
    "spectators_chat": bool, "auto_start": bool, "auto_deal": bool, "auto_next": int,
}  # fmt: skip


def _well_typed(room: Room, **named: object) -> bool:
    """Everything that is named has its type; a truth value is no number here."""
    return all(
        value is None
        or (isinstance(value, _TYPES[name]) and isinstance(value, bool) == (_TYPES[name] is bool))
        for name, value in named.items()
    )


@by_right("options", well_formed=_well_typed)
def change_options(
    room: Room,
    by: User,
    *,
    options: Mapping[str, Json] | None = None,
    form: Mapping[str, Json] | None = None,
    ruleset: str | None = None,
    turn_seconds: int | None = None,
    spectators: bool | None = None,
    spectators_chat: bool | None = None,
    auto_start: bool | None = None,
    auto_deal: bool | None = None,
    auto_next: int | None = None,
) -> Room | Refusal:
    """The owner changes the house's options between rounds; what is not named stays.

    What changed is announced. `form`: the options as a form's `opt_` fields.
    """
    given = {
        "turn_seconds": turn_seconds,
        "spectators": spectators,
        "spectators_chat": spectators_chat,
        "auto_start": auto_start,
        "auto_deal": auto_deal,
        "auto_next": auto_next,
    }
    played, wanted = game(room.game), room.ruleset if ruleset is None else ruleset
    if wanted not in played.rulesets:
        return refuse(Code.BAD_OPTIONS, field="ruleset")
    if turn_seconds is not None and turn_seconds not in TURN_SECONDS:
        return refuse(Code.BAD_OPTIONS, field="turn_seconds")
    if auto_next is not None and auto_next not in AUTO_NEXT:
        return refuse(Code.BAD_OPTIONS, field="auto_next")
    named = dict(options or {}) | read_option_fields(played.choices[wanted], form or {})
    full = played.complete(wanted, _carried_over(room, played, wanted) | named)
    if isinstance(full, Refusal):
        return full
    new = {"ruleset": wanted, "options": full} | {k: v for k, v in given.items() if v is not None}
    return _change(room, by, new)


def _change(room: Room, by: User, new: Mapping[str, Any]) -> Room:
    changed = {
        name: [getattr(room, name), value] for name, value in new.items() if getattr(room, name) != value
    }
    if not changed:
        return room
    for name, (_old, value) in changed.items():
        setattr(room, name, value)
    record(room, "options", by=by, facts=changed)
    schedule(room)
    return save(room, "start_at", *changed)


def _carried_over(room: Room, game: Game, ruleset: str) -> dict[str, Json]:
    """What stays where nothing is named. Into another ruleset the house takes only what it had chosen
    itself and what that ruleset accepts; the rest is as usual there."""
    if ruleset == room.ruleset:
        return dict(room.options)
    usual = {option.name: option.default for option in game.choices.get(room.ruleset, ())}
    accepts = {option.name: option.accepts for option in game.choices[ruleset]}
    chosen = {name: value for name, value in room.options.items() if usual.get(name) != value}
    return {name: value for name, value in chosen.items() if name in accepts and accepts[name](value)}
