"""A round of any game as the pages of its viewers show it, without a database."""

import re
from collections import Counter
from dataclasses import replace
from types import MappingProxyType

from django.template.loader import render_to_string
from django.test import RequestFactory

from games.live.live_round import Log
from games.registry import game
from games.rounds.facts import Ending, PlayerFacts, RoundFacts, SeenRound
from games.table import html_of, zones_of
from tests.tables.test_zones import NAMES, NOW, a_room, a_table, a_viewer


def a_play(engine, setup, states, seat, names=NAMES):
    """The round through one pair of eyes, its log too."""
    log = Log(engine)
    for state in states:
        log.sees(engine.view(state, seat), NOW)
    players = tuple(
        PlayerFacts(seat=n, chair=n, name=names[n], user_id=n + 1, bot_level="") for n in range(setup.seats)
    )
    outcome, view = engine.outcome(states[-1]), engine.view(states[-1], seat)
    return SeenRound(
        round=RoundFacts(
            id=77, number=7, game=engine.game, ruleset=setup.ruleset, commit="ab" * 32, transcript="",
            players=players,
        ),
        version=len(states) - 1,
        n=None if seat is None else 0,
        seat=seat,
        deadline=None if view.over else NOW,
        to_act=tuple(view.to_act),
        over=view.over,
        zones=game(engine.game).zones(view),
        log=log.lines,
        ending=Ending(outcome=outcome, void=None, server_seed="", round_seed=None) if outcome else None,
    )  # fmt: skip


def the_room(engine, setup, *, status, names=NAMES):
    """As it is while such a round is played, its options as a room keeps them."""
    mine = {o.name: setup.options[o.name] for o in engine.options(setup.ruleset) if not o.platform}
    seats = min(4, engine.seats[-1])
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in mine.items()}
    return replace(
        a_room(seats=max(seats, setup.seats), taken=range(setup.seats), status=status, names=names),
        game=engine.game,
        ruleset=setup.ruleset,
        options=MappingProxyType(options),
    )


def page(engine, setup, states, seat, *, names=NAMES, match=None, **changes):
    """The room and the zones of its page, for one viewer."""
    over = engine.outcome(states[-1]) or changes
    room = the_room(engine, setup, status="open" if over else "playing", names=names)
    play = a_play(engine, setup, states, seat, names)._replace(**changes)
    return room, zones_of(replace(a_table(room), match=match), play, a_viewer(room, seat))


def told_by(zones, language="en"):
    return {name: html_of(zone, language) for name, zone in zones.items()}


def words_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


def whole_page(room, zones, seat):
    """As a browser gets it, from the html of its zones."""
    context = {"zones": zones, "room": room, "viewer": a_viewer(room, seat)}
    return render_to_string("games/table.html", context, request=RequestFactory().get("/rooms/4k2pqr/"))


def said_twice(html):
    """Ids that more than one element of a page has."""
    ids = Counter(re.findall(r'\sid="([^"]+)"', html))
    return [name for name, times in ids.items() if times > 1]
