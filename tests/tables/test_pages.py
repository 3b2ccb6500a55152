"""What the pages of one table are told: by its frames every page comes to show what a fresh one shows, and
who sees the same is told the same."""

import gc
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from types import MappingProxyType, SimpleNamespace

import pytest

from games import registry
from games.core.cards import CODES
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Seeded
from games.live.live_round import LiveRound
from games.live.pages import Pages
from games.live.viewing import Person
from games.rounds.facts import ChatFacts, Ending, PlayerFacts, RoundFacts, ScoreSheet
from games.rounds.reading import StoredRound
from games.table import html_of
from games.table.frames import Page, frame
from tests.tables.scene import the_room
from tests.tables.test_zones import KHACH, NAMES, NOW, a_table, leaves

pytestmark = pytest.mark.slow  # every page after every move of whole rounds

VOID = {"input", "img", "br"}


class Node:
    def __init__(self, tag, attrs):
        self.tag, self.attrs, self.children = tag, dict(attrs), []

    def __eq__(self, other):
        return isinstance(other, Node) and vars(self) == vars(other)

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()


class Tree(HTMLParser):
    """Elements and words; blanks around them do not count."""

    def __init__(self, html):
        super().__init__()
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(html)
        assert self.open == [self.root], "what was opened was closed"

    def handle_starttag(self, tag, attrs):
        node = Node(tag, attrs)
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attrs):
        self.open[-1].children.append(Node(tag, attrs))

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        if data.strip():
            self.open[-1].children.append(" ".join(data.split()))


class Shown:
    """A page as pieces.js keeps it."""

    def __init__(self, page):
        whole = "".join(html_of(zone, page.language) for zone in page.zones.values())
        self.root = Tree(whole).root

    def of(self, name):
        found = [node for node in self.root.walk() if node.attrs.get("id") == name]
        assert len(found) == 1, name
        return found[0]

    def hear(self, told):
        if told:
            (news,) = Tree(told).root.children
            for piece in news.children:
                self._put(piece)

    def _put(self, piece):
        old = self.of(piece.attrs["id"])
        if "data-out" in piece.attrs:
            for node in self.root.walk():
                node.children = [child for child in node.children if child is not old]
            return
        if "data-more" in piece.attrs:
            assert old.tag == piece.tag
            old.children += piece.children
            return
        self._keep_what_stays(piece)
        old.tag, old.attrs, old.children = piece.tag, piece.attrs, piece.children

    def _keep_what_stays(self, node):
        for place, child in enumerate(node.children):
            if isinstance(child, Node):
                self._keep_what_stays(child)
                if "data-same" in child.attrs:
                    node.children[place] = self.of(child.attrs["id"])
                    assert node.children[place].tag == child.tag


def a_table_of(game, seed=1):
    """A live round, and what the pages of its table are made from."""
    engine = registry.engine(game)
    ruleset, seats = engine.rulesets[0], engine.seats.start + (engine.seats.start == 2 != engine.seats[-1])
    options = complete(engine.options(ruleset), {})
    setup = Setup(ruleset=ruleset, options=options, seats=seats, shuffler=Seeded(seed.to_bytes(32, "big")))
    players = tuple(
        PlayerFacts(seat=n, chair=n, name=NAMES[n], user_id=n + 1, bot_level="") for n in range(seats)
    )
    facts = RoundFacts(id=1, number=7, game=game, ruleset=ruleset, commit="", transcript="", players=players)
    stored = StoredRound(facts=facts, setup=setup, moves=(), started_at=NOW, deadline=NOW, ending=None)
    room = the_room(engine, setup, status="playing")
    return SimpleNamespace(round=LiveRound(stored), facts=replace(a_table(room), chat=()), stored=stored)


def play(table, chance, late="person"):
    """A move of a house bot, or what the table does when time is up; `late` is said to have made that one."""
    live, by = table.round, "person"
    seat = chance.choice(live.to_act)
    word = live.engine.write_move(live.engine.time_out(live.state, seat))
    if chance.random() < 0.9:
        word = live.engine.choose(live.view(seat), live.engine.usual_level, chance)
    else:
        by = late
    written, state = live.judge(seat, word)
    outcome = live.engine.outcome(state)
    ending = outcome and Ending(outcome=outcome, void=None, server_seed="", round_seed=None)
    live.advance(seat, state, NOW, NOW, ending, helped=live.help(written, by))
    table.stored = replace(table.stored, moves=(*table.stored.moves, (written, NOW, by)), ending=ending)


