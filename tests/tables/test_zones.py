"""The zones of a table: what each viewer's page shows, and what it never shows."""

import re
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from itertools import chain, pairwise
from random import Random
from types import MappingProxyType

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games import registry
from games.core.cards import CODES, PACK_52, UNSEEN, hand
from games.core.engine import SeatNo, Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Scripted
from games.live.viewing import Person, viewer_of
from games.page.zones import Button
from games.rounds.facts import (
    ChatFacts,
    Ending,
    LogLine,
    NextRound,
    NoticeFacts,
    PlayerFacts,
    RoundFacts,
    ScoreSheet,
    SeenRound,
    SheetRow,
    TableFacts,
    Viewer,
)
from games.table import html_of, zones_of
from games.table import zone as memo
from games.table.frames import Page, news
from games.table.sight import Sight
from games.table.zones import of_room, of_round
from games.templatetags import cards
from games.xidach.engine import XIDACH
from lobby.facts import RoomFacts, SeatFacts
from tests.files import file_name, templates

CAI, AN, BINH, CHI = range(4)
KHACH = 99  # the user id of who only watches
NAMES = ("cai", "an", "binh", "chi")
NOW = datetime(2026, 11, 18, 21, 4, tzinfo=UTC)
LATER = datetime(2026, 11, 19, 17, 34, tzinfo=UTC)
ZONES = {
    "top",
    "banner",
    "clock",
    "centre",
    "result",
    "hand",
    "actions",
    "log",
    "sheet",
    "rules",
    "chat",
    "menu",
}
CARD = re.compile(r"\b(?:[A2-9TJQK][CDHS]|X[12])\b")

# an: 9C 6D, draws 5H: 20.   binh: QH 4C.   chi: 8H 9S.   cai: 2C TD.
DECK = "9C QH 8H 2C  6D 4C 9S TD  5H 3S 7C 6H 2D"
DEAL = {"seat": CAI, "do": "deal", "first": "left"}


def draw(seat):
    return {"seat": seat, "do": "draw"}


def stand(seat):
    return {"seat": seat, "do": "stand"}


def compare(target):
    return {"seat": CAI, "do": "compare", "target": target}


def a_room(
    *, seats=4, taken=(CAI, AN, BINH, CHI), status="playing", ruleset="classic", names=NAMES, **changes
):
    options = complete(XIDACH.options(ruleset), {})
    chairs = tuple(
        SeatFacts(
            seat=n, player=names[n], user_id=n + 1, kind="human", avatar="ox-1", online=True, ready=True
        )
        if n in taken
        else SeatFacts(seat=n)
        for n in range(seats)
    )
    room = RoomFacts(
        id=1, code="4k2pqr", name="Nhà Trường", game="xidach", ruleset=ruleset,
        options=MappingProxyType(options), status=status, visibility="public", spectators=True,
        spectators_chat=True, auto_start=False, auto_deal=False, auto_next=0, turn_seconds=30,
        back="son", owner_id=1, owner_name="cai", start_at=None, version=1, seats=chairs,
        here=frozenset(), kicked={}, watching=1,
    )  # fmt: skip
    return replace(room, **changes)


def a_table(room):
    ledger = ScoreSheet(
        sheet=(SheetRow(round=6, scores=(("cai", -20), ("an", 20))),), totals=(("an", 1284), ("cai", -1284))
    )
    chat = (ChatFacts(id=1, name="an", avatar="ox-1", text="<b>chào</b> cả nhà", at=NOW),)
    coming = None if room.status == "playing" else NextRound(number=8, commit="ab" * 32)
    return TableFacts(room=room, score_sheet=ledger, next=coming, chat=chat)


def a_play(room, seat, moves=(), deck=DECK):
    """The round through one pair of eyes, its log too."""
    chairs = room.line_up(banker=True)
    setup = Setup(
        ruleset=room.ruleset, options=room.options, seats=len(chairs), shuffler=Scripted((hand(deck),))
    )
    state = XIDACH.start(setup)
    views = [XIDACH.view(state, seat)]
    for move in moves:
        word = {name: value for name, value in move.items() if name != "seat"}
        state = XIDACH.apply(state, XIDACH.read_move(setup, SeatNo(move["seat"]), word))
        assert not isinstance(state, Refusal), (move, state)
        views.append(XIDACH.view(state, seat))
    told = [e for then, now in zip([None, *views], views, strict=False) for e in XIDACH.events(then, now)]
    outcome, view = XIDACH.outcome(state), views[-1]
    players = tuple(
        PlayerFacts(seat=n, chair=c, name=NAMES[c], user_id=c + 1, bot_level="") for n, c in enumerate(chairs)
    )
    return SeenRound(
        round=RoundFacts(
            id=77, number=7, game="xidach", ruleset=room.ruleset, commit="ab" * 32, transcript="",
            players=players,
        ),
        version=len(moves),
        n=None if seat is None else sum(move["seat"] == seat for move in moves),
        seat=seat,
        deadline=None if view.over else NOW,
        to_act=tuple(view.to_act),
        over=view.over,
        zones=registry.game("xidach").zones(view),
        log=tuple(LogLine(number=n, at=NOW, event=event) for n, event in enumerate(told)),
        ending=Ending(outcome=outcome, void=None, server_seed="", round_seed=None) if outcome else None,
    )  # fmt: skip


def a_viewer(room, chair):
    if chair is None:
        return Viewer(user_id=KHACH, name="khach", chair=None, owner=False, language="en")
    seat = room.seats[chair]
    owner = seat.user_id == room.owner_id
    return Viewer(user_id=seat.user_id, name=seat.player, chair=chair, owner=owner, language="en")


