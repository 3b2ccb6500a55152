"""The zones of the room: the same whatever is played, and whether or not a round is running."""

from __future__ import annotations

from datetime import datetime
from functools import cache, lru_cache
from typing import Final
from urllib.parse import quote, urlencode

from django.utils.timezone import now

from games import registry
from games.core.engine import Json
from games.page.zones import Filtered
from games.rounds.facts import NoticeFacts
from games.table.args import (
    Banner,
    Between,
    Chat,
    ChatLine,
    Empty,
    Hosting,
    House,
    Invite,
    Leaving,
    MatchRow,
    MatchSheet,
    Menu,
    Notice,
    Person,
    Rules,
    Sheet,
    SheetLine,
    Sitter,
    Top,
    Waiting,
    Who,
)
from games.table.sight import Sight
from games.table.zone import Later, Words, Zone, blank, hole
from lobby.facts import ROBOT, SeatFacts

SHEET_COLUMNS: Final = 6


@cache
def empty(element: str) -> Zone:
    """A zone with nothing to show keeps its place on the page."""
    return Zone("games/zones/_empty.html", Empty(id=element), shared=True)


# What is written in later


def nameless(later: Later, key: str, who: Who) -> Who:
    """Whoever it is."""
    name, avatar = later(f"name-{key}", who.name), later(f"avatar-{key}", who.avatar)
    return Who(name=name, avatar=avatar, mine=who.mine)


def invite(later: Later, sight: Sight) -> Invite:
    return sight.invite._replace(url=later("url", sight.url), code=later("code", sight.invite.code))


def top(sight: Sight) -> Zone:
    room, round_, later = sight.table.room, sight.round_number, Later()
    args = Top(
        game=room.game,
        ruleset=room.ruleset,
        options=_unusual(sight),
        room=later("room", room.name),
        round=None if round_ is None else later("round", Filtered("l10n", "localize", round_)),
        invite=invite(later, sight),
        owner=room.owner_name and later("owner", room.owner_name),
        watching=later("watching", Filtered("l10n", "localize", room.watching)),
        match=match_sheet(sight),
        closed=sight.closed,
    )
    return Zone("games/zones/_top.html", args, shared=True, words=later.words)


def _unusual(sight: Sight) -> tuple[tuple[str, Json], ...]:
    """The house options that are not as they are where nobody chose."""
    room = sight.table.room
    usual = {option.name: option.default for option in registry.engine(room.game).options(room.ruleset)}
    return tuple((name, value) for name, value in sight.options if value != usual.get(name))


# Who sits where


def banner(sight: Sight) -> Zone:
    notice = _notice(sight)
    if notice is Notice.NONE:
        return empty("banner")
    if notice is Notice.KICKED:
        args = _kick(sight)
    elif notice is Notice.LEAVING:
        mine = sight.viewer.chair
        by = sight.benched.get(sight.viewer.name)
        args = Banner(notice=notice, url=sight.url, by=by or "", stay=mine if by is None else None)
    elif notice in (Notice.BENCHED, Notice.INVITED):
        by = sight.benched.get(sight.viewer.name) or sight.asked_back or ""
        args = Banner(notice=notice, url=sight.url, by=by, free=_free_chair(sight))
    elif notice is Notice.CLOSED:
        args = Banner(notice=notice, url=sight.url, reason=_why_closed(sight))
    else:
        args = Banner(notice=notice, url=sight.url, free=None if sight.seated else _free_chair(sight))
    return Zone("games/zones/_banner.html", args, shared=True)


def _why_closed(sight: Sight) -> str:
    """As staff said it; empty where anybody else closed it."""
    return next((done.reason for done in reversed(sight.notices) if done.kind == "close"), "")


def _kick(sight: Sight) -> Banner:
    """Who did it and why is told to everybody; here to whom it happened, with what is left to them."""
    notices = reversed(sight.notices)
    done = next((one for one in notices if one.kind == "kick" and one.to == sight.viewer.name), None)
    return Banner(
        notice=Notice.KICKED,
        url=sight.url,
        by=(done and done.by) or "",
        reason=(done and done.reason) or "",
        why=(done and done.why) or "",
        seated=sight.seated,
        may_see=sight.table.room.spectators,
    )


