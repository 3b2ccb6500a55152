"""Rounds that reports point at: what a passer-by saw, and once they are over, what each seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils import translation

from accounts.models import Report, User
from accounts.reports.evidence import Rounds, Shown
from games.core.cards import UNSEEN
from games.core.replay import CorruptRecordError, UnknownRulesError
from games.live.live_round import LiveRound
from games.live.viewing import passer_by
from games.rounds.facts import TableFacts
from games.rounds.models import Round
from games.rounds.reading import StoredRound, load_stored, load_table
from games.table import html_of, round_zones
from games.table.sight import Sight
from games.templatetags.cards import card_short
from lobby import catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """A round as one viewer saw it."""

    name: str  # empty: a passer-by
    hands: tuple[tuple[str, str], ...]  # of each seat: who, and its cards as far as they were seen
    log: tuple[str, ...]  # sentences, as HTML


def newest(room_id: int) -> tuple[int, int] | None:
    """The round that is played in a room or was played last, and how many moves it has."""
    started = Round.objects.filter(room_id=room_id, started_at__isnull=False).order_by("-number")
    return started.values_list("pk", "move_count").first()


def shown(report: Report, staff: User) -> Shown | None:
    """While it runs, as it was when the report was written; then all of it. Who sits at its table is shown
    none of it until then."""
    if report.round is None:
        return None
    round_ = Round.objects.select_related("room", "secret").get(pk=report.round)
    running = round_.status == Round.Status.RUNNING
    own = round_.seats.filter(user=staff).exists() or round_.room.seats.filter(user=staff).exists()
    hidden = running and (own or not round_.room.spectators)
    context = {
        "round": round_,
        "game": catalogue.game(round_.game),
        "version": report.version,
        "running": running,
        "own": own,
        "hidden": hidden,
        "eyes": [] if hidden else _as_a_passer_by(round_, report.version) if running else eyes_of_all(round_),
    }
    return Shown(template="games/_evidence.html", context=context, shows_hands=not running)


def eyes_of_all(round_: Round) -> list[Eyes]:
    """What each seat saw of a round that is over, to its end."""
    return _seen(round_, load_stored(round_), [*range(round_.seats.count())])


def _as_a_passer_by(round_: Round, version: int | None) -> list[Eyes]:
    """Up to the move after which the report came."""
    stored = load_stored(round_)
    return _seen(round_, replace(stored, moves=stored.moves[:version]), [None])


def _seen(round_: Round, stored: StoredRound, seats: Sequence[int | None]) -> list[Eyes]:
    """Nothing of a round that cannot be played again."""
    table = load_table(round_.room_id)
    assert table is not None
    try:
        live = LiveRound(stored)
    except (CorruptRecordError, UnknownRulesError):
        return []
    return [_eyes(live, table, seat) for seat in seats]


def _eyes(live: LiveRound, table: TableFacts, seat: int | None) -> Eyes:
    language = translation.get_language() or "vi"
    sight = Sight(table, live.seen_by(seat), passer_by(None, language))
    names = [player.name for player in live.facts.players]
    held = live.view(seat).as_json()["seats"]
    return Eyes(
        name="" if seat is None else names[seat],
        hands=tuple((name, _cards(one["cards"])) for name, one in zip(names, held, strict=True)),
        log=tuple(html_of(round_zones.sentence(sight, line), language) for line in live.log(seat)),
    )


def _cards(codes: list[str]) -> str:
    return " ".join("?" if code == UNSEEN else card_short(code) for code in codes)


ROUNDS: Final = Rounds(newest=newest, show=shown)