@dataclass(frozen=True)
class Scene:
    """A table at one moment, for whoever looks."""

    room: RoomFacts
    moves: tuple = ()
    deck: str = DECK
    played: bool = True

    def play(self, chair):
        return a_play(self.room, chair, self.moves, self.deck) if self.played else None

    def zones(self, chair):
        room = self.room
        if self.played and self.play(None).over:
            room = replace(room, status="open")
        return zones_of(a_table(room), self.play(chair), a_viewer(room, chair))

    def html(self, chair, language="en"):
        return {name: html_of(zone, language) for name, zone in self.zones(chair).items()}


TURN = (DEAL, draw(AN), stand(AN))
ALL_STOOD = (*TURN, draw(BINH), stand(BINH), stand(CHI))
OVER = (*ALL_STOOD, draw(CAI), stand(CAI))
SCENES = {
    "empty room": Scene(a_room(taken=(CAI,), status="open"), played=False),
    "waiting for a deal": Scene(a_room()),
    "a turn": Scene(a_room(), TURN),
    "the nhà cái under 16": Scene(a_room(), ALL_STOOD),
    "comparing": Scene(a_room(), (*ALL_STOOD, draw(CAI), compare(AN))),
    "over": Scene(a_room(), OVER),
    "a xì dách of the nhà cái": Scene(a_room(), (DEAL,), "9C QH 8H AC  6D 4C 9S TD"),
    "stakes": Scene(a_room(ruleset="vipgame"), ({"seat": AN, "do": "bet", "stake": 5},)),
}
VIEWERS = (CAI, AN, BINH, CHI, None)


def _everyone():
    for name, scene in SCENES.items():
        taken = [seat.seat for seat in scene.room.seats if seat.taken]
        for chair in (*taken, None):
            yield pytest.param(scene, chair, id=f"{name}-{'khach' if chair is None else NAMES[chair]}")


EVERYONE = list(_everyone())

# Every page


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "chair"), EVERYONE)
@pytest.mark.parametrize("language", ["vi", "en", "zh-hans"])
def test_every_zone_renders_for_every_viewer_in_every_language(scene, chair, language):
    html = scene.html(chair, language)
    assert set(html) == ZONES | {f"seat-{n}" for n in range(4)}
    for name, piece in html.items():
        assert len(re.findall(rf'<\w+ id="{name}"', piece)) == 1, name
        assert re.match(rf'\s*<\w+ id="{name}" class="zone', piece), name


@pytest.mark.parametrize(("scene", "chair"), EVERYONE)
def test_zones_are_hashable_equal_when_nothing_changed_and_free_of_state(scene, chair):
    first, second = scene.zones(chair), scene.zones(chair)
    assert first == second
    assert {hash(zone) for zone in first.values()} == {hash(zone) for zone in second.values()}


@pytest.mark.slow
@pytest.mark.parametrize(("scene", "chair"), EVERYONE)
def test_ids_are_said_once_on_the_whole_page(scene, chair):
    request = RequestFactory().get("/rooms/4k2pqr/")
    context = {"zones": scene.html(chair), "room": scene.room, "viewer": a_viewer(scene.room, chair)}
    page = render_to_string("games/table.html", context, request=request)
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    assert [name for name, times in ids.items() if times > 1] == []
    assert page.count("<h1") == 1
    assert {"table", "dock", "toasts"} <= set(ids)


def test_who_is_ready_has_a_ring_and_no_tick_that_looks_like_a_win():
    for scene in (SCENES["over"], SCENES["empty room"]):
        html = scene.html(CAI)["seat-0"]
        assert html.count("seat-set") == 1 and "#check" not in html
    assert "seat-set" not in SCENES["a turn"].html(CAI)["seat-0"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("vi", "bấm để nghỉ ván này"), ("en", "tap to sit out"), ("zh-hans", "点一下休息一局")],
)
def test_my_ready_says_what_another_tap_does(language, said):
    assert said in SCENES["over"].html(AN, language)["actions"]


@pytest.mark.slow
def test_what_opens_as_a_sheet_has_a_cross():
    scene = SCENES["over"]
    context = {"zones": scene.html(AN), "room": scene.room, "viewer": a_viewer(scene.room, AN)}
    page = render_to_string("games/table.html", context, request=RequestFactory().get("/rooms/4k2pqr/"))
    handles = re.findall(r'class="sheet-handle".*?</button>', page, flags=re.S)
    assert len(handles) == 2 and all("icons.svg#x" in handle for handle in handles)


# Every round


def in_every_mood(room, chance):
    """The same room, its people here and gone, some of them bots."""
    moods = [
        replace(
            seat,
            kind=chance.choice(("human", "bot")) if seat.taken and seat.seat != CAI else seat.kind,
            online=chance.random() < 0.8,
            away=chance.random() < 0.2,
        )
        for seat in room.seats
    ]
    visibility = chance.choice(("public", "unlisted"))
    return replace(room, seats=tuple(moods), visibility=visibility, start_at=NOW)


