"""Twin worlds: one evening twice, and the cards that a viewer may not know lie otherwise. What the site tells
that viewer, tells who only watches and staff, or writes down, is the same to the byte: what, in which order,
how much of it and when. Cards are planted everywhere to see that they are found.
"""

import os
from dataclasses import replace
from random import Random

import pytest

from config import logs
from games import registry
from games.archive import evidence
from games.live import dues, hub, json_voice, live_round
from games.live.html_voice import HtmlVoice
from games.rounds.models import Round, RoundSecret
from games.table import views, without_socket, zone, zones
from lobby import consumers
from tests.test_shared_files import PLAYED
from tests.twins.deals import twins_of
from tests.twins.evening import ADMIN, MODERATOR, STRANGER, Looks, Table, world

pytestmark = pytest.mark.slow

FULL = bool(os.environ.get("FULL"))
CLOSELY, OFTEN = (
    (3, 12) if FULL else (1, 0)
)  # rounds at each table: of which all is read, or what comes by itself
QUICKLY = Looks(pages=1, tries=0, everywhere=False, admin=False, faults=False)
GAMES = {game.engine.game: game for game in PLAYED}
if set(registry.GAMES) - set(GAMES):  # tests/fifth_game asks for it
    from tests.fifth_game.table import GAME as BAICAO

    GAMES = {BAICAO.engine.game: BAICAO}
TABLES = [(name, ruleset, {}) for name, game in GAMES.items() for ruleset in game.engine.rulesets]
if FULL and "bigtwo" in GAMES:
    TABLES.append(("bigtwo", "lawrence", {"open_counts": True}))


def both(house, table, twins, looks):
    return [world(house, table, twins, there=there, looks=looks) for there in (False, True)]


def told_otherwise(table, twins, one, other):
    """To whom something else was told that should not have been, by which channel, and the first of it."""
    whose = {
        *table.alike(twins),
        MODERATOR,
        ADMIN,
        STRANGER,
        "the house",
        *map("seat {}".format, twins.alike),
    }
    return {
        key: first_difference(one.get(key, []), other.get(key, []))
        for key in one.keys() | other.keys()
        if key[0] in whose and one.get(key) != other.get(key)
    }


