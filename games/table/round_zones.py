"""The zones of a round. They carry the engine's own zones to the game's own templates, and know no rule.

Whatever depends on the viewer's own cards is private: my seat, what I may do to others, my hand, my
actions, how it ended for me, and the log, which tells what I drew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import product, starmap
from types import MappingProxyType
from typing import Final, NamedTuple

from django.utils.timezone import localtime

from games import registry
from games.core.engine import Event
from games.page import zones as page
from games.rounds.facts import LogLine, SeenRound
from games.table import room_zones
from games.table.args import (
    Actions,
    Awaited,
    Centre,
    Clock,
    Ended,
    Face,
    Hand,
    Heading,
    Line,
    LogEntry,
    Luck,
    Lying,
    Pod,
    Result,
    Score,
    Sitter,
    Stamp,
    Status,
)
from games.table.sight import Sight
from games.table.streaks import turn_of
from games.table.zone import Later, Parts, Word, Words, Zone, blank, is_template

LINES: Final = 60  # of the log
PODS: Final = 2048
PIECES: Final = 64
TIMED: Final[frozenset[Hashable]] = frozenset([None, blank("seconds")])
NOTHING_KNOWN: Final[frozenset[Hashable]] = frozenset()
ICON: Final = "scroll-text"  # before a line that asks for no other
STAMP: Final = Stamp(url=blank("url"), round=blank("round"), n=blank("n"))
SECONDS: Final = blank("seconds")
CLOCK: Final = Clock(deadline=blank("deadline"), seconds=SECONDS)
NAME: Final = blank("name")
AVATAR: Final = blank("avatar")
Told = Mapping[str, tuple[LogLine, Zone]]  # lines of a log by their ids, with what they were made from
NOTHING_TOLD: Final[Told] = MappingProxyType({})


def of_game(sight: Sight, name: str) -> str:
    assert sight.seen is not None
    return template_of(sight.seen.round.game, name)


@cache
def template_of(game: str, name: str) -> str:
    """The partial of this name: the game's own, or else the one that all share."""
    own = f"games/{game}/zones/_{name}.html"
    return own if is_template(own) else f"games/zones/_{name}.html"


# The table


class Kept(NamedTuple):
    """A zone as it was shown, and all that it was made of."""

    of: tuple[object, ...]
    zone: Zone


class Made:
    """What one viewer's page was made of while room and round stay: what is of the same is not made again."""

    def __init__(self) -> None:
        self.seats: dict[int, Seated] = {}
        self._kept: dict[str, Kept] = {}

    def again(self, name: str, of: tuple[object, ...], make: Callable[[], Zone]) -> Zone:
        kept = self._kept.get(name)
        if kept is None or kept.of != of:
            kept = self._kept[name] = Kept(of, make())
        return kept.zone


class Seated(NamedTuple):
    """A chair as it was shown: who sits there, and what of the round that rests on."""

    sitter: Sitter
    pod: page.Pod | None
    timed: bool
    zone: Zone


def seat(sight: Sight, chair: int, made: Made) -> Zone:
    """Only a chair whose pod changed is made anew."""
    shown, before = pod_at(sight, chair), made.seats.get(chair)
    timed = shown is not None and shown.acting and sight.timed
    if before is not None and (before.pod, before.timed) == (shown, timed):
        return before.zone
    sitter = before.sitter if before is not None else room_zones.sitter(sight, chair)
    zone = _seat(sight, sitter, shown, timed=timed)
    made.seats[chair] = Seated(sitter, shown, timed, zone)
    return zone


def pod_at(sight: Sight, chair: int) -> page.Pod | None:
    player = sight.player_at(chair)
    return None if player is None or sight.seen is None else sight.seen.zones.pods[player.seat]


def _seat(sight: Sight, sitter: Sitter, shown: page.Pod | None, *, timed: bool) -> Zone:
    if shown is None or sight.seen is None:
        return room_zones.seat(sitter)
    return pod(sight.seen.round.game, sitter, shown, timed=timed)