def a_random_round(ruleset, chance):
    """A whole round as the house's bots play it: the scene after each of its moves."""
    room = in_every_mood(a_room(ruleset=ruleset, taken=range(chance.randint(2, 4))), chance)
    deck = " ".join(chance.sample(CODES[: len(PACK_52)], len(PACK_52)))
    setup = Setup(
        ruleset=ruleset, options=room.options, seats=len(room.line_up(banker=True)),
        shuffler=Scripted((hand(deck),)),
    )  # fmt: skip
    state, moves = XIDACH.start(setup), []
    while XIDACH.outcome(state) is None:
        yield Scene(room, tuple(moves), deck)
        seat = chance.choice(XIDACH.to_act(state))
        move = XIDACH.time_out(state, seat)
        if chance.random() < 0.9:
            word = XIDACH.choose(XIDACH.view(state, seat), "easy", chance)
            move = XIDACH.read_move(setup, seat, word)
        moves.append(XIDACH.write_move(move))
        state = XIDACH.apply(state, move)
    yield Scene(room, tuple(moves), deck)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["classic", "vipgame"])
@pytest.mark.parametrize("language", ["vi", "en", "zh-hans"])
def test_no_template_asks_for_what_it_was_not_given(ruleset, language, missing):
    chance, rendered, told = Random(language + ruleset), set(), set()
    rounds = (a_random_round(ruleset, chance) for _ in range(20))
    for scene in (*SCENES.values(), *chain.from_iterable(rounds)):
        for chair in (*(seat.seat for seat in scene.room.seats if seat.taken), None):
            told |= {line.event.kind for line in scene.play(chair).log} if scene.played else set()
            for name, zone in scene.zones(chair).items():
                if zone not in rendered:
                    rendered.add(zone)
                    assert missing not in html_of(zone, language), name
    assert told == {"bet", "dealt", "drew", "stood", "special", "compared", "settled", "round_over"}


@pytest.mark.slow
@pytest.mark.parametrize("void", ["withheld", "owner", "crash", "moderator"])
@pytest.mark.parametrize("chair", VIEWERS)
def test_a_round_that_does_not_count_still_shows_a_page(void, chair, missing):
    room = a_room(status="open")
    ending = Ending(outcome=None, void=void, server_seed="", round_seed=None)
    play = a_play(room, chair, TURN)._replace(over=True, deadline=None, ending=ending)
    for zone in zones_of(a_table(room), play, a_viewer(room, chair)).values():
        assert missing not in html_of(zone, "en")


# What nobody is shown


@pytest.mark.parametrize(("scene", "chair"), EVERYONE)
def test_a_page_names_no_card_its_viewer_may_not_know(scene, chair):
    play = scene.play(chair)
    known = set() if play is None else {card for pod in play.zones.pods for card in pod.cards} - {UNSEEN}
    html = scene.html(chair)
    shown = {card for name, piece in html.items() for card in CARD.findall(piece)}
    assert shown <= known


def test_every_hidden_card_is_the_same_to_the_byte():
    pieces = SCENES["a turn"].html(None)
    backs = re.findall(r'<span class="card is-back"[^>]*></span>', "".join(pieces.values()))
    assert len(backs) > 8
    assert len(set(backs)) == 1


QUAC = "9C QH 8H 2C  6D 4C 9S TD  8D 3S 7C 6H 2D"  # an draws 8D: 23


@pytest.mark.parametrize("chair", [BINH, CHI, None])
def test_a_quac_hand_and_a_standing_one_look_the_same_to_the_byte(chair):
    stood, bust = SCENES["a turn"], Scene(a_room(), TURN, QUAC)
    assert stood.html(chair) == bust.html(chair)


def test_five_cards_end_a_turn_and_tell_no_more_than_standing():
    moves = (DEAL, draw(AN), draw(AN), draw(AN))
    ngu_linh = Scene(a_room(), moves, "2C QH 8H KC  2D 4C 9S TD  3C 4D 5H")
    quac = Scene(a_room(), moves, "5C QH 8H KC  5D 4C 9S TD  3C 4D 9H")
    assert ngu_linh.html(BINH) == quac.html(BINH)


def test_my_small_seat_shows_none_of_my_cards():
    assert "data-card" not in SCENES["a turn"].html(BINH)[f"seat-{BINH}"]
    assert "data-card" in SCENES["a turn"].html(BINH)["hand"]


def test_the_question_of_the_deal_says_what_it_changes_and_has_the_engines_usual_answer():
    """XD-20  Enter, and the button that stands out, are what the table plays where it deals by itself."""
    asked = SCENES["waiting for a deal"].html(CAI)["actions"]
    assert (
        "dealt first plays first. Usually that is the left." in SCENES["waiting for a deal"].html(CAI)["hand"]
    )
    (usual,) = re.findall(
        r'name="first"\s+value="(\w+)"><button class="button button-turn [^>]*data-key="Enter"', asked
    )
    setup = Setup(ruleset="classic", options=complete(XIDACH.options("classic"), {}), seats=4,
                  shuffler=Scripted((hand(DECK),)))  # fmt: skip
    assert XIDACH.write_move(XIDACH.usual_deal(XIDACH.start(setup))) == {**DEAL, "first": usual}
    assert asked.count('aria-describedby="deal-note"') == asked.count("<button") == 2


def test_a_placed_stake_stays_on_its_seat_until_the_hand_is_settled():
    """XD-40"""
    bets = ({"seat": seat, "do": "bet", "stake": seat + 4} for seat in (AN, BINH, CHI))
    dealt = Scene(a_room(ruleset="vipgame"), (*bets, {"seat": CAI, "do": "deal"}, stand(AN)))
    for chair in (CAI, BINH, None):
        html = dealt.html(chair)
        assert [f"stake {seat + 4}" in html[f"seat-{seat}"] for seat in range(4)] == [False, True, True, True]
    assert "stake" not in SCENES["a turn"].html(CAI)[f"seat-{AN}"], "the same for all"
    over = replace(dealt, moves=(*dealt.moves, stand(BINH), stand(CHI), stand(CAI)))
    assert "stake" not in over.html(None)[f"seat-{AN}"]