def read_anew(table):
    """As another process holds it, or this one after a restart: from what is stored."""
    return SimpleNamespace(round=LiveRound(table.stored), facts=table.facts)


def someone(user_id, name, language="vi"):
    return Person(id=user_id, name=name, session_key=name, language=language)


def khach(number=0, language="vi"):
    return someone(KHACH + number, f"khach {number}", language)


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_who_follows_the_frames_sees_what_a_fresh_page_shows(game):
    """Everybody, and who reads only every third frame; who comes now sees the same, and who comes to a server
    that has just read the round."""
    table, chance = a_table_of(game), Random(game)
    pages = Pages(table)
    people = [*(someone(player.user_id, player.name) for player in table.round.facts.players), khach()]
    shown = {(person, often): pages.page(person) for person in people for often in (1, 3)}
    screens = {who: Shown(page) for who, page in shown.items()}
    while table.round.to_act and table.round.version < 60:
        play(table, chance, late="table")
        anew = Pages(read_anew(table))
        for who, screen in screens.items():
            person, often = who
            if table.round.version % often == 0:
                now = pages.page(person)
                screen.hear(pages.frame(shown[who], now))
                shown[who] = now
                assert screen.root == Shown(Pages(table).page(person)).root
                assert screen.root == Shown(anew.page(person)).root
    assert table.round.version > 3


def what_is_told(line):
    """Its event and what is written into it, but for cards: of those each is told what they see."""
    words = dict(line.words)
    return line.args.line.event, *[words.get(word) for word in ("amount", "scored", "stake", "con", "cai")]


@pytest.mark.parametrize("game", list(registry.ENGINES))
@pytest.mark.parametrize("seed", range(3))
def test_what_seats_share_of_a_round_is_what_a_passer_by_sees(game, seed):
    """So nothing that only one person knows is in it. Two lines tell the same of the same event."""
    table, chance = a_table_of(game, seed + 1), Random(seed)
    pages = Pages(table)
    seats = [someone(player.user_id, player.name) for player in table.round.facts.players]
    while table.round.to_act and table.round.version < 120:
        play(table, chance)
        theirs = dict(shared_of_round(pages.page(khach())))
        told = {what_is_told(zone) for zone in theirs.values() if is_line(zone)}
        for person in seats:
            for name, zone in shared_of_round(pages.page(person)):
                if is_line(zone) and zone.args.line.event.kind == "round_over":
                    assert dict(zone.words)["scored"].of == points_of(table, zone.args.line)
                elif is_line(zone):
                    assert what_is_told(zone) in told
                elif name.startswith("seat-"):
                    assert zone.args.look._replace(mine=False) == theirs[name].args.look
                elif name in ("heading", "actions"):
                    assert not any(card in CODES for card in leaves(zone.args))
                elif name.startswith("cards-") and zone.args.pod.mine:
                    assert zone.args.pod == less_its_cards(theirs[name].args.pod), name
                else:
                    assert theirs[name] == zone, name


def said(name, text):
    return ChatFacts(id=9, name=name, avatar="ox-1", text=text, at=NOW, user_id=2)


def with_room(facts, **fields):
    return replace(facts, room=replace(facts.room, **fields))


def with_seat(facts, **fields):
    first, *others = facts.room.seats
    return with_room(facts, seats=(replace(first, **fields), *others))