def pod(game: str, sitter: Sitter, shown: page.Pod, *, timed: bool) -> Zone:
    """What changes often is a part: the face with its clock, the line under the name, what lies there."""
    chair, shared = sitter.chair, not shown.private
    parts = [
        (f"face-{chair}", _face(sitter, shown, timed=timed)),
        (f"status-{chair}", _status(game, sitter, shown)),
    ]
    words = (("name", sitter.name or ""),)
    for part in shown.parts:
        lying, template = Lying(chair=chair, name=NAME, pod=part.shown), template_of(game, f"pod_{part.name}")
        variants = frozenset([lying._replace(pod=one) for one in part.variants])
        written_in = (*words, *written(game, part.words))
        zone = Zone(template, lying, shared or part.is_open, words=written_in, variants=variants)
        parts.append((f"{part.name}-{chair}", zone))
    args = Pod(sitter=_somebody(sitter), look=shown.look)
    return Zone(template_of(game, "pod"), args, shared=True, parts=tuple(parts), words=words)


def _somebody(sitter: Sitter) -> Sitter:
    """What the frame around a hand tells of whoever sits there: face and line are parts of their own."""
    return Sitter(
        chair=sitter.chair,
        place=sitter.place,
        url="",
        name=NAME,
        bot=sitter.bot,
        online=sitter.online,
        away=sitter.away,
        mine=sitter.mine,
    )


def _face(sitter: Sitter, shown: page.Pod, *, timed: bool) -> Zone:
    ready = sitter.between and sitter.ready
    args = Face(chair=sitter.chair, avatar=AVATAR, timed=timed, banker=shown.banker, ready=ready)
    return Zone("games/zones/_face.html", args, shared=True, words=(("avatar", sitter.avatar),))


def _status(game: str, sitter: Sitter, shown: page.Pod) -> Zone:
    nameless = sitter._replace(name="", avatar="", url="")
    is_told = sitter.left or not (sitter.online or shown.public)
    said, how = shown.said, nameless if is_told else None
    args = Status(chair=sitter.chair, how=how, pod=said.told, words=template_of(game, "pod_status"))
    return Zone("games/zones/_status.html", args, shared=True, words=written(game, said.words))


def clock(sight: Sight) -> Zone:
    if sight.seen is None or sight.seen.deadline is None or not sight.timed:
        return room_zones.empty("clock")
    deadline = sight.seen.deadline.isoformat(timespec="milliseconds")
    words = (("deadline", deadline), ("seconds", sight.seconds))
    return Zone("games/zones/_clock.html", CLOCK, shared=True, words=words)


def centre(sight: Sight) -> Zone:
    """What lies open in the middle; between rounds, how the next one comes about."""
    if sight.seen is None or (sight.seen.over and not _stays(sight)):
        return room_zones.waiting(sight)
    laid_open = sight.seen.zones.centre
    names, words = blank_names(tuple([player.name for player in sight.seen.round.players]))
    parts = tuple(
        (part.name, Zone(of_game(sight, f"centre_{part.name}"), Centre(centre=part.shown, names=()), True))
        for part in laid_open.parts
    )
    lies = laid_open.told
    every_word = (*words, *written(sight.seen.round.game, lies.words))
    return Zone(
        of_game(sight, "centre"), Centre(centre=lies.told, names=names), True, parts, words=every_word
    )


def _stays(sight: Sight) -> bool:
    seen = sight.seen
    counts = seen is not None and seen.ending is not None and seen.ending.counts_as is not None
    return counts and not sight.closed and seen is not None and seen.zones.centre.stays


