"""Two browsers at one table: at every step each shows its own cards and no other that is hidden.

The script of the finished round says what each could know after every move. Nothing a browser held by then,
page, words, names, ids or frames, may have said more.
"""

import asyncio
import json
import re
from dataclasses import dataclass
from itertools import accumulate

import pytest
from django.utils import translation

from games.core.script import read_script
from games.registry import ENGINES
from games.templatetags.cards import card_name
from tests.browser.person import DESK, PHONE, Person, play, play_round, start

CODE = re.compile(r"(?<![A-Za-z0-9])(?:f-|c-)?([A2-9TJQK][CDHS])(?![A-Za-z0-9])")
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
ROUNDS = 3


def names(language: str) -> dict[str, re.Pattern[str]]:
    """Every card as it is said."""
    with translation.override(language):
        said = {code: card_name(code) for code in DECK}
    return {code: re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE) for code, name in said.items()}


@dataclass
class Look:
    """All that a browser held at one time: page, text as it is drawn, names for ears, frames until then."""

    person: Person
    version: str
    held: str


async def look_at(person: Person) -> Look:
    held = await person.page.evaluate("""() => {
      const words = [document.documentElement.outerHTML, document.body.innerText, document.title];
      for (const area of document.querySelectorAll("input, textarea")) words.push(area.value);
      return words.join("\\n");
    }""")
    return Look(person, await person.seen(), held)


def known(script: dict, seat: int | None) -> list[frozenset[str]]:
    """The cards this viewer could know after each move, by the rulebook alone."""
    read = read_script(script, ENGINES)
    state = read.engine.start(read.setup)
    states = [state]
    for word in read.moves:
        state = read.engine.apply(state, read.engine.read_move(read.setup, word["seat"], word))
        states.append(state)
    shown = (frozenset(CODE.findall(json.dumps(read.engine.view(s, seat).as_json()))) for s in states)
    return list(accumulate(shown, frozenset.union))


def told(held: str, spoken: dict[str, re.Pattern[str]]) -> set[str]:
    return {*CODE.findall(held), *(code for code, name in spoken.items() if name.search(held))}


@pytest.mark.parametrize("ruleset", ["classic", "vipgame"])
async def test_no_browser_holds_a_card_that_its_owner_may_not_know(table, server, ruleset):
    people = await table(
        seats=2, spectators=1, ruleset=ruleset, sizes=(PHONE, DESK), languages=("vi", "en"), turn_seconds=120
    )
    cai, an, khach = people
    spoken = {cai: names("vi"), an: names("en"), khach: names("vi")}
    versions = 0
    for number in range(1, 20):
        if number > ROUNDS and versions > 2 * ROUNDS:
            break  # of special hands there is hardly anything hidden
        looks: list[Look] = []

        async def look_at_all(looks=looks):
            looks.extend(await asyncio.gather(*map(look_at, people)))

        since = {person: len(person.frames) for person in people}
        await play_round(people, look_at_all)
        versions += len({one.version for one in looks})
        round_id = server.rows(
            "SELECT r.id FROM games_round r JOIN lobby_room m ON m.id = r.room_id"
            " WHERE m.code = ? AND r.number = ?", cai.room, number,
        )[0][0]  # fmt: skip
        script = server.get_json(f"/rounds/{round_id}/script.json")
        for seat, person in ((0, cai), (1, an), (None, khach)):
            may_know = known(script, seat)
            frames = [Look(person, frame.after, frame.text) for frame in person.frames[since[person] :]]
            for seen in [*(one for one in looks if one.person is person), *frames]:
                in_round, _, version = seen.version.partition(".")
                if in_round == str(number):
                    beyond = told(seen.held, spoken[person]) - may_know[int(version)]
                    assert not beyond, (
                        person.name,
                        seen.version,
                        beyond,
                        around(seen.held, beyond, spoken[person]),
                    )
    else:
        raise AssertionError("hands were hardly looked at while they were hidden")


async def test_while_it_is_played_only_backs_stand_for_the_others_hand(table):
    cai, an = people = await table(seats=2, turn_seconds=120)
    checked = 0

    async def compare_hands():
        nonlocal checked
        hands = {person: set(await person.hand()) for person in people}
        for person, other in ((cai, an), (an, cai)):
            shown = set(await person.all("[data-card]", "e => e.dataset.card"))
            opened = set(await person.all(".seat [data-card]", "e => e.dataset.card"))
            assert shown <= hands[person] | opened
            if not await person.sees_now("#result.result") and not opened:
                assert not shown & hands[other]
                checked += len(hands[other]) > 0

    while checked < 4:
        await play_round(people, compare_hands)


KEPT = "JSON.stringify([{...localStorage}, {...sessionStorage}])"


async def test_the_way_back_after_logging_out_shows_no_hand(table):
    """T8  Neither a page that the browser kept nor anything it stored."""
    cai, an = people = await table(seats=2, turn_seconds=120)
    await start(people)
    await play(people, moves=1)
    await an.until(an.hand, "a hand")
    hand = await an.hand()
    await an.opens("/accounts/logout/")
    await an.clicks("main .form-actions button")
    await an.page.wait_for_url(f"{an.url}/")
    assert not [card for card in hand if f'"{card}"' in await an.page.evaluate(KEPT)]
    for page in ("/", "/rooms/"):  # where the way out stood; where the table was, strangers are invited
        await an.page.go_back(wait_until="load")
        assert an.page.url.removeprefix(an.url).startswith(page)
        assert not await an.sees_now("#my-cards, #table")
    await an.page.evaluate(
        "document.querySelector(`.fan`).remove()"
    )  # the picture of the game, always the same
    assert not CODE.findall((await look_at(an)).held)


def around(held: str, codes: set[str], spoken: dict[str, re.Pattern[str]]) -> list[str]:
    """Where it was said."""
    found = [one for code in codes for how in (re.compile(code), spoken[code]) for one in how.finditer(held)]
    return [held[max(0, one.start() - 150) : one.end() + 60] for one in found[:3]]