def _notice(sight: Sight) -> Notice:
    if sight.closed:
        return Notice.CLOSED
    if sight.kicked:
        return Notice.KICKED
    if sight.table.stands_still:
        return Notice.STANDS_STILL
    if sight.viewer.chair is None and sight.viewer.name in sight.benched:
        return Notice.BENCHED
    if sight.viewer.chair is None and sight.asked_back is not None:
        return Notice.INVITED
    if sight.viewer.chair is None:
        return Notice.WATCHING if sight.viewer.may_see else Notice.HIDDEN
    me = sight.table.room.seats[sight.viewer.chair]
    if me.leaving:
        return Notice.LEAVING
    if me.away:
        return Notice.AWAY
    sits_out = not sight.between and sight.seen is not None and sight.playing is None
    return Notice.NEXT_ROUND if sits_out else Notice.NONE


def _free_chair(sight: Sight) -> int | None:
    return next((seat.seat for seat in sight.table.room.seats if not seat.taken), None)


def sitter(sight: Sight, chair: int) -> Sitter:
    room, viewer = sight.table.room, sight.viewer
    seat, place = room.seats[chair], (chair - sight.anchor) % len(room.seats)
    gone = sight.player_at(chair) if not seat.taken else None
    if gone is not None:
        return Sitter(
            chair=chair,
            place=place,
            url=sight.url,
            name=gone.name,
            avatar=ROBOT if gone.bot_level else "",
            bot=bool(gone.bot_level),
            left=True,
            between=sight.between,
        )
    if not seat.taken:
        return Sitter(
            chair=chair,
            place=place,
            url=sight.url,
            between=sight.between,
            may_sit=not (sight.seated or sight.closed or sight.kicked) and viewer.user_id is not None,
            may_add=viewer.owner and not sight.closed,
            level=registry.engine(room.game).usual_level,
        )
    owner = seat.user_id is not None and seat.user_id == room.owner_id
    return Sitter(
        chair=chair,
        place=place,
        url=sight.url,
        name=seat.player,
        avatar=seat.avatar,
        bot=seat.is_bot,
        online=seat.online,
        away=seat.away,
        ready=seat.ready,
        leaving=seat.leaving,
        owner=owner,
        banker=chair == room.owner and registry.engine(room.game).banker,
        mine=chair == viewer.chair,
        between=sight.between,
    )


def seat(sitter: Sitter) -> Zone:
    """Where nobody plays: who sits there is written in later, and so is the room."""
    later = Later()
    args = sitter._replace(url=later("url", sitter.url))
    if sitter.name is not None:
        args = args._replace(name=later("name", sitter.name), avatar=later("avatar", sitter.avatar))
    return Zone("games/zones/_seat.html", args, shared=True, words=later.words)


# Between rounds


def waiting(sight: Sight) -> Zone:
    room, later = sight.table.room, Later()
    args = Waiting(
        room=later("room", room.name),
        invite=invite(later, sight),
        seated=sight.taken,
        ready=sight.ready,
        start_at=later("start-at", room.start_at.isoformat()) if room.start_at else None,
        played=sight.seen is not None,
        closed=sight.closed,
    )
    return Zone("games/zones/_waiting.html", args, shared=True, words=later.words)


def between(sight: Sight) -> Zone:
    room, chair = sight.table.room, sight.viewer.chair
    assert chair is not None
    record, later, heir = _record(sight), Later(), sight.heir
    args = Between(
        url=later("url", sight.url),
        ready=room.seats[chair].ready,
        owner=sight.viewer.owner,
        seated=sight.taken,
        ready_count=sight.ready,
        least=_least(sight),
        can_start=sight.ready >= _least(sight),
        start_at=later("start-at", room.start_at.isoformat()) if room.start_at else None,
        heir=later("heir", heir.player or "") if heir else None,
        heir_is_me=heir is not None and heir.seat == chair,
        free=_covered_chair(sight) if sight.viewer.owner else None,
        level=registry.engine(room.game).usual_level,
        owner_name=later("owner", room.owner_name or ""),
        record=record and later("record", record),
    )
    return Zone("games/zones/_between.html", args, shared=True, words=later.words)