@pytest.mark.parametrize("moves", [1, 4, 5])
def test_where_nobody_is_checked_the_steps_say_so(moves):
    """XD-42"""
    bets = tuple({"seat": seat, "do": "bet", "stake": 1} for seat in (AN, BINH, CHI))
    scene = Scene(a_room(ruleset="vipgame"), (*bets, {"seat": CAI, "do": "deal"}, stand(AN))[:moves])
    assert "checks" not in scene.html(None)["centre"]
    assert "Banker hits and checks" in SCENES["a turn"].html(None)["centre"]


# What is shared, and what never is


def leaves(value):
    if is_dataclass(value):
        for field in fields(value):
            yield from leaves(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def shared(zones):
    return [zone for zone in with_parts(zones) if zone.shared]


def with_parts(zones):
    for zone in zones:
        yield zone
        yield from with_parts(part for _, part in zone.parts)


@pytest.mark.parametrize(("scene", "chair"), EVERYONE)
def test_a_shared_zone_is_told_no_card_that_is_not_open_to_all(scene, chair):
    play = scene.play(None)
    opened = set() if play is None else {card for pod in play.zones.pods for card in pod.cards} - {UNSEEN}
    told = {leaf for zone in shared(scene.zones(chair).values()) for leaf in leaves(zone.args)}
    assert {leaf for leaf in told if isinstance(leaf, str) and CARD.fullmatch(leaf)} <= opened


@pytest.mark.parametrize("chair", [CAI, AN, BINH, CHI])
def test_what_only_one_person_may_see_never_enters_the_shared_memo(chair, monkeypatch):
    kept = []
    rendered_once = memo._rendered_once.__wrapped__
    monkeypatch.setattr(memo, "_rendered_once", lambda *key: kept.append(rendered_once(*key)) or kept[-1])
    SCENES["the nhà cái under 16"].html(chair)
    assert kept
    assert not any("data-card" in drawn.html or CARD.search(drawn.html) for drawn in kept)


def test_a_marker_in_private_arguments_stays_out_of_the_shared_memo():
    memo._rendered_once.cache_clear()
    heading = dict(SCENES["a turn"].zones(BINH)["hand"].parts)["heading"]
    words = tuple((name, "") for name, _word in heading.words)  # the stake is no secret
    private = heading._replace(args=heading.args._replace(seconds="MARKER"), words=words)
    assert not private.shared
    assert "MARKER" in html_of(private, "en")
    assert memo._rendered_once.cache_info().currsize == 0


def test_a_move_of_others_sends_neither_my_cards_nor_my_buttons_nor_the_old_lines_again():
    then, now = SCENES["a turn"].zones(CHI), Scene(a_room(), (*TURN, draw(BINH), stand(BINH))).zones(CHI)
    moved = Scene(a_room(), (*TURN, draw(BINH))).zones(CHI)
    assert {name for name in moved if moved[name] != then[name]} == {"seat-2", "centre", "log"}
    assert moved["log"].parts[:-1] == then["log"].parts, "one more line"
    assert moved["seat-2"].args == then["seat-2"].args, "only its parts"
    assert then["hand"].args == now["hand"].args
    assert then["hand"].parts != now["hand"].parts, "the heading"


def test_a_page_is_told_only_those_parts_of_a_zone_that_it_does_not_show():
    stages = [
        Scene(a_room(), moves) for moves in (TURN, (*TURN, draw(BINH)), (*TURN, draw(BINH), stand(BINH)))
    ]
    pages = [Page(scene.zones(CHI), "", "en") for scene in stages]
    whole, drawn, stood = (news(*moment) for moment in pairwise([None, *pages]))
    assert "data-same" not in "".join(whole.values())
    assert whole == told_whole(stages[0])
    assert '<div id="heading"' in whole["hand"] and "heading" not in whole, "once is enough"
    assert "seat-2" not in drawn and drawn["cards-2"].count("is-back") == 3, "parts alone"
    assert "3 cards" in drawn["status-2"] and "face-2" not in drawn
    assert '<div id="cards-2" data-same></div>' in stood["seat-2"], "what is around a part"
    assert "data-clock" not in stood["seat-2"].split("seat-text")[0], "its face is new in it"
    assert "data-my-turn" in stood["heading"] and "hand" not in stood, "a part alone"
    assert news(pages[2], Page(stages[2].zones(CHI), "", "en")) == {}
    assert '<div id="cards-2" data-same></div>' in news(pages[2], pages[1])["seat-2"]


def told_whole(scene):
    return {name: str(html) for name, html in scene.html(CHI).items()}


@pytest.mark.slow
def test_of_a_long_log_one_line_comes_and_one_goes():
    room, play = SCENES["over"].room, SCENES["over"].play(AN)
    told = tuple(line._replace(number=n) for n, line in enumerate((play.log * 30)[:200]))
    before, page = {}, None
    for length in range(len(told)):
        seen = play._replace(log=told[:length])
        sight = Sight(a_table(room), seen, a_viewer(room, AN))
        zones = of_room(sight) | of_round(sight, before)
        assert zones == zones_of(a_table(room), seen, a_viewer(room, AN)), "whether one stayed or came"
        then, page = page, Page(zones, "", "en")
        came, went = f"log-{length - 1}", f"log-{length - 61}"
        if then is not None:
            pieces = news(then, page)
            assert pieces.keys() == ({"log", went} if length > 60 else {"log"})
            assert re.findall(r'<div id="([^"]+)"', pieces["log"]) == ["log", came]
            assert pieces["log"].startswith('<div id="log" data-more>')
            assert pieces.get(went) in (None, f'<i id="{went}" data-out></i>')
        before = zones
    assert [name for name, _ in zones["log"].parts] == [f"log-{n}" for n in range(139, 199)]


def test_what_was_covered_goes_and_in_the_end_comes_back_to_its_place():
    room, play = SCENES["over"].room, SCENES["over"].play(AN)
    one, two, three, four = play.log[:4]
    pages = [
        Page(zones_of(a_table(room), play._replace(log=log), a_viewer(room, AN)), "", "en")
        for log in ((one, two, three), (one, three, four), (one, two, three, four))
    ]
    covered, back = (news(*moment) for moment in pairwise(pages))
    assert list(covered) == ["log-1", "log"] and "data-more" in covered["log"]
    assert list(back) == ["log"] and "data-more" not in back["log"]
    stays = re.findall(r'<div id="([^"]+)" (?:data-(same))?', back["log"])
    assert stays == [("log", ""), *((f"log-{n}", "" if n == 1 else "same") for n in range(4))]


def test_a_shared_zone_is_rendered_once_for_all():
    memo._rendered_once.cache_clear()
    for chair in (BINH, CHI):
        html_of(SCENES["a turn"].zones(chair)["seat-1"], "en")
    info = memo._rendered_once.cache_info()
    assert info.hits == info.misses == 4, "the seat, its face, its line and the cards before it"


def of_others(scene, names, number):
    """The same happens at another table: its people, its round, its clock."""
    seats = tuple(replace(seat, avatar=f"goat-{number % 10}") for seat in a_room(names=names).seats)
    room, play = replace(scene.room, seats=seats), scene.play(None)
    players = tuple(replace(player, name=names[player.chair]) for player in play.round.players)
    played = play._replace(deadline=LATER, round=replace(play.round, number=number, players=players))
    played = played._replace(log=tuple(line._replace(at=LATER) for line in play.log))
    return of_round(Sight(a_table(room), played, a_viewer(room, None)))


def test_whoever_a_piece_speaks_of_it_is_drawn_once():
    scene, names = SCENES["a turn"], ("dũng", "<em>", "<!--.name-->", "it's")
    here = {name: html_of(zone, "en") for name, zone in of_others(scene, NAMES, 7).items()}
    drawn = memo._rendered_once.cache_info().misses
    there = {name: html_of(zone, "en") for name, zone in of_others(scene, names, 1284).items()}
    assert memo._rendered_once.cache_info().misses == drawn
    assert "<bdi>&lt;em&gt;</bdi></b> stands with 3 cards" in there["log"]
    assert "&lt;!--.name--&gt;" in there["seat-2"] and "it&#x27;s" in there["seat-3"]
    assert 'data-line="1284.0"' in there["log"] and "00:34</time>" in there["log"]
    assert f'data-deadline="{LATER.isoformat(timespec="milliseconds")}"' in there["clock"]
    assert "<!--" not in "".join((*here.values(), *there.values()))


def before_a_round(names, avatar, code):
    room = a_room(names=names, status="open", code=code)
    seats = tuple(replace(seat, avatar=avatar, ready=False) for seat in room.seats[:-1])
    free = SeatFacts(seat=len(seats))
    room = replace(room, seats=(*seats, free))
    zones = of_round(Sight(a_table(room), None, a_viewer(room, None)))
    return "".join(html_of(zone, "en") for name, zone in zones.items() if name.startswith("seat-"))


def test_whoever_sits_there_before_a_round_they_are_drawn_once():
    here = before_a_round(NAMES, "cat-1", "4k2pqr")
    drawn = memo._rendered_once.cache_info().misses
    there = before_a_round(("dũng", "<em>", "<!--.name-->", "it's"), "ox-3", "77abcd")
    assert memo._rendered_once.cache_info().misses == drawn
    assert there.count('data-avatar="ox-3"') == 3 and "cat-1" not in there
    assert 'value="&lt;em&gt;"' in there and "&lt;!--.name--&gt;" in there
    assert "/rooms/4k2pqr/room/" in here and "/rooms/77abcd/room/" in there
    assert "<!--" not in here + there


def after_a_round(names, rounds, code):
    """What surrounds a round that is over, as somebody sees it who played."""
    play = SCENES["over"].play(AN)
    room = replace(a_room(names=names, status="open", code=code), name=f"{code}’s", owner_name=names[CAI])
    rows = tuple(SheetRow(round=n, scores=((names[AN], -n), (names[CAI], n))) for n in rounds)
    ledger = ScoreSheet(sheet=rows, totals=((names[CAI], sum(rounds)), (names[AN], -sum(rounds))))
    played = play._replace(round=replace(play.round, id=rounds[-1], number=rounds[-1]))
    sight = Sight(replace(a_table(room), score_sheet=ledger), played, a_viewer(room, AN))
    zones = of_room(sight) | of_round(sight)
    return "".join(html_of(zones[name], "en") for name in ("top", "sheet", "centre", "actions"))


def test_after_another_round_nothing_around_it_is_drawn_anew(monkeypatch):
    here, drawn, render = after_a_round(NAMES, (1, 2), "4k2pqr"), [], memo._render
    monkeypatch.setattr(
        memo, "_render", lambda template, *rest: drawn.append(template) or render(template, *rest)
    )
    there = after_a_round(("<!--.total-1-->", "<em>", "dũng", "it's"), (1283, 1284), "77abcd")
    assert drawn == []
    assert 'title="Round 1,284">R1,284</abbr>' in there and 'href="/rounds/1284/"' in there
    assert "<bdi>&lt;em&gt;</bdi>" in there and "<td>−1,283</td>" in there
    assert "Host <b><bdi>&lt;!--.total-1--&gt;</bdi></b>" in there and "Room <b>77ABCD</b>" in there
    assert "<!--" not in here + there


def test_whatever_card_somebody_drew_their_line_is_drawn_once(monkeypatch):
    here, there = (Scene(a_room(), TURN, deck).zones(AN)["log"] for deck in (DECK, DECK.replace("5H", "5D")))
    drawn, render, before = [], memo._render, html_of(here, "en")
    monkeypatch.setattr(
        memo, "_render", lambda template, *rest: drawn.append(template) or render(template, *rest)
    )
    after = html_of(there, "en")
    assert drawn == []
    assert "You hit: " in after and "5♦" in after and "five of diamonds" in after and "5♥" not in after
    assert after.replace("5♦", "5♥").replace("five of diamonds", "five of hearts").replace(
        "suit-d", "suit-h"
    ) == (before.replace("suit-d", "suit-h"))


def test_whatever_lies_open_before_a_seat_it_is_drawn_once(monkeypatch):
    other = DECK.replace("5H", "5D")  # an drew it
    here, there = (Scene(a_room(), OVER, deck).zones(CHI)[f"seat-{AN}"] for deck in (DECK, other))
    drawn, render, before = [], memo._render, html_of(here, "en")
    monkeypatch.setattr(
        memo, "_render", lambda template, *rest: drawn.append(template) or render(template, *rest)
    )
    after = html_of(there, "en")
    assert drawn == []
    assert 'data-card="5H"' in before and 'data-card="5D"' in after and "5H" not in after


def test_who_waits_shares_the_buttons_that_cannot_be_pressed_and_who_acts_has_their_own():
    memo._rendered_once.cache_clear()
    waits = [SCENES["a turn"].zones(chair)["actions"] for chair in (AN, CHI)]
    an, chi = (html_of(zone, "en") for zone in waits)
    assert memo._rendered_once.cache_info().misses == 1
    assert 'name="n" value="2"' in an and an.replace('name="n" value="2"', 'name="n" value="0"') == chi
    mine = SCENES["a turn"].zones(BINH)["actions"]
    assert "disabled" in html_of(mine, "en") and not mine.shared, "6 points: too low to stand"
    assert memo._rendered_once.cache_info().misses == 1


def test_of_pictures_the_whole_pack_is_kept_whoever_holds_which_card():
    cards._pack.cache_clear()
    with translation.override("en"):
        picture = cards.card("QH")
        kept = cards._pack("en", small=False)
        drawn = render_to_string("games/cards/_card.html", {"card": "QH"})
    assert kept.keys() == {*CODES, UNSEEN} and kept["QH"] == picture == drawn
    assert cards._pack.cache_info().currsize == 1, "by language, never by card"


def test_the_nha_cais_checks_are_private_since_they_follow_from_their_cards():
    """Shown from 15, open from 16: to others the same seat shows nothing of it."""
    mine, theirs = SCENES["comparing"].zones(CAI)["seat-2"], SCENES["comparing"].zones(CHI)["seat-2"]
    assert dict(mine.parts)["cards-2"].args.pod.act == Button()
    assert not dict(mine.parts)["cards-2"].shared
    assert "Button" not in str(mine.args), "what is around them says nothing of it"
    assert dict(theirs.parts)["cards-2"].args.pod.act is None
    assert theirs.shared and dict(theirs.parts)["cards-2"].shared


# What one may do


def test_moves_carry_the_round_and_the_viewers_count():
    actions = SCENES["a turn"].html(BINH)["actions"]
    assert 'name="round" value="7"' in actions
    assert 'name="n" value="0"' in actions


def test_a_large_round_number_is_sent_ungrouped():
    scene = SCENES["a turn"]
    play = scene.play(BINH)._replace(round=replace(scene.play(BINH).round, number=1284))
    zones = zones_of(a_table(scene.room), play, a_viewer(scene.room, BINH))
    assert 'name="round" value="1284"' in html_of(zones["actions"], "vi")


def test_a_non_hand_may_only_draw():
    """XD-22  binh has 14."""
    buttons = re.findall(r'data-key="(.)"( disabled)?', SCENES["a turn"].html(BINH)["actions"])
    assert buttons == [("r", ""), ("d", " disabled")]


def test_who_is_not_to_act_keeps_the_buttons_but_cannot_press_them():
    buttons = re.findall(r'data-key="(.)"( disabled)?', SCENES["a turn"].html(CHI)["actions"])
    assert buttons == [("r", " disabled"), ("d", " disabled")]


def test_the_nha_cai_checks_each_open_seat():
    html = SCENES["comparing"].html(CAI)
    assert [name for name in html if 'form="check"' in html[name]] == ["seat-2", "seat-3"]
    assert 'id="check"' in html["actions"]
    assert 'name="do" value="compare"' in html["actions"]


def test_a_host_who_cannot_start_is_told_what_is_missing():
    """People, or only that they are ready."""
    alone = Scene(a_room(taken=(CAI,), status="open"), played=False).html(CAI)["actions"]
    assert "Invite friends or add bots: 2 players are needed." in alone
    room = a_room(status="open")
    waiting = replace(room, seats=tuple(replace(seat, ready=seat.seat == CAI) for seat in room.seats))
    idle = Scene(waiting, played=False).html(CAI)["actions"]
    assert "Waiting for the others to tap Ready" in idle and "1 of 4 ready" in idle and "Invite" not in idle


def test_between_rounds_the_owner_starts_and_the_others_are_ready():
    over = SCENES["over"]
    assert 'name="room" value="start"' in over.html(CAI)["actions"]
    assert 'name="room" value="ready"' in over.html(AN)["actions"]
    assert "hidden" in over.html(None)["actions"]


def test_free_chairs_offer_a_seat_to_who_stands_and_a_bot_to_the_owner():
    room = SCENES["empty room"]
    assert 'value="bot"' in room.html(CAI)["seat-2"]
    assert 'value="sit"' in room.html(None)["seat-2"]
    assert 'value="sit"' not in room.html(CAI)["seat-2"]


def test_the_kicking_is_the_owners():
    assert 'value="kick"' in SCENES["a turn"].html(CAI)["menu"]
    assert 'value="kick"' not in SCENES["a turn"].html(AN)["menu"]


@pytest.mark.parametrize("ruleset", XIDACH.rulesets)
def test_between_rounds_the_owner_may_change_the_rules(ruleset):
    room = a_room(ruleset=ruleset, status="open")
    menus = {
        chair: html_of(zones_of(a_table(room), None, a_viewer(room, chair))["menu"], "en")
        for chair in (CAI, AN)
    }
    form = menus[CAI].partition('id="menu-ruleset"')[2].partition("</form>")[0]
    assert form.count("<option") == len(XIDACH.rulesets) and f'value="{ruleset}" selected' in form
    assert 'name="opt_' not in form, "the other rules may not know them"
    assert "menu-ruleset" not in menus[AN] + SCENES["a turn"].html(CAI)["menu"]


def test_each_number_of_a_house_rule_has_a_field_of_its_own():
    options = MappingProxyType({"points": (3, 1, -1, -3), "open_counts": False})
    room = replace(a_room(status="open"), game="bigtwo", ruleset="lawrence", options=options)
    menu = html_of(zones_of(a_table(room), None, a_viewer(room, CAI))["menu"], "en")
    assert re.findall(r'name="opt_points" aria-label="\d"\s+value="(-?\d+)"', menu) == ["3", "1", "-1", "-3"]


def test_whoever_sits_there_can_hold_what_counts_down_and_nobody_has_a_third_button():
    over = SCENES["over"]
    room = replace(over.room, status="open", start_at=NOW)
    html = {
        chair: html_of(zones_of(a_table(room), over.play(chair), a_viewer(room, chair))["actions"], "en")
        for chair in (CAI, AN)
    }
    for chair, started in ((CAI, True), (AN, False)):
        buttons = html[chair].count("button-large")
        assert ('value="start"' in html[chair], buttons) == (started, 2)
        assert "Hold on" in html[chair] and 'name="ready" value="false"' in " ".join(html[chair].split())
        assert f'data-deadline="{NOW.isoformat()}"' in html[chair]
    waits = html_of(zones_of(a_table(room), over.play(None), a_viewer(room, None))["centre"], "en")
    assert f'data-deadline="{NOW.isoformat()}"' in waits


# Who may not look


def test_without_spectators_a_passer_by_sees_no_round():
    room = a_room(spectators=False)
    viewer = a_viewer(room, None)._replace(may_see=False)
    zones = zones_of(a_table(room), a_play(room, None, TURN), viewer)
    assert "Spectators are off" in html_of(zones["banner"], "en")
    assert all("card-row" not in html_of(zone, "en") for zone in zones.values())


# Who was asked to leave

KICK = NoticeFacts(kind="kick", by="cai", to="khach", reason="<i>ngủ gật</i>", changes=(), at=NOW)


def what_the_kicked_see(room, viewer, *, notices=(KICK,), play=None):
    room = replace(room, kicked=frozenset({viewer.user_id}))
    table = replace(a_table(room), notices=notices)
    zones = zones_of(table, play, viewer)
    return {name: " ".join(html_of(zone, "en").split()) for name, zone in zones.items()}


def test_who_was_kicked_is_told_by_whom_and_why_and_offered_no_chair():
    room = a_room(taken=(CAI, AN), status="open")
    html = what_the_kicked_see(room, a_viewer(room, None))
    assert "<bdi>cai</bdi> asked you to leave: “<bdi>&lt;i&gt;ngủ gật&lt;/i&gt;</bdi>”" in html["banner"]
    assert "You may go on watching, but not sit or write here again." in html["banner"]
    assert 'href="/lobby/"' in html["banner"]
    assert [name for name in html if 'value="sit"' in html[name]] == []


def test_the_others_are_still_offered_chairs_where_somebody_was_kicked():
    room = a_room(taken=(CAI, AN), status="open", kicked=frozenset({7}))
    zones = zones_of(replace(a_table(room), notices=(KICK,)), None, a_viewer(room, None))
    html = {name: html_of(zone, "en") for name, zone in zones.items()}
    assert [name for name in html if 'value="sit"' in html[name]] == ["banner", "seat-2", "seat-3"]
    assert "asked you" not in html["banner"]


def test_who_was_kicked_in_a_round_is_told_that_they_play_it_to_its_end():
    room = a_room()
    seats = tuple(replace(seat, leaving=seat.seat == AN) for seat in room.seats)
    room = replace(room, seats=seats)
    kick = replace(KICK, to="an", reason="")
    html = what_the_kicked_see(room, a_viewer(room, AN), notices=(kick,), play=a_play(room, AN, TURN[:1]))
    assert "<bdi>cai</bdi> asked you to leave." in html["banner"]
    assert "lose your seat when this round ends" in html["banner"]
    assert "<a" not in html["banner"]
    assert 'name="do"' in html["actions"]


def test_who_was_kicked_long_ago_or_may_not_watch_is_told_what_is_known():
    room = a_room(spectators=False, taken=(CAI, AN))
    viewer = a_viewer(room, None)._replace(may_see=False)
    html = what_the_kicked_see(room, viewer, notices=(replace(KICK, to="binh"),))
    assert "You were asked to leave.</strong> You may not sit or write here again." in html["banner"]


def test_a_closed_room_says_so_to_the_kicked_too():
    room = a_room(status="closed")
    assert "This room is closed." in what_the_kicked_see(room, a_viewer(room, None))["banner"]


def test_an_unlisted_room_shows_no_code():
    room = a_room(visibility="unlisted", code="k" * 26)
    zones = zones_of(a_table(room), None, a_viewer(room, AN))
    assert "K" * 26 not in html_of(zones["top"], "en")


# The place of each seat


@pytest.mark.parametrize("owner", range(4))
def test_the_nha_cai_is_at_the_top_and_the_rest_follow(owner):
    room = a_room(status="open", owner_id=owner + 1)
    zones = zones_of(a_table(room), None, a_viewer(room, AN))
    places = [zones[f"seat-{(owner + step) % 4}"].args.place for step in range(4)]
    assert places == [0, 1, 2, 3]
    assert next(name for name in zones if name.startswith("seat-")) == f"seat-{owner}"


# Words


def test_what_people_write_is_escaped():
    assert "&lt;b&gt;chào&lt;/b&gt;" in SCENES["a turn"].html(AN)["chat"]


def test_numbers_are_written_as_the_language_does():
    assert "+1.284" in SCENES["a turn"].html(AN, "vi")["sheet"]
    assert "+1,284" in SCENES["a turn"].html(AN, "en")["sheet"]
    assert "−1,284" in SCENES["a turn"].html(AN, "en")["sheet"]


# The templates themselves

TABLE_TEMPLATES = [path for path in templates() if "games" in path.parts]


@pytest.mark.parametrize("path", TABLE_TEMPLATES, ids=file_name)
def test_a_template_holds_no_inline_style_script_or_handler(path):
    text = path.read_text()
    assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=|hx-on|javascript:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize(
    "path",
    [path for path in TABLE_TEMPLATES if path.parent.name == "zones"],
    ids=file_name,
)
def test_a_partial_says_first_what_it_takes_and_includes_with_only(path):
    text = path.read_text()
    assert text.startswith("{# takes ")
    includes = re.findall(r"{% include [^%]*%}", text)
    assert [include for include in includes if not include.endswith(" only %}")] == []


PILL = re.compile(r'<li class="pill">(.*?)</li>')
UNUSUAL = [
    # game     option         value            vi                   en                   zh-hans
    ("xidach",  "stake",       10,              "Cược 10",           "Stake 10",          "底分 10"),
    ("xidach",  "pay_xi_bang", 2,               "Xì bàng ×2",        "Xì Bàng ×2",        "对A ×2"),
    ("bigtwo",  "points",      (5, 1, -1, -5), "5 · 1 · −1 · −5",   "5 · 1 · −1 · −5",   "5 · 1 · −1 · −5"),
    ("bigtwo",  "open_counts", True,            "Hiện số lá",        "Counts shown",      "显示张数"),
    ("rummy",   "max_turns",   100,             "Tối đa 100 lượt",   "At most 100 turns", "最多 100 回合"),
    ("niuniu",  "max_stake",   20,              "Cược tới 20",       "Stakes up to 20",   "底分最高 20"),
    ("niuniu",  "flex_3_6",    True,            "3/6 tùy ý",         "3/6 either way",    "3、6 任选"),
    ("niuniu",  "any_ten",     True,            "Tròn chục ×2",      "Any ten ×2",        "整十 ×2"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "option", "value", "vi", "en", "zh"), UNUSUAL)
def test_the_table_names_each_option_that_is_not_as_usual(game, option, value, vi, en, zh):
    engine = registry.engine(game)
    ruleset = engine.rulesets[0]
    usual = {o.name: o.default for o in engine.options(ruleset) if not o.platform}
    room = replace(a_room(), game=game, ruleset=ruleset, options=MappingProxyType(usual | {option: value}))
    top = zones_of(a_table(room), None, a_viewer(room, AN))["top"]
    told = [PILL.findall(html_of(top, language)) for language in ("vi", "en", "zh-hans")]
    assert told == [[vi], [en], [zh]]


def test_what_somebody_wrote_whose_account_is_gone_is_nobodys():
    """A stranger has no name either."""
    room = a_room(seats=4, taken=range(2), status="open")
    line = ChatFacts(id=1, name="", avatar="", text="chào", at=NOW)
    facts = replace(a_table(room), chat=(line,))
    stranger = viewer_of(Person(id=999, name="khach", session_key="", language="en"), facts, None)
    html = html_of(zones_of(facts, None, stranger)["chat"], "en")
    assert "chào" in html and "data-mine" not in html
