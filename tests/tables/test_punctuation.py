"""Each language has its own stops, commas and colons; and a name that somebody chose stands in a <bdi>."""

import re
from dataclasses import replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import chain

import polib
import pytest

from games.management.commands.messages import catalogue, homes
from games.rounds.facts import Ending, NoticeFacts
from games.table import zones_of
from lobby.catalogue import REASONS
from tests.files import file_name, templates
from tests.games.bigtwo.table import GAME as BIGTWO
from tests.games.niuniu.table import GAME as NIUNIU
from tests.games.rummy.table import GAME as RUMMY
from tests.games.xidach.table import GAME as XIDACH
from tests.tables.scene import page, told_by
from tests.tables.test_rummy_zones import STORY, TO_THE_END, a_match
from tests.tables.test_rummy_zones import Table as RummyTable
from tests.tables.test_zones import NAMES, NOW, SCENES, a_room, a_table, a_viewer

# Of English, unless it stands within a word or a number: 21:04, 1,284, an@example.org.
ENGLISH = re.compile(r".{0,20}(?:(?<![0-9A-Za-z])[,.:;?!]|[,.:;?!](?![0-9A-Za-z])).{0,20}")
SPOKEN = re.compile(r'\s(?:aria-label|title|alt|placeholder|data-confirm|data-new)="([^"]*)"')
ZH = "zh-hans"


# What is written

