"""Every state of every game's table, held still to be looked at, by the tests and by `make shots`.

async for scene in tables(server, XIDACH, players=4):
    ...  # scene.name, scene.path, scene.cookie
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.browser.scenes import Scene, seated
from tests.client import Player
from tests.server import Server, Table

Who = int | None  # whose chair a state is about, once the table stands so
Met = Callable[[Table], Who]


@dataclass(frozen=True, slots=True)
class State:
    name: str
    met: Met
    game: str = "xidach"
    ruleset: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


def acting(table: Table, *verbs: str, first: int = 0) -> Who:
    """Who may say all of these now."""
    return next(
        (n for n, one in enumerate(table.players) if n >= first and one.may_act and _says(one) >= set(verbs)),
        None,
    )


def _says(player: Player) -> set[str]:
    return {choice["do"] for choice in player.choices}


def players_turn(table: Table) -> Who:
    return acting(table, "draw", "stand", first=1)


def bankers_check(table: Table) -> Who:
    return 0 if acting(table, "compare") == 0 else None


def betting(table: Table) -> Who:
    return acting(table, "bet")


def over(table: Table) -> Who:
    return 0 if seen(table)["over"] else None


def voting(table: Table) -> Who:
    """Somebody has answered already."""
    return acting(table, "vote") if any(one.view["version"] for one in table.players) else None


def beating(table: Table) -> Who:
    """Somebody has something to put on a set of five."""
    top = seen(table)["table"]["top"]
    return acting(table, "play", "pass") if top and len(top["cards"]) == 5 else None


def last_card(table: Table) -> Who:
    """Somebody else is told to have one card left."""
    who = acting(table, "pass")
    told = [seat["count"] for seat in seen(table, who)["seats"] if seat["seat"] != who]
    return who if who is not None and 1 in told else None


def drawing(table: Table) -> Who:
    return acting(table, "draw") if seen(table)["table"]["turn"] > 4 else None


def laying_down(table: Table) -> Who:
    return acting(table, "lay_down")


def laying_off(table: Table) -> Who:
    return acting(table, "lay_off")


def revealing(table: Table) -> Who:
    """Some hands are open, others not yet."""
    return acting(table, "reveal") if any(seat["public"] for seat in seen(table)["seats"]) else None


def seen(table: Table, which: Who = 0) -> dict[str, Any]:
    view: dict[str, Any] = table.players[which or 0].view["view"]
    return view


STATES = (
    State("players-turn", players_turn, options={"stake": 10}),
    State("banker-checks", bankers_check, options={"stake": 10}),
    State("result", over, options={"stake": 10}),
    State("betting", betting, ruleset="vipgame", options={"max_stake": 20}),
    State("bigtwo-vote", voting, "bigtwo"),
    State("bigtwo-play", beating, "bigtwo"),
    State("bigtwo-last-card", last_card, "bigtwo"),
    State("bigtwo-result", over, "bigtwo"),
    State("rummy-draw", drawing, "rummy"),
    State("rummy-lay-down", laying_down, "rummy"),
    State("rummy-lay-off", laying_off, "rummy"),
    State("rummy-result", over, "rummy"),
    State("niuniu-betting", betting, "niuniu"),
    State("niuniu-reveal", revealing, "niuniu"),
    State("niuniu-result", over, "niuniu"),
)
OTHERS = {"bigtwo": 3, "rummy": 1}  # the other games may be played by two to eight


async def tables(
    server: Server, players: int = 4, game: str = "xidach", wanted: Callable[[str], bool] = bool
) -> AsyncIterator[Scene]:
    """The table in every wanted state of a game, from the chair it is about and for who watches."""
    players = OTHERS.get(game, players)
    many = "" if players == OTHERS.get(game, 4) else f"-{players}"
    for number, state in enumerate(state for state in STATES if state.game == game):
        waiting = f"{game}-waiting{many}" if number == 0 else ""
        if not any(map(wanted, names(waiting) + names(state.name + many))):
            continue
        of_room = {"game": game, "options": dict(state.options)}
        if state.ruleset:
            of_room["ruleset"] = state.ruleset
        table = Table(server, await seated(server, seats=players + 1, spectators=1, **of_room))
        try:
            await table.come()
            if waiting:
                for scene in _of(table, waiting, 0):
                    yield scene
            about = await play_until(table, state.met)
            for scene in _of(table, state.name + many, about):
                yield scene
        finally:
            await table.leave()


async def play_until(table: Table, met: Met, *, rounds: int = 30) -> int:
    """Careful moves, round after round, until the table stands as it should."""
    chance = Random(7)
    for _ in range(rounds):
        await table.start()
        while True:
            actor = await table.next_actor()
            if (about := met(table)) is not None:
                return about
            if actor is None:
                break
            await act(actor, chance)
        await table.until(lambda: table.people[0].room["status"] == "open")
    raise AssertionError(f"never came to {met.__name__}")


async def act(player: Player, chance: Random) -> None:
    await player.act(chance, sensible(player.choices, hand(player)))


def sensible(choices: Sequence[dict[str, Any]], cards: Sequence[str]) -> list[dict[str, Any]]:
    """As somebody who wants to get on: melds at once, the longest play, pairs kept, enough at 16."""
    by_verb: dict[str, list[dict[str, Any]]] = {}
    for choice in choices:
        by_verb.setdefault(choice["do"], []).append(choice)
    if "stand" in by_verb:
        return by_verb["draw" if "draw" in by_verb and worth(cards) < 16 else "stand"]
    if plays := by_verb.get("play"):
        longest = max(len(play["cards"]) for play in plays)
        return [play for play in plays if len(play["cards"]) == longest]
    if melds := by_verb.get("lay_down", by_verb.get("lay_off")):
        return melds
    if "discard" in by_verb:
        ranks = Counter(card[0] for card in cards)
        return sorted(by_verb["discard"], key=lambda one: (one["card"][0] == "X", ranks[one["card"][0]]))[:1]
    return list(choices)


def hand(player: Player) -> list[str]:
    view = player.view["view"]
    return next((seat["cards"] for seat in view["seats"] if seat["seat"] == view["you"]), [])


def worth(cards: Sequence[str]) -> int:
    return sum(11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0]) for card in cards)


def names(state: str) -> list[str]:
    """For one who plays, and for one who watches."""
    return [state, f"{state}-spectator"] if state else []


def _of(table: Table, name: str, about: int) -> list[Scene]:
    room, ready = f"/rooms/{table.code}/", '#table[data-link="open"]'
    viewers = zip(names(name), (about, -1), strict=True)
    return [Scene(name, room, table.cookies[who], table=True, ready=ready) for name, who in viewers]
