"""Pages about rounds that are over, and about a room's deals: what they show, gathered once. Reads only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import QuerySet
from django.template.loader import select_template

from games.core import fairness
from games.core.replay import UnknownRulesError
from games.live.live_round import LiveRound
from games.page.zones import Hand, Pod
from games.rounds import services
from games.rounds.facts import SeenRound, Viewer
from games.rounds.models import Round, RoundSeat
from games.rounds.reading import StoredRound, load_stored, load_table
from games.table import html_of, round_zones
from games.table.sight import Sight
from lobby.facts import ROBOT

SETTLED: Final = "points"  # the fact by which a line of the log tells how a seat fared


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """One seat of a round that is over: everything is open now."""

    name: str
    page: str  # the username of who has one
    avatar: str
    bot: bool
    banker: bool
    mine: bool
    kind: str  # what it mixed into the deal
    points: int
    rank: int | None
    # What only playing its moves again can tell:
    cards: tuple[str, ...] = ()  # what it held at the end
    hand: Hand | None = None  # as its owner saw it
    pod: Pod | None = None  # as everybody saw it
    why: tuple[str, ...] = ()  # sentences of the log, as HTML


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """All that is needed to check a deal."""

    commit: str
    server_seed: str
    round_seed: str
    transcript: str
    sha: str
    mixed: int  # seats that put a seed of their own in
    decks: tuple[tuple[str, ...], ...]  # the order in which the cards of each shuffle left the pack


def round_page(round_: Round, others: QuerySet[Round], viewer: Viewer) -> dict[str, Any]:
    """Who held what, what came of it and how it went, as anybody who may see it is told. `others`: of its
    room, as far as they may see them.

    Where its rules are not played here: what is stored of it, and that it cannot be played again.
    """
    stored = load_stored(round_)
    seats = [_stored_result(stored, seat, viewer) for seat in round_.seats.select_related("user")]
    page = {
        "round": round_,
        "room": round_.room,
        "options": _house_options(stored, round_),
        "hand_template": select_template([f"games/{round_.game}/round/_hand.html", "games/round/_hand.html"]),
        **_neighbours(round_, others),
    }
    try:
        live = LiveRound(stored)
    except UnknownRulesError as unknown:
        rules = "newer" if unknown.is_newer else "older"
        return page | {"rules": rules, "seats": seats, "log": [], "proof": proof(round_, stored)}
    told = live.seen_by(None)
    table = load_table(round_.room_id)
    assert table is not None
    sight = Sight(table, told, viewer)
    return page | {
        "rules": "known",
        "seats": [_told_result(seat, number, live, sight) for number, seat in enumerate(seats)],
        "log": _log(sight, told, viewer.language),
        "proof": proof(round_, stored),
    }


def _house_options(stored: StoredRound, round_: Round) -> list[tuple[str, Any]]:
    """What the room had set, in the order of the rulebook; not what the platform counts."""
    options = stored.engine.options(round_.ruleset) if round_.ruleset in stored.engine.rulesets else ()
    known = [option.name for option in options if not option.platform]
    return [(name, round_.options[name]) for name in known if name in round_.options]


def _stored_result(stored: StoredRound, seat: RoundSeat, viewer: Viewer) -> SeatResult:
    outcome = stored.ending.outcome if stored.ending else None
    assert outcome is not None
    mine = seat.user_id is not None and seat.user_id == viewer.user_id
    return SeatResult(
        name=stored.facts.players[seat.number].name,
        page=seat.user.username if seat.user and seat.user.has_page else "",
        avatar=seat.user.avatar if seat.user else ROBOT if seat.bot_level else "",
        bot=bool(seat.bot_level),
        banker=stored.engine.banker and seat.number == 0,
        mine=mine,
        kind=seat.kind,
        points=outcome.points[seat.number],
        rank=outcome.ranks[seat.number] if outcome.ranks else None,
    )


def _told_result(seat: SeatResult, number: int, live: LiveRound, sight: Sight) -> SeatResult:
    view = live.view(number)
    zones = live.game.zones(view)
    return replace(
        seat,
        cards=tuple(view.as_json()["seats"][number]["cards"]),
        hand=zones.hand,
        pod=zones.pods[number],
        why=tuple(_why(sight, number, sight.viewer.language)),
    )


def _why(sight: Sight, seat: int, language: str) -> list[str]:
    """What the log says about how this seat fared, in the words of the table."""
    assert sight.seen is not None
    told = [line for line in sight.seen.log if line.event.seat == seat and SETTLED in dict(line.event.facts)]
    return [_sentence(sight, line, language) for line in told]


def _log(sight: Sight, seen: SeenRound, language: str) -> list[dict[str, Any]]:
    return [{"at": line.at, "html": _sentence(sight, line, language)} for line in seen.log]


def _sentence(sight: Sight, line: Any, language: str) -> str:
    return html_of(round_zones.sentence(sight, line), language)


def _neighbours(round_: Round, others: QuerySet[Round]) -> dict[str, Round | None]:
    """Those that were played before and after this one."""
    over = others.filter(status=Round.Status.OVER).order_by("number")
    return {
        "before": over.filter(number__lt=round_.number).last(),
        "after": over.filter(number__gt=round_.number).first(),
    }


def proof(round_: Round, stored: StoredRound) -> Proof:
    """What the end of a round makes known about its deal."""
    assert stored.ending is not None and stored.ending.round_seed is not None
    return Proof(
        commit=round_.server_commit,
        server_seed=stored.ending.server_seed,
        round_seed=stored.ending.round_seed,
        transcript=round_.transcript,
        sha=fairness.transcript_hash(round_.transcript),
        mixed=sum(seat.kind == fairness.Kind.REVEALED for seat in round_.seats.all()),
        decks=_decks(round_),
    )


def _decks(round_: Round) -> tuple[tuple[str, ...], ...]:
    record = record_of(round_)
    return tuple(tuple(shuffle["out"]) for shuffle in record["shuffles"]) if record else ()


def record_of(round_: Round) -> dict[str, Any] | None:
    """The record of its deal; None where only a newer process can write it."""
    try:
        return services.public_record(round_)
    except UnknownRulesError:
        return None