def first_difference(one, other):
    """Where they part."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            return here[:40], here[max(at - 80, 0) : at + 80], there[max(at - 80, 0) : at + 80]
    return f"{len(one)} and {len(other)} of them"


def some_twins(table, chance):
    """Of a round in which some person may know what another may not."""
    seats = range(table.stored.setup.seats)
    while True:
        viewer = chance.choice([seat for seat in seats if table.name_of(seat)])
        twins = twins_of(table.game, table.stored.setup, viewer, chance)
        may_know = [name for name in map(table.name_of, set(seats) - twins.alike) if name]
        if may_know:
            return twins, may_know


@pytest.mark.parametrize(("name", "ruleset", "options"), TABLES)
def test_twin_worlds_are_told_alike(house, name, ruleset, options):
    """T1–T6, T16  Frames, pages, polls, JSON, refusals, exports, back office, log, planned times, bots."""
    table, chance = Table(GAMES[name], ruleset, options), Random(f"{name} {ruleset}")
    for number in range(CLOSELY + OFTEN):
        looks = QUICKLY if number >= CLOSELY else Looks(every_admin_page=FULL and number == 0)
        twins, may_know = some_twins(table, chance)
        one, other = both(house, table, twins, looks)
        assert told_otherwise(table, twins, one, other) == {}
        for who in may_know:
            for how in ("html", "json"):
                assert one[who, how] != other[who, how], "these are two worlds"


# --- planted cards ----------------------------------------------------------------------------

PLANTS = []


def planted(game, *found, looks=QUICKLY):
    """A leak: it is put in with `where`, which says where in the deck a hidden card lies. By these channels
    it must be found, and by no other."""

    def plant(put):
        PLANTS.append(pytest.param(game, set(found), looks, put, id=put.__name__))
        return put

    return plant


@pytest.mark.parametrize(("name", "found", "looks", "put"), PLANTS)
def test_a_planted_card_is_found(house, monkeypatch, name, found, looks, put):
    if name not in GAMES:
        pytest.skip("of another game")
    table, chance = Table(GAMES[name], GAMES[name].engine.rulesets[0]), Random(name)
    twins = twins_of(table.game, table.stored.setup, 1, chance, longest=16)
    hidden = next(card for card, other in twins.there.shuffler.other.items() if card != other)
    put(monkeypatch, lambda: house.shuffler.deal(table.game.engine.pack, 0).index(hidden))
    one, other = both(house, table, twins, looks)
    assert {channel for _who, channel in told_otherwise(table, twins, one, other)} == found


PAGE = ("html", "html, late", "page", "poll")
JSON = ("json", "json, late")


@planted("xidach", *PAGE)
def an_attribute_of_a_pod(monkeypatch, where):
    render = zone._render

    def leaky(template, args, language):
        html = render(template, args, language)
        return html.replace(" ", f' data-at="{where()}" ', 1) if template.endswith("_pod.html") else html

    monkeypatch.setattr(zone, "_render", leaky)


@planted("rummy", *PAGE)
def an_alternative_text(monkeypatch, where):
    """Of the cards that lie face down."""
    written = zone._html_of_word
    monkeypatch.setattr(zone, "_html_of_word", lambda *word: f'{written(*word)}<img alt="{where()}">')


@planted("bigtwo", *PAGE)
def the_order_of_the_seats(monkeypatch, where):
    in_order = zones.in_order

    def leaky(sight):
        chairs = in_order(sight)
        return chairs[where() % 4 :] + chairs[: where() % 4]

    monkeypatch.setattr(zones, "in_order", leaky)


@planted("bigtwo", *PAGE)
def what_is_kept_by_one_key_for_all(monkeypatch, where):
    """Whoever asks is shown what the first seat sees."""
    seen_by = live_round.LiveRound.seen_by
    leaky = lambda live, seat: seen_by(live, seat)._replace(zones=live.zones(0))  # noqa: E731
    monkeypatch.setattr(live_round.LiveRound, "seen_by", leaky)


@planted("rummy", "html", "html, late", "poll")
def how_many_frames_there_are(monkeypatch, where):
    frames = HtmlVoice.frames

    def leaky(voice):
        yield from frames(voice)
        yield from ["<hx-frame></hx-frame>"] * where()

    monkeypatch.setattr(HtmlVoice, "frames", leaky)


@planted("xidach", "page")
def a_header_of_the_page(monkeypatch, where):
    table = views._table

    def leaky(request, sight):
        answer = table(request, sight)
        answer["ETag"] = f'"{where()}"'
        return answer

    monkeypatch.setattr(views, "_table", leaky)


@planted("bigtwo", "poll")
def the_mark_of_the_poll(monkeypatch, where):
    mark = without_socket._mark
    monkeypatch.setattr(without_socket, "_mark", lambda told: mark([*told, str(where())]))


@planted("niuniu", *JSON)
def a_field_of_the_view(monkeypatch, where):
    written = live_round.LiveRound._written
    leaky = lambda live, seat: f'{written(live, seat)[:-1]},"next":{where()}}}'  # noqa: E731
    monkeypatch.setattr(live_round.LiveRound, "_written", leaky)


@planted("xidach", *JSON)
def how_long_a_frame_is(monkeypatch, where):
    view = json_voice.JsonVoice._view_text
    monkeypatch.setattr(json_voice.JsonVoice, "_view_text", lambda *voice: view(*voice) + " " * where())


@planted("bigtwo", "html", "json", "refusal", looks=replace(QUICKLY, tries=2, pages=0))
def why_a_move_is_refused(monkeypatch, where):
    refused = hub.refused

    def leaky(no, game):
        said = refused(no, game)
        return replace(said, words="%(at)s", facts=(*said.facts, ("at", where())))

    monkeypatch.setattr(hub, "refused", leaky)


@planted("rummy", "log")
def a_line_of_the_log(monkeypatch, where):
    advance = live_round.LiveRound.advance

    def leaky(live, *move, **more):
        hub.log.info("table.moved", next=where())
        advance(live, *move, **more)

    monkeypatch.setattr(live_round.LiveRound, "advance", leaky)


@planted("niuniu", "log", looks=replace(QUICKLY, faults=True))
def an_error_that_is_quoted(monkeypatch, where):
    monkeypatch.setattr(logs, "_one", repr)


@planted("xidach", "clock")
def the_pause_of_a_bot(monkeypatch, where):
    pause = dues.Dues._pause
    monkeypatch.setattr(dues.Dues, "_pause", lambda due, why: pause(due, why) * (1 + where()))


@planted("rummy", "bot")
def what_a_bot_plays(monkeypatch, where):
    """T16  It is given another's view."""
    leaky = lambda _dues, live, seat, level: live.view(1 - seat).as_json()["seats"]  # noqa: E731
    monkeypatch.setattr(dues.Dues, "_choice", leaky)


@planted("niuniu", "admin", looks=replace(QUICKLY, admin=True))
def a_report_that_shows_hands(monkeypatch, where):
    seen = evidence._seen
    monkeypatch.setattr(evidence, "_seen", lambda round_, stored, seats: seen(round_, stored, [0, 1, 2]))


@planted("bigtwo", "admin", looks=replace(QUICKLY, admin=True))
def a_seed_in_the_back_office(monkeypatch, where):
    seed = lambda round_: RoundSecret.objects.get(round=round_).server_seed.hex()[:8]  # noqa: E731
    monkeypatch.setattr(Round, "__str__", seed)


@planted("xidach", "lobby, html", looks=replace(QUICKLY, everywhere=True, pages=0))
def a_row_of_the_lobby(monkeypatch, where):
    drawn = consumers.listing.drawn
    monkeypatch.setattr(
        consumers.listing, "drawn", lambda *row, **mine: f"{drawn(*row, **mine)}<!--{where()}-->"
    )