TRANSLATED = re.compile(r"{% blocktranslate\b.*?{% endblocktranslate %}|{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
MARKUP = re.compile(r"<(kbd|code)\b.*?</\1>|<[^>]*>|[\w:-]+=\"[^\"]*\"", re.DOTALL)


@pytest.mark.parametrize("path", templates("*.*"), ids=file_name)
def test_a_template_holds_no_stops_and_commas_of_its_own(path):
    html = path.read_text(encoding="utf-8")
    assert re.findall(r".{0,20}[,.:;?!].{0,20}", MARKUP.sub("|", TRANSLATED.sub("|", html))) == []
    assert 'join:", "' not in html, "a list in words"


def sentences(language):
    house, games = homes()
    for entry in chain.from_iterable(
        polib.pofile(str(catalogue(home, language))) for home in (house, *games)
    ):
        yield from filter(None, [entry.msgstr, *entry.msgstr_plural.values()])


def test_chinese_sentences_hold_none_of_english():
    for said in sentences("zh_Hans"):
        plain = re.sub(r"%\(\w+\)s|<[^>]+>", "|", said).replace(" . _ -", "")  # signs a name may hold
        assert ENGLISH.findall(plain) == [], said


# Another spelling or word for what has one already: hủy, xóa, khóa, hòa, ban điều hành; 游客, 管理员, 你.
OTHERWISE = {
    "vi": r"uỷ\b|oá\b|oà\b|oả\b|nhân viên|ban quản trị|quản trị viên",
    "zh_Hans": "访客|来宾|工作人员|管理人员|管理方|您",
}


@pytest.mark.parametrize("language", OTHERWISE)
def test_one_thing_has_one_word(language):
    found = [said for said in sentences(language) if re.search(OTHERWISE[language], said, re.IGNORECASE)]
    assert found == []


# English that is built like another language: "Who leads may not pass", "Else one has to ask", "To the
# lobby". A heading may begin with "Who" (Who wins); so may a question.
BUILT_OTHERWISE = re.compile(
    r"""(?:^|[.:;!?]\s)Who\b[^?]*[.,:;!] | ^Who\s\w+s\s(?:may|can|must|is|has) |
    (?<!body\s)(?<!thing\s)(?<!where\s)(?<!one\s)\b[Ee]lse\b | \b[Aa]s\sa\srule\b | ^To\sthe\s |
    \bmeets?\b | \b(?:[Hh]ow|as|more|equally)\soften\b | \bmust\shold\b""",
    re.VERBOSE,
)


def english():
    """What is written where it is said, and so read by whoever reads English: of each catalogue, its keys."""
    for home in chain(*([house, *games] for house, games in [homes()])):
        text = catalogue(home, "vi").read_text(encoding="utf-8")
        for found in re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', text, re.MULTILINE):
            yield "".join(re.findall(r'"(.*)"\n', found))


@pytest.mark.parametrize(
    ("said", "amiss"),
    [
        ("Who leads may not pass", True),
        ("The trick is over. Who made that play leads.", True),
        ("Else one has to ask.", True),
        ("Here it passes, and else leads the lowest card.", True),
        ("To the lobby", True),
        ("Who wins", False),
        ("Who do you want to report?", False),
        ("Everybody else loses.", False),
        ("To play for money here, or to offer it.", False),
    ],
)
def test_what_is_built_otherwise_is_found(said, amiss):
    assert bool(BUILT_OTHERWISE.search(said)) is amiss


def test_english_is_built_like_english():
    assert [said for said in english() if BUILT_OTHERWISE.search(said)] == []


# What is shown


@cache
def told(game):
    """Zones in Chinese of some rounds of a game, for who plays and for who watches: by HTML, once each."""
    return {html: name for zones in GAMES[game]() for name, html in told_by(zones, ZH).items()}


def rounds_of(game, seeds, **given):
    rounds = [one for one in map(game.play, seeds) if one.setup.seats <= len(NAMES)]
    for played in rounds:
        for seat in played.viewers:
            for step in {1, 2, 3, len(played.states) // 2, len(played.states) - 1, len(played.states)}:
                yield page(game.engine, played.setup, played.states[:step], seat, **given)[1]
    void = Ending(outcome=None, void="crash", server_seed="", round_seed=None)
    yield page(
        game.engine, rounds[0].setup, rounds[0].states[:2], 0, over=True, deadline=None, ending=void, **given
    )[1]


def a_match_of_rummy():
    sheet = a_match(*((n, (10, 5)) for n in range(1, 7)), (7, (45, 0)), round=1)
    for match in (a_match(round=1), a_match((1, (45, 0)), round=2), sheet):
        table = RummyTable(*STORY)
        states = [table.state, *(table.play(one.strip()).state for one in ",".join(TO_THE_END).split(","))]
        for seat in (0, 1, None):
            for step in range(1, len(states) + 1):
                yield page(RUMMY.engine, table.setup, states[:step], seat, match=match)[1]
    yield from rounds_of(RUMMY, range(2), match=a_match(round=1))


def a_room_of_xidach():
    for scene in SCENES.values():
        for chair in (*(seat.seat for seat in scene.room.seats if seat.taken), None):
            yield scene.zones(chair)
    done = {"by": "cai", "to": "an", "reason": "", "changes": (), "at": NOW}
    notices = (
        NoticeFacts(kind="kick", **done),
        NoticeFacts(kind="kick", **done | {"reason": "ngủ gật"}),
        *(NoticeFacts(kind="kick", **done, why=why) for why in REASONS),
        *(NoticeFacts(kind=kind, **done) for kind in ("unkick", "bench", "unbench")),
        *(NoticeFacts(kind=kind, **done | {"to": None}) for kind in ("sat", "went", "lost", "late")),
        NoticeFacts(kind="hand_over", **done),
        NoticeFacts(kind="hand_over", **done | {"by": None}),
        NoticeFacts(kind="close", **done),
        NoticeFacts(kind="close", **done | {"by": None}),
        NoticeFacts(kind="close", **done | {"by": None, "reason": "ăn tiền"}),
        NoticeFacts(kind="options", **done | {"changes": (("stake", 1, 5), ("turn_seconds", 30, 60))}),
    )
    room = a_room(status="open")
    for chair in (0, 1, None):
        yield zones_of(replace(a_table(room), notices=notices), None, a_viewer(room, chair))
    yield from rounds_of(XIDACH, range(40))


GAMES = {
    "xidach": a_room_of_xidach,
    "bigtwo": lambda: rounds_of(BIGTWO, range(4)),
    "rummy": a_match_of_rummy,
    "niuniu": lambda: rounds_of(NIUNIU, range(30)),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_chinese_shows_and_says_none_of_english(game):
    for html, zone in told(game).items():
        shown = [
            unescape(re.sub(r"<[^>]+>", "|", html.replace(">?<", "><"))),
            *map(unescape, SPOKEN.findall(html)),
        ]
        assert [found for one in shown for found in ENGLISH.findall(one)] == [], zone


class Names(HTMLParser):
    """People named outside of a <bdi>, where markup may stand."""

    VOID = frozenset({"input", "br", "hr", "img", "link", "meta", "source"})

    def __init__(self, html, names):
        super().__init__()
        self.inside, self.bare = [], []
        self.names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.inside.append(tag)

    def handle_endtag(self, tag):
        while self.inside.pop() != tag:
            pass

    def handle_data(self, data):
        if self.inside[-1:] != ["bdi"] and not {"title", "option"} & set(self.inside):
            self.bare += [(data.strip(), *self.inside[-3:]) for _ in self.names.findall(data)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_name_at_the_table_stands_in_a_bdi(game):
    """Nothing else in a page in Chinese could be taken for `an` or `cai`."""
    for html, zone in told(game).items():
        assert Names(html, NAMES).bare == [], zone
    assert {name for name in NAMES if any(f"<bdi>{name}</bdi>" in html for html in told(game))} >= {
        "cai",
        "an",
    }