@lru_cache(maxsize=PODS)
def blank_names(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """A blank for each, and what is written in."""
    words = tuple([(f"name-{n}", name) for n, name in enumerate(names)])
    return tuple([blank(word) for word, _name in words]), words


# The dock


def awaited(sight: Sight) -> Zone:
    """For whom all others wait: every turn it is somebody else, and everybody is told the same."""
    assert sight.seen is not None
    names, words = blank_names(tuple(map(sight.player_name, sight.seen.to_act)))
    return Zone(of_game(sight, "awaited"), Awaited(names), shared=True, words=words)


def hand(sight: Sight, made: Made, before: Zone | None = None, waits: Zone | None = None) -> Zone:
    """My cards. The heading changes with my turns, as the cards do not, and a card as the others do not:
    those that lay there `before` as they do now are not made again. `waits`: for whom all others do."""
    seen = sight.playing
    if seen is None or seen.over or seen.zones.hand is None or seen.zones.actions is None:
        return room_zones.empty("hand")
    mine, asked = seen.zones.hand, seen.zones.actions
    is_mine = seen.seat in seen.to_act
    make = partial(heading, sight, mine, asked, mine=is_mine)
    asks = made.again("heading", (mine, asked, is_mine, sight.timed), make)
    if waits is not None and asked.waits:
        asks = asks._replace(parts=(("awaited", waits),))
    cards = made.again("cards", (mine,), lambda: _cards(seen.round.game, mine, before))
    return made.again("hand", (cards, asks), lambda: cards._replace(parts=(("heading", asks), *cards.parts)))


def _cards(game: str, hand: page.Hand, before: Zone | None) -> Zone:
    around, template = hand.around, template_of(game, "held")
    lay = dict(before.parts) if before else {}
    return Zone(
        template_of(game, "hand"),
        _hand(around.told),
        shared=False,
        parts=tuple(
            [(name := f"held-{card.code}", _card(template, card, lay.get(name))) for card in hand.held]
        ),
        words=written(game, around.words),
        variants=every(_hand, around.variants),
    )


def _card(template: str, card: page.Card, before: Zone | None) -> Zone:
    if before is not None and before.args == card:
        return before
    return Zone(template, card, shared=False, variants=card.variants)


def _hand(told: Hashable) -> Hand:
    return Hand(hand=told)


def heading(sight: Sight, hand: page.Hand, actions: page.Actions, *, mine: bool) -> Zone:
    assert sight.seen is not None
    noted, asked = hand.noted, actions.asked
    game, seconds = sight.seen.round.game, (("seconds", sight.seconds),) if sight.timed else ()
    return Zone(
        template_of(game, "heading"),
        _heading(noted.told, asked.told, SECONDS if sight.timed else None, mine=mine),
        shared=not mine and hand.note_is_open,
        words=(*seconds, *written(game, noted.words), *written(game, asked.words)),
        variants=every(_heading, noted.variants, asked.variants, TIMED) if mine else NOTHING_KNOWN,
    )


def _heading(noted: Hashable, asked: Hashable, seconds: str | None, *, mine: bool = True) -> Heading:
    return Heading(hand=noted, actions=asked, mine=mine, seconds=seconds)


def actions(sight: Sight, made: Made) -> Zone:
    seen = sight.playing
    asked = seen.zones.actions if seen is not None and not seen.over else None
    if seen is not None and asked is not None:
        buttons, private = asked.buttons, asked.private
        make = partial(_buttons, sight, seen, buttons, private=private)
        return made.again("actions", (buttons, private, seen.n), make)
    if sight.seated and sight.between and not sight.closed:
        return room_zones.between(sight)
    return room_zones.empty("actions")


def _buttons(sight: Sight, seen: SeenRound, buttons: page.Piece, *, private: bool) -> Zone:
    """With what a move of the viewer's carries."""
    game, number = seen.round.game, str(seen.round.number)
    stamp = (("url", f"{sight.url}play/"), ("round", number), ("n", str(seen.n or 0)))
    return Zone(
        template_of(game, "actions"),
        _actions(buttons.told),
        shared=not private,
        words=(*stamp, *written(game, buttons.words)),
        variants=every(_actions, buttons.variants) if private else NOTHING_KNOWN,
    )


def _actions(told: Hashable) -> Actions:
    return Actions(actions=told, stamp=STAMP)


@lru_cache(maxsize=PIECES)
def every(args: Callable[..., Hashable], *told: frozenset[Hashable]) -> frozenset[Hashable]:
    """All arguments that can be made of what is known of each."""
    return frozenset(starmap(args, product(*told)))


def written(game: str, words: page.Words) -> Words:
    """The words for blanks; some are drawn by a partial of their own."""
    return tuple([(name, inset(game, word) if isinstance(word, page.Part) else word) for name, word in words])


def inset(game: str, part: page.Part) -> Zone:
    return Zone(template_of(game, part.name), part.shown, part.is_open, variants=part.variants)


def result(sight: Sight) -> Zone:
    """Names and numbers are written in later."""
    seen = sight.seen
    if seen is None or not seen.over or seen.ending is None:
        return room_zones.empty("result")
    outcome = seen.ending.counts_as
    hand = seen.zones.hand if outcome else None
    why = why_of(seen, seen.seat)
    points = outcome.points if outcome else ()
    mine = points[seen.seat] if points and seen.seat is not None else None
    later = Later()
    args = Result(
        hand=told(later, sight, hand.ended) if hand else None,
        why=told(later, sight, why.told) if why else None,
        way=None if mine is None else (mine > 0) - (mine < 0),
        points=None if mine is None else score(later, "mine", mine),
        amount="" if mine is None else later("amount", page.Filtered("l10n", "localize", abs(mine))),
        total=_total(later, "mine", sight, sight.viewer.name),
        void=seen.ending.void,
        everybody=_everybody(later, sight, seen, points),
        match=room_zones.match_sheet(sight),
        luck=later("luck", _luck(sight, seen, points)),
    )
    return Zone(of_game(sight, "result"), args, shared=hand is None or hand.end_is_open, words=later.words)


def _luck(sight: Sight, seen: SeenRound, points: tuple[int, ...]) -> Word:
    """Drawn by itself: a result is the same whatever it makes of the evening."""
    scored = {sight.player_name(seat): moved for seat, moved in enumerate(points)}
    sheet, less_wins = sight.table.score_sheet, sight.table.match is not None
    turn = turn_of(sheet, scored, round_=seen.round.number, less_wins=less_wins)
    if turn is None:
        return ""
    later = Later()
    who = room_zones.nameless(later, "luck", sight.who(turn.name))
    rounds = later("rounds", page.Filtered("l10n", "localize", turn.rounds))
    args = Luck(kind=turn.kind, who=who, rounds=rounds)
    return Zone("games/zones/_luck.html", args, shared=True, words=later.words)


def why_of(seen: SeenRound, seat: int | None) -> page.Why | None:
    return next((why for why in seen.zones.why if why.seat == seat), None)


def told(later: Later, sight: Sight, piece: page.Piece) -> Hashable:
    """What a piece is drawn by."""
    assert sight.seen is not None
    for name, word in written(sight.seen.round.game, piece.words):
        later(name, word)
    return piece.told


def _everybody(later: Later, sight: Sight, seen: SeenRound, points: tuple[int, ...]) -> tuple[Ended, ...]:
    """In an order in which it does not matter who sits where: so it is drawn once."""
    whys = [why_of(seen, seat) for seat in range(len(points))]
    seats = sorted(range(len(points)), key=lambda seat: (_place(whys[seat]), seat == seen.seat))
    return tuple(
        [_ended(later, str(n), sight, seat, points[seat], whys[seat]) for n, seat in enumerate(seats)]
    )


def _place(why: page.Why | None) -> int:
    return 0 if why is None else why.place


def _ended(later: Later, key: str, sight: Sight, seat: int, points: int, why: page.Why | None) -> Ended:
    name = sight.player_name(seat)
    return Ended(
        who=room_zones.nameless(later, key, sight.who(name)),
        why=told(later, sight, why.listed) if why else None,
        points=score(later, key, points),
        total=_total(later, key, sight, name),
    )


def score(later: Later, key: str, points: int) -> Score:
    return Score(
        signed=later(f"signed-{key}", page.Filtered("table", "signed", points)),
        colour=later(f"colour-{key}", page.Filtered("table", "colour", points)),
    )


def _total(later: Later, key: str, sight: Sight, name: str) -> str | None:
    total = dict(sight.table.score_sheet.totals).get(name)
    return None if total is None else later(f"total-{key}", page.Filtered("table", "signed", total))


# What happened


def log(sight: Sight, before: Zone | None = None, told: Told = NOTHING_TOLD) -> Zone:
    """The newest lines, each a part; those that stood in it before are not made again, and those that speak
    of others are the very same that everybody was `told`.

    Of which round they tell, whom and of whom, is written nowhere, but all of them rest on it."""
    seen = sight.seen
    if seen is None:
        return Zone("games/zones/_log.html", None, shared=True)
    names = blank_names(tuple([player.name for player in seen.round.players]))[1]
    words = (("round", str(seen.round.number)), ("seat", str(seen.seat)), *names)
    lay = before.parts if before and before.words == words else ()
    parts = _lines(sight, seen.log[-LINES:], lay, told)
    return Zone("games/zones/_log.html", None, shared=False, parts=parts, grows=True, words=words)


def _lines(sight: Sight, lines: tuple[LogLine, ...], lay: Parts, told: Told) -> Parts:
    """Most often all that lay there still does, and what is new comes after them."""
    if _begin_alike(lines, lay):
        return (*lay, *[_part(sight, one, told) for one in lines[len(lay) :]])
    kept = {part[0]: part for part in lay}
    return tuple([kept.get(_name_of(one)) or _part(sight, one, told) for one in lines])


def _begin_alike(lines: tuple[LogLine, ...], lay: Parts) -> bool:
    """Lines rise, and none comes in between: as many from the same one to the same are the same."""
    if not lay or len(lay) > len(lines):
        return not lay
    return (lay[0][0], lay[-1][0]) == (_name_of(lines[0]), _name_of(lines[len(lay) - 1]))


def _name_of(one: LogLine) -> str:
    return f"log-{one.number}"


def _part(sight: Sight, one: LogLine, told: Told) -> tuple[str, Zone]:
    name = _name_of(one)
    return name, _entry(sight, name, one, told)


def told_of(sight: Sight, log: Zone) -> Told:
    """The lines of a passer-by's log, with what they were made from."""
    lines = sight.seen.log[-LINES:] if sight.seen else ()
    return {name: (one, zone) for one, (name, zone) in zip(lines, log.parts, strict=True)}


def _entry(sight: Sight, name: str, one: LogLine, told: Told) -> Zone:
    assert sight.seen is not None
    line, theirs = told.get(name, (None, None))
    if theirs is not None and line is one and not any(_me_in(sight.seen, one.event)):
        return theirs
    later = Later()
    args = LogEntry(
        id=later("id", name),
        key=later("key", f"{sight.seen.round.number}.{one.number}"),
        at=later("at", on_the_clock(one.at)),
        line=_line(sight, one, later),
        sentence=_said_by(sight, one),
    )
    return Zone("games/zones/_entry.html", args, _is_told_to_all(one), words=later.words)


def sentence(sight: Sight, one: LogLine) -> Zone:
    """A line of the log without its time."""
    later = Later()
    return Zone(_said_by(sight, one), _line(sight, one, later), _is_told_to_all(one), words=later.words)


@lru_cache(maxsize=64)
def on_the_clock(at: datetime) -> str:
    return f"{localtime(at):%H:%M}"


def _line(sight: Sight, told: LogLine, later: Later) -> Line:
    """Names are written in later, and so are cards: all else of an event everybody may know. So are points,
    and what its game says."""
    seen, event = sight.seen, told.event
    assert seen is not None
    game = registry.game(seen.round.game)
    drawn, words = game.line(event)
    for name, word in written(seen.round.game, words):
        later(name, word)
    seat, by = event.seat, dict(event.facts).get("by")
    mine, meets_me, by_me = _me_in(seen, event)
    points = dict(event.facts).get("points")
    return Line(
        event=_drawn_by(drawn),
        icon=game.icons.get(event.kind, ICON),
        name="" if seat is None else later("name", sight.player_name(seat)),
        mine=mine,
        meets_me=meets_me,
        by="" if by is None else later("by", sight.player_name(by)),
        by_me=by_me,
        cards=later("cards", page.Filtered("cards", "in_words", event.cards)) if event.cards else "",
        way=None if points is None else (points > 0) - (points < 0),
        amount="" if points is None else later("amount", page.Filtered("table", "amount", points)),
        scored="" if points is None else later("scored", page.Filtered("table", "scored", points)),
    )


def _drawn_by(event: Event) -> Event:
    return event._replace(cards=(), facts=tuple([fact for fact in event.facts if fact[0] != "points"]))


def _me_in(seen: SeenRound, event: Event) -> tuple[bool, bool, bool]:
    """Is it of who looks, does it tell of another's hand against theirs, did they ask for it?"""
    if seen.seat is None:
        return False, False, False
    meets = seen.seat == 0 and event.kind in registry.game(seen.round.game).meetings
    return event.seat == seen.seat, meets, dict(event.facts).get("by") == seen.seat


def _said_by(sight: Sight, told: LogLine) -> str:
    return of_game(sight, "timed_out" if told.event.kind == "timed_out" else "line")


def _is_told_to_all(told: LogLine) -> bool:
    """But for its cards. Only one of them is told that the table moved for them."""
    return told.event.kind != "timed_out"
