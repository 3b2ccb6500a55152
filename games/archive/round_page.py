"""Pages about rounds that are over, and about a room's deals: what they show, gathered once. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.template.loader import select_template

from games.core import fairness
from games.core.engine import SeatNo
from games.live.live_round import LiveRound
from games.page.zones import Hand, Pod
from games.rounds import services
from games.rounds.facts import PlayFacts, Viewer
from games.rounds.models import Round, RoundSeat
from games.rounds.reading import load_play, load_table
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
    cards: tuple[str, ...]  # what it held at the end
    hand: Hand | None  # as its owner saw it
    pod: Pod  # as everybody saw it
    points: int
    rank: int | None
    why: tuple[str, ...]  # sentences of the log, as HTML


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


def round_page(round_: Round, viewer: Viewer) -> dict[str, Any]:
    """Who held what, what came of it and how it went, as anybody who may see the room is told."""
    live = LiveRound(load_play(round_))
    play = live.seen_by(None)
    table = load_table(round_.room_id)
    assert table is not None
    sight = Sight(table, play, viewer)
    return {
        "round": round_,
        "room": round_.room,
        "options": _house_options(live, round_),
        "seats": [_seat_result(live, sight, seat, viewer) for seat in round_.seats.select_related("user")],
        "hand_template": select_template([f"games/{round_.game}/round/_hand.html", "games/round/_hand.html"]),
        "log": _log(sight, play, viewer.language),
        "proof": proof(round_),
        **_neighbours(round_),
    }


def _house_options(live: LiveRound, round_: Round) -> list[tuple[str, Any]]:
    """What the room had set, in the order of the rulebook; not what the platform counts."""
    known = [option.name for option in live.engine.options(round_.ruleset) if not option.platform]
    return [(name, round_.options[name]) for name in known if name in round_.options]


def _seat_result(live: LiveRound, sight: Sight, seat: RoundSeat, viewer: Viewer) -> SeatResult:
    outcome = live.ending.outcome if live.ending else None
    assert outcome is not None and sight.play is not None
    mine = seat.user_id is not None and seat.user_id == viewer.user_id
    view = live.view(SeatNo(seat.number))
    zones = live.game.zones(view)
    return SeatResult(
        name=sight.player_name(seat.number),
        page=seat.user.username if seat.user and seat.user.has_page else "",
        avatar=seat.user.avatar if seat.user else ROBOT if seat.bot_level else "",
        bot=bool(seat.bot_level),
        banker=live.engine.banker and seat.number == 0,
        mine=mine,
        kind=seat.kind,
        cards=tuple(view.as_json()["seats"][seat.number]["cards"]),
        hand=zones.hand,
        pod=zones.pods[seat.number],
        points=outcome.points[seat.number],
        rank=outcome.ranks[seat.number] if outcome.ranks else None,
        why=tuple(_why(sight, seat.number, viewer.language)),
    )


def _why(sight: Sight, seat: int, language: str) -> list[str]:
    """What the log says about how this seat fared, in the words of the table."""
    assert sight.play is not None
    told = [line for line in sight.play.log if line.event.seat == seat and SETTLED in dict(line.event.facts)]
    return [_sentence(sight, line, language) for line in told]


def _log(sight: Sight, play: PlayFacts, language: str) -> list[dict[str, Any]]:
    return [{"at": line.at, "html": _sentence(sight, line, language)} for line in play.log]


def _sentence(sight: Sight, line: Any, language: str) -> str:
    return html_of(round_zones.line_zone(sight, round_zones.line(sight, line)), language)


def _neighbours(round_: Round) -> dict[str, Round | None]:
    """The rounds of this room that were played before and after this one."""
    over = Round.objects.filter(room_id=round_.room_id, status=Round.Status.OVER).order_by("number")
    return {
        "before": over.filter(number__lt=round_.number).last(),
        "after": over.filter(number__gt=round_.number).first(),
    }


def proof(round_: Round) -> Proof:
    """What the end of a round makes known about its deal."""
    record = services.public_record(round_)
    return Proof(
        commit=record["server_commit"],
        server_seed=record["server_seed"],
        round_seed=record["round_seed"],
        transcript=record["transcript"],
        sha=fairness.transcript_hash(record["transcript"]),
        mixed=sum(seat["kind"] == fairness.Kind.REVEALED for seat in record["seats"]),
        decks=tuple(tuple(shuffle["out"]) for shuffle in record["shuffles"]),
    )