def _covered_chair(sight: Sight) -> int | None:
    """A free one, where hands of who left still lie on all of them: elsewhere the chair offers it itself."""
    free = [seat.seat for seat in sight.table.room.seats if not seat.taken]
    return free[0] if free and all(sight.player_at(chair) for chair in free) else None


def _record(sight: Sight) -> str | None:
    """The page of the round that has just ended; one that stopped before is only on the page of the deals."""
    seen = sight.seen
    if seen is None:
        return None
    stopped = seen.ending is not None and seen.ending.outcome is None
    return f"{sight.url}fairness/#void" if stopped else f"/rounds/{seen.round.id}/"


def _least(sight: Sight) -> int:
    """How few can play: any who are ready where a nhà cái deals, else every chair."""
    engine = registry.engine(sight.table.room.game)
    return engine.seats.start if engine.banker else len(sight.table.room.seats)


# The rail


def sheet(sight: Sight) -> Zone:
    match = match_sheet(sight)
    if match is not None:
        return Zone(f"games/{sight.table.room.game}/zones/_sheet.html", match, shared=True)
    ledger = sight.table.score_sheet
    columns = ledger.sheet[-SHEET_COLUMNS:]
    scores = [dict(row.scores) for row in columns]
    totals = sorted(ledger.totals, key=lambda total: -total[1])
    most = totals[0][1] if totals else 0
    later = Later()
    lines = tuple(
        SheetLine(
            who=nameless(later, str(n), sight.who(name)),
            scores=tuple(
                later(f"score-{n}-{column}", Filtered("table", "signed", one.get(name)))
                for column, one in enumerate(scores)
            ),
            total=later(f"total-{n}", Filtered("table", "signed", total)),
            leads=total == most and total > 0,
        )
        for n, (name, total) in enumerate(totals)
    )
    args = Sheet(
        url=later("url", sight.url),
        rounds=tuple(
            later(f"round-{n}", Filtered("l10n", "localize", row.round)) for n, row in enumerate(columns)
        ),
        taken_back=tuple(bool(row.void) for row in columns),
        lines=lines,
    )
    return Zone("games/zones/_sheet.html", args, shared=True, words=later.words)


def match_sheet(sight: Sight) -> MatchSheet | None:
    match = sight.table.match
    if match is None:
        return None
    scores = {row.round: dict(row.scores) for row in match.sheet}
    players = tuple(sorted(map(sight.who, _match_players(sight)), key=lambda who: not who.mine))
    rows = tuple(
        MatchRow(
            round=number,
            scores=tuple(scores.get(number, {}).get(who.name) for who in players),
            now=number == match.round and number not in scores,
        )
        for number in range(1, match.of + 1)
    )
    totals = tuple(sum(row.get(who.name, 0) for row in scores.values()) for who in players)
    return MatchSheet(
        url=sight.url,
        of=match.of,
        players=players,
        rows=rows,
        totals=totals,
        now=max(scores, default=match.round) if _still_lies_there(sight) else match.round,
        coming=match.round if sight.between else None,
    )


def _still_lies_there(sight: Sight) -> bool:
    """Does the table show the last round that counted?"""
    ending = sight.seen.ending if sight.between and sight.seen is not None else None
    return ending is not None and ending.counts_as is not None


def _match_players(sight: Sight) -> tuple[str, ...]:
    """Who is on the sheet; before its first line who plays, and before the first round who sits there."""
    if sight.table.match is not None and sight.table.match.sheet:
        return tuple(name for name, _score in sight.table.match.sheet[-1].scores)
    if sight.seen is not None and not sight.between:
        return tuple(player.name for player in sight.seen.round.players)
    return tuple(seat.player for seat in sight.table.room.seats if seat.player is not None)


def rules(sight: Sight) -> Zone:
    room = sight.table.room
    args = Rules(game=room.game, ruleset=room.ruleset, options=sight.options, url=f"/rules/{room.game}/")
    return Zone(f"games/{room.game}/zones/_rules.html", args, shared=True)