CHANGES = {
    "it is closed": lambda facts: with_room(facts, status="closed"),
    "a round is over": lambda facts: with_room(facts, status="open"),
    "spectators may not chat": lambda facts: with_room(facts, spectators_chat=False),
    "spectators see nothing": lambda facts: with_room(facts, spectators=False),
    "another owner": lambda facts: with_room(facts, owner_id=2),
    "no owner": lambda facts: with_room(facts, owner_id=None, owner_name=None),
    "the owner may not write": lambda facts: with_room(facts, owner_muted_until=NOW.replace(year=2100)),
    "other options": lambda facts: with_room(facts, options=MappingProxyType({"stake": 50})),
    "longer turns": lambda facts: with_room(facts, turn_seconds=90),
    "somebody was asked to leave": lambda facts: with_room(facts, kicked={KHACH: "khach 0"}),
    "a picture": lambda facts: with_seat(facts, avatar="tiger-3"),
    "another name": lambda facts: with_seat(facts, player="Cái Mới"),
    "somebody is gone": lambda facts: with_seat(facts, online=False),
    "somebody left": lambda facts: with_seat(facts, player=None, user_id=None, kind=None),
    "a line": lambda facts: replace(facts, chat=(said("an", "chào"),)),
    "points": lambda facts: replace(facts, score_sheet=ScoreSheet(totals=(("an", 5), ("cai", -5)))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_of_a_room_a_page_is_as_a_fresh_one(change):
    table = a_table_of("xidach")
    pages, people = Pages(table), [someone(1, "cai"), someone(2, "an"), khach()]
    before = {person: pages.page(person).zones for person in people}
    table.facts = CHANGES[change](table.facts)
    now = {person: pages.page(person).zones for person in people}
    assert now == {person: Pages(table).page(person).zones for person in people}
    assert now != before


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_what_everybody_sees_is_the_very_same_on_every_page(game):
    """And nothing of it is anybody's own: it is what the page of a passer-by shows."""
    table, chance = a_table_of(game), Random(game)
    pages = Pages(table)
    seats = [someone(player.user_id, player.name) for player in table.round.facts.players]
    while table.round.to_act and table.round.version < 60:
        play(table, chance)
        theirs = pages.page(khach())
        shown = {name: zone for name, zone in theirs.felt.zones.items() if name != "awaited"}
        assert all(theirs.zones[name] is zone for name, zone in shown.items())
        assert all(part.shared for zone in theirs.felt.zones.values() for _name, part in zone.parts)
        assert all(zone.shared for zone in theirs.felt.zones.values())
        for chair, person in enumerate(seats):
            mine = pages.page(person)
            assert mine.felt is theirs.felt
            own = {name for name, zone in shown.items() if mine.zones[name] is not zone}
            waits = [part for _name, head in mine.zones["hand"].parts for part in head.parts]
            assert all(part == ("awaited", mine.felt.zones["awaited"]) for part in waits)
            checked = {f"seat-{pod.seat}" for pod in table.round.zones(chair).pods if pod.private}
            assert own == checked and f"seat-{chair}" in own


def test_a_chair_whose_seat_did_not_change_stays_until_the_room_does():
    table, person = a_table_of("bigtwo"), someone(1, "cai")
    pages = Pages(table)
    before, stayed = pages.page(person), []
    for seed in range(8):
        play(table, Random(seed))
        now = pages.page(person)
        equal = [name for name in chairs(now) if now.zones[name] == before.zones[name]]
        assert equal == [name for name in chairs(now) if now.zones[name] is before.zones[name]]
        stayed += equal
        before = now
    assert 0 < len(stayed) < 8 * 4
    cai, an, *others = table.facts.room.seats
    room = replace(table.facts.room, seats=(cai, replace(an, online=False), *others))
    table.facts = replace(table.facts, room=room)
    told = pages.frame(before, pages.page(person))
    assert [name for name in ("status-0", "status-1", "status-2") if f'id="{name}"' in told] == ["status-1"]


def test_a_card_that_lies_in_ones_hand_as_before_is_the_same():
    table, person = a_table_of("rummy"), someone(1, "cai")
    pages, kept = Pages(table), 0
    before = dict(pages.page(person).zones["hand"].parts)
    for seed in range(8):
        play(table, Random(seed))
        now = dict(pages.page(person).zones["hand"].parts)
        equal = [name for name in now if name != "heading" and now[name] == before.get(name)]
        assert all(now[name] is before[name] for name in equal)
        before, kept = now, kept + len(equal)
    assert kept


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_a_line_that_speaks_of_others_is_the_very_same_on_every_page(game):
    table, chance, shared = a_table_of(game), Random(game), 0
    pages = Pages(table)
    people = [*(someone(player.user_id, player.name) for player in table.round.facts.players), khach()]
    while table.round.to_act and table.round.version < 20:
        play(table, chance)
        logs = [dict(pages.page(person).zones["log"].parts) for person in people]
        for name, zone in logs[-1].items():
            theirs = [log[name] for log in logs[:-1] if log.get(name) == zone]
            assert all(one is zone for one in theirs)
            shared += len(theirs)
    assert shared


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_a_dock_in_which_nothing_changed_is_the_same(game):
    table, chance, stayed = a_table_of(game), Random(game), Counter()
    pages = Pages(table)
    people = [someone(player.user_id, player.name) for player in table.round.facts.players]
    before = {person: pages.page(person) for person in people}
    while table.round.to_act and table.round.version < 30:
        play(table, chance)
        for person in people:
            now = pages.page(person)
            for name in ("hand", "actions"):
                if now.zones[name] == before[person].zones[name]:
                    assert now.zones[name] is before[person].zones[name]
                    stayed[name] += 1
            before[person] = now
    assert stayed["actions"]


def chairs(page):
    return [name for name in page.zones if name.startswith("seat-")]


def points_of(table, line):
    """What the round brought a seat, as everybody may read once it is over."""
    return table.round.ending.outcome.points[line.event.seat]


def less_its_cards(pod):
    """Of one's own seat, whose cards lie in the dock: else all that others see of it."""
    return put(pod, mine=True, cards=(), count=pod.count and 1)


def put(told, **fields):
    return told._replace(**fields) if isinstance(told, tuple) else replace(told, **fields)


def shared_of_round(page):
    """Of what the game has told, the pieces that are drawn once for all."""
    told = [(name, zone) for name, zone in page.zones.items() if name != "menu"]
    parts = [part for _name, zone in told for part in zone.parts]
    whole = [(name, zone) for name, zone in told if zone.parts or name in ("centre", "actions")]
    return [(name, zone) for name, zone in (*parts, *whole) if zone.shared]


def is_line(zone):
    return hasattr(zone.args, "line")


def test_all_who_only_watch_are_told_one_frame_drawn_once(monkeypatch):
    table, drawn = a_table_of("bigtwo"), []
    pages = Pages(table)
    monkeypatch.setattr("games.live.pages.frame", lambda *moment: drawn.append(moment) or frame(*moment))
    before = [pages.page(khach(number)) for number in range(20)]
    play(table, Random(1))
    now = [pages.page(khach(number)) for number in range(20)]
    frames_ = {pages.frame(then, one) for then, one in zip(before, now, strict=True)}
    assert len(set(before)) == len(set(now)) == len(frames_) == len(drawn) == 1
    assert pages.page(khach(1, "en")) is not now[0], "in another language"


def test_whom_the_table_speaks_of_has_a_page_of_their_own():
    table = a_table_of("xidach")
    pages, stranger = Pages(table), Pages(table).page(khach())
    wrote, kicked = someone(KHACH, "an"), someone(KHACH + 1, "binh' friend")
    table.facts = replace(table.facts, room=replace(table.facts.room, kicked={kicked.id: kicked.name}))
    names = table.facts.names
    assert {"cai", "an"} <= names and khach().name not in names
    own = [pages.page(one) for one in (someone(1, "cai"), someone(2, "an"), wrote, kicked)]
    assert len({*own, pages.page(khach()), stranger}) == 6


def test_once_all_have_been_told_a_table_holds_what_they_see_now_and_nothing_else():
    table = a_table_of("bigtwo")
    pages = Pages(table)
    people = [*(someone(player.user_id, player.name) for player in table.round.facts.players), khach()]
    others = len(living_pages())
    shown = {person: pages.page(person) for person in people}
    for seed in range(3):
        play(table, Random(seed))
        for person in people:
            now = pages.page(person)
            pages.frame(shown[person], now)
            shown[person] = now
    mine = len(living_pages()) - others
    assert len(people) <= mine <= len(people) + 1  # the one before of all who only watch


def living_pages():
    gc.collect()
    return [one for one in gc.get_objects() if type(one) is Page]


def test_a_page_that_shows_all_of_it_is_told_nothing():
    table = a_table_of("xidach")
    pages = Pages(table)
    page = pages.page(khach())
    assert pages.frame(page, pages.page(khach())) == ""
    assert pages.frame(None, page).startswith('<hx-frame data-version="7.0">')