def chat(sight: Sight) -> Zone:
    """What was said, and between the lines what was done to the room."""
    lines: list[tuple[datetime, ChatLine | NoticeFacts]] = [(done.at, done) for done in sight.notices]
    lines += [(said.at, ChatLine(line=said, mine=sight.is_mine(said.name))) for said in sight.lines]
    lines.sort(key=lambda line: line[0])
    args = Chat(
        game=sight.table.room.game,
        lines=tuple(line for _at, line in lines),
        hidden=sight.viewer.quiet.chat == "none",
        may_write=not sight.closed and (sight.seated or sight.table.room.spectators_chat),
        closed=sight.closed,
    )
    return Zone("games/zones/_chat.html", args, shared=True)


def menu(sight: Sight) -> Zone:
    """Who is named there is written in later: so it is drawn once for rooms of a kind."""
    room, viewer, later = sight.table.room, sight.viewer, Later()
    owner = viewer.owner and not sight.closed
    others = [s for s in room.seats if s.player is not None and s.seat != viewer.chair]
    others = [s for s in others if owner or not s.is_bot]
    kicked = room.kicked.values() if owner else ()
    here = {seat.player for seat in room.seats if not seat.leaving}
    benched = [name for name in sight.benched if name not in here] if owner else []
    args = Menu(
        invite=invite(later, sight),
        owner=owner,
        people=tuple([_person(later, sight, seat) for seat in others]),
        kicked=tuple([later(f"kicked-{n}", name) for n, name in enumerate(kicked)]),
        benched=tuple([later(f"benched-{n}", name) for n, name in enumerate(benched)]),
        closed=sight.closed,
        free=tuple([seat.seat for seat in room.seats if not seat.taken]) if owner else (),
        levels=registry.engine(room.game).levels,
        level=registry.engine(room.game).usual_level,
        is_muted=owner and room.owner_muted_until is not None and room.owner_muted_until > now(),
    )
    parts = [_hosting(sight, seat) for seat in others if owner and not seat.is_bot]
    parts += [("house", _house(sight, owner=owner)), ("leaving", _leaving(sight))]
    return Zone("games/zones/_menu.html", args, shared=True, parts=tuple(parts), words=later.words)


def _person(later: Later, sight: Sight, seat: SeatFacts) -> Person:
    name, key = seat.player or "", seat.seat
    return Person(
        chair=key,
        name=later(f"name-{key}", name),
        avatar=later(f"avatar-{key}", seat.avatar),
        bot=seat.is_bot,
        report="" if seat.is_bot else later(f"report-{key}", _report(name, sight.invite.code)),
        hosting=hole(f"hosting-{key}"),
    )


def _hosting(sight: Sight, seat: SeatFacts) -> tuple[str, Zone]:
    args = Hosting(blank("url"), seat.seat, between=sight.between)
    return f"hosting-{seat.seat}", Zone("games/zones/_hosting.html", args, True, words=_url(sight))


def _house(sight: Sight, *, owner: bool) -> Zone:
    room = sight.table.room
    if not owner or not sight.between:
        return empty("house")
    args = House(
        url=blank("url"),
        game=room.game,
        ruleset=room.ruleset,
        rulesets=registry.engine(room.game).rulesets,
        options=sight.options,
        turn_seconds=room.turn_seconds,
        spectators=room.spectators,
        spectators_chat=room.spectators_chat,
        auto_start=room.auto_start,
        auto_deal=room.auto_deal if registry.engine(room.game).usual_deal is not None else None,
        auto_next=room.auto_next,
    )
    return Zone("games/zones/_house.html", args, shared=True, words=_url(sight))


def _leaving(sight: Sight) -> Zone:
    room, chair = sight.table.room, sight.viewer.chair
    heir = room.heir if sight.viewer.owner else None
    args = Leaving(
        blank("url"),
        seated=chair is not None and not (sight.closed or room.seats[chair].leaving),
        playing=sight.playing is not None and not sight.between,
        owner=sight.viewer.owner,
        heir=blank("heir") if heir else None,
    )
    words = (*_url(sight), *((("heir", heir.player or ""),) if heir else ()))
    return Zone("games/zones/_leaving.html", args, shared=True, words=words)


def _url(sight: Sight) -> Words:
    return (("url", sight.url),)


@lru_cache(maxsize=1024)
def _report(name: str, code: str) -> str:
    asked = urlencode({"person": name, "room": code}, quote_via=quote)
    return f"/reports/new/?{asked}"
