"""However many sit down: nobody lies under the dock, under the tab of the log, or under the stock's words.
The ticker lies free of all of them."""

from itertools import cycle, product
from random import Random

import pytest

from games.xidach.engine import XIDACH
from tests.browser import test_bigtwo as bigtwo
from tests.browser import test_rummy as rummy
from tests.browser.person import RESULT
from tests.browser.scenes import CALM
from tests.browser.states import tables
from tests.browser.test_for_everybody import LANG, STILL
from tests.games.bigtwo.table import SHORT_STORY, SUITS_APART
from tests.games.xidach.table import Table as Story
from tests.tables.scene import page, told_by

NARROW, TALL, ASIDE, TABLET, TURNED = (360, 780), (390, 844), (844, 390), (768, 1024), (1024, 768)
EVERYWHERE = (NARROW, TALL, ASIDE, TABLET, TURNED)
SIZES = (NARROW, ASIDE, TABLET, TURNED)
WITHOUT_SCROLLING = "document.scrollingElement.scrollHeight <= innerHeight"
COVERED = """([one, others]) => {
  const box = (e) => e.getBoundingClientRect();
  const top = document.querySelector(one);
  if (!top || !top.checkVisibility()) return [];
  const { left, right, top: upper, bottom } = box(top);
  return [...document.querySelectorAll(others)].filter((e) => {
    const under = box(e);
    return under.left < right && under.right > left && under.top < bottom && under.bottom > upper;
  }).map((e) => e.textContent.trim());
}"""

# House options that lie under something else, or off the screen.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".top-options > *")].filter((e) => {
  const { left, right, top, bottom } = e.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const edges = [[left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]];
  return edges.some((at) => document.elementFromPoint(...at) !== e);
}).map((e) => e.textContent)"""

FACES = """() => Object.fromEntries([...document.querySelectorAll(".seat > :first-child")].flatMap((face) => {
  const { x, y } = face.getBoundingClientRect(), { id } = face.parentElement;
  return face.checkVisibility() ? [[`${id} x`, x], [`${id} y`, y]] : [];
}))"""


@pytest.fixture
def server(still):
    return still


async def looks(an, scene, size):
    await an.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    await an.opens(scene.path)
    await an.sees(scene.ready)
    await an.page.evaluate("document.fonts.ready")


@pytest.mark.parametrize(("game", "players"), [("xidach", 7), ("xidach", 5), ("niuniu", 7)])
async def test_everybody_has_room(comes, server, game, players):
    turn, result = ("players-turn", "result") if game == "xidach" else ("niuniu-reveal", "niuniu-result")
    wanted, seen = {f"{turn}-{players}", f"{result}-{players}"}, set()
    async for scene in tables(server, players, game):
        if scene.name not in wanted:
            continue
        seen.add(scene.name)
        an = await comes(scene.name, cookie=scene.cookie)
        for size in SIZES:
            await looks(an, scene, size)
            assert await an.page.locator(".seat").count() == players + 1
            await has_room(an, size, scene.name)
    assert seen == wanted


async def has_room(an, size, what):
    assert await an.page.evaluate(WITHOUT_SCROLLING), (what, size)
    assert await an.page.evaluate(COVERED, ["#dock", ".seat"]) == [], (what, size)
    if size == TABLET:
        assert await an.page.evaluate(COVERED, [".rail-edge", ".seat"]) == [], what
    if size == NARROW:
        assert await an.page.evaluate(COVERED, [".centre-note", ".seat-text"]) == [], what
        assert await an.page.evaluate(COVERED, ["#banner", ".seat-banker"]) == [], what


EIGHT = ("Cô Hạnh", "Minh Thư", "Bác Ba", "Dì Sáu", "Khoa", "Tí", "Văn", "Mei")
LONG_HANDS = (
    "2C TC TD 2H TH TS 4H JC 2D QD QC 2S QH QS 4S 7C 3C 3D 4C 3H 3S 4D 5C 5D AC",
    "cai deal left, an draw, an draw, an draw, binh stand, chi stand, dung draw, dung draw, dung draw",
    "em stand, gia stand, hoa draw, hoa draw, hoa draw, cai stand",
)
BUST_HOST = (
    "2D AC 2S 7D 3D KD KS 5S 4D KC 8S JC 6S 4H AS 7H AD 5D TH 8H 9H TD",
    "cai deal left, an draw, an stand, chi draw, chi draw, chi stand, dung stand, em draw, em stand",
    "gia draw, gia stand, cai draw",
)
IN_PLACE = """(html) => {
  for (const [name, zone] of Object.entries(html))
    if (document.getElementById(name)) document.getElementById(name).outerHTML = zone;
}"""


@pytest.mark.parametrize(
    ("dealt", "pills"), [(LONG_HANDS, 3), (BUST_HOST, 2)], ids=["long hands", "bust host"]
)
async def test_eight_have_room_whatever_they_hold_and_win(comes, server, dealt, pills):
    """However much is won: the word for it and the points are in one line."""
    async with server.table(seats=8, turn_seconds=CALM) as table:
        await table.play_round(Random(1))
        an = await comes(cookie=table.cookies[0])
        await an.comes_to(table.code)
        await an.has_seen("{}.{}".format(*table.people[0].reached))
        for size, language, stake in product(SIZES, LANG.values(), (1, 100, 1000)):
            cards, *moves = dealt
            told = Story("classic", 8, cards, stake=stake).play(*moves)
            zones = page(XIDACH, told.setup, [told.state], 0, names=EIGHT)[1]
            await an.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            await an.page.evaluate(IN_PLACE, told_by(zones, language))
            await an.page.evaluate("document.fonts.ready")
            await an.page.evaluate(STILL)
            assert await an.locator(".seat-status .pill-turn").count() == pills
            await has_room(an, size, (language, stake))


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
async def test_nobody_moves_on_a_phone_when_the_first_round_starts_nor_when_it_is_over(comes, server, seats):
    async with server.table(seats=seats, turn_seconds=CALM) as table:
        an = await comes(cookie=table.cookies[1])
        await an.comes_to(table.code)
        waiting = pytest.approx(await faces(an, NARROW, TALL), abs=2)
        await table.start()
        await an.sees(".seat[data-role] ~ .seat[data-role]")
        assert await faces(an, NARROW, TALL) == waiting
        await table.play()
        await an.sees(RESULT)
        assert await faces(an, NARROW, TALL) == waiting


NAME_LINES = """() => {
  const name = document.querySelector("#seat-0 .seat-who");
  return Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight));
}"""


async def test_nobody_moves_when_points_break_the_name_of_the_nha_cai(comes, server):
    async with server.table(seats=8, turn_seconds=CALM) as table:
        await table.play_round(Random(1))
        an = await comes(cookie=table.cookies[1])
        await an.comes_to(table.code)
        await an.has_seen("{}.{}".format(*table.people[1].reached))
        cards, *moves = LONG_HANDS
        told, places = Story("classic", 8, cards, stake=100), []
        for now in (told.state, told.play(*moves).state):
            zones = page(XIDACH, told.setup, [now], 1, names=("Công Tằng Tú", *EIGHT[1:]))[1]
            await an.page.evaluate(IN_PLACE, told_by(zones, "vi"))
            places.append((await faces(an, NARROW), await an.page.evaluate(NAME_LINES)))
        (before, one), (after, two) = places
        assert (one, two) == (1, 2)
        assert after == pytest.approx(before, abs=2)


FIRST_ROUNDS = [  # game, seats, moves until everybody has cards
    *(("xidach", seats, 0) for seats in (2, 4, 5, 8)),
    *(("niuniu", seats, seats) for seats in (2, 4, 5, 8)),
    ("bigtwo", 4, 0),
    ("rummy", 2, 0),
]


OPTIONS = {  # none of them as usual, and the most that is said of each
    "xidach": {"stake": 1000, "pay_xi_bang": 5, "pay_xi_dach": 5, "pay_ngu_linh": 5},
    "bigtwo": {"points": [1000, 999, -999, -1000], "open_counts": True},
    "rummy": {"max_turns": 1000},
    "niuniu": {"max_stake": 1000, "flex_3_6": True, "any_ten": True},
}


@pytest.mark.parametrize(("game", "seats", "moves"), FIRST_ROUNDS)
async def test_nobody_moves_when_the_first_round_starts(comes, server, game, seats, moves):
    """But who has their hand in the dock may leave the felt. House options stay in sight."""
    options = OPTIONS[game]
    async with server.table(game=game, seats=seats, turn_seconds=CALM, options=options) as table:
        an, me = await comes(cookie=table.cookies[1]), table.players[1]
        await an.comes_to(table.code)
        assert await an.locator(".top-options > .pill").count() == len(options)
        waiting = await faces(an, *EVERYWHERE)
        await table.start()
        await table.play(moves=moves)
        await table.until(lambda: len({player.reached for player in table.players}) == 1)
        await an.has_seen("{}.{}".format(*me.reached))
        now = await faces(an, *EVERYWHERE)
        assert all("seat-1" in gone for gone in waiting.keys() - now.keys())
        assert now == pytest.approx({who: waiting.get(who) for who in now}, abs=2)
        await faces(an, LAPTOP)


async def faces(an, *sizes):
    """Where everybody sits, on each of these screens; every house option is in sight there."""
    places = {}
    for width, height in sizes:
        await an.page.set_viewport_size({"width": width, "height": height})
        await an.page.evaluate("document.fonts.ready")
        await an.page.evaluate(STILL)
        assert await an.page.evaluate(OUT_OF_SIGHT) == [], (width, height)
        places |= {f"{width}, {what}": where for what, where in (await an.page.evaluate(FACES)).items()}
    return places


# --- the ticker ----------------------------------------------------------------------------------

LOW, LAPTOP = (360, 740), (1366, 768)
CHAIRS = ("seat-0", "seat-1", "seat-2", "seat-3")
LONGEST = "Công Tằng Tôn Nữ Như Ý Mỹ Hạnh 9"
NAMED = """(name) => {
  const names = document.querySelectorAll(".seat-who, .laid-name > b, .ticker-text");
  for (const who of names) who.textContent = name;
}"""
# What lies over the ticker or under it (a desktop has none), and how much of felt and dock is out of sight.
IN_THE_WAY = """() => {
  const box = (e) => e.getBoundingClientRect();
  const named = (e) => e && `${e.tagName} ${e.id} ${e.getAttribute("class")}`;
  const scrolls = [...document.querySelectorAll(".felt, #dock"), document.scrollingElement]
    .map((e) => e.scrollHeight - e.clientHeight).filter((more) => more > 1)
    .map((more) => `${more} px out of sight`);
  const ticker = document.querySelector(".ticker-pill");
  if (!ticker.checkVisibility()) return scrolls;
  const { left, right, top, bottom } = box(ticker), [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const over = [[left + 4, y], [right - 4, y], [x, top + 2], [x, bottom - 2]]
    .map((at) => document.elementFromPoint(...at)).filter((e) => !ticker.contains(e));
  const under = [...document.querySelectorAll(".seat *, .centre > *")].filter((e) => {
    const at = box(e);
    return at.width > 1 && at.left < right && at.right > left && at.top < bottom && at.bottom > top;
  });
  return [...over.map(named), ...under.map(named), ...scrolls];
}"""


async def lies_free(an, what):
    for width, height in (LOW, NARROW, TALL, TURNED, LAPTOP):
        await an.page.set_viewport_size({"width": width, "height": height})
        await an.page.evaluate("document.fonts.ready")
        await an.page.evaluate(STILL)
        assert await an.page.evaluate(IN_THE_WAY) == [], (what, width, height)


@pytest.mark.parametrize(("game", "players"), [("xidach", 4), ("niuniu", 3), ("niuniu", 7)])
async def test_the_ticker_lies_free(comes, server, game, players):
    """Until the result takes its place. The other two have more phases, below."""
    async for scene in tables(server, players, game):
        an = await comes(scene.name, cookie=scene.cookie)
        await looks(an, scene, NARROW)
        told = not any(word in scene.name for word in ("waiting", "betting", "result"))
        assert await an.locator("#ticker").is_visible() or not told, scene.name
        if told:
            await lies_free(an, scene.name)
        await an.context.close()


async def test_the_ticker_lies_free_in_every_phase_of_big_2(comes, server):
    """In one language or another."""
    languages = cycle(LANG.values())
    async with bigtwo.four(server, comes) as table:
        await table.starts()
        for moves in ((), SHORT_STORY[:1], ("an 3D 4D 5D 7D 8D",), SHORT_STORY):
            told = bigtwo.Story(*SUITS_APART)
            if moves:
                told.play(*moves)
            for seat in (0, 1, 3):
                now, how = (told.setup, [told.state], seat), {"language": next(languages)}
                await bigtwo.shows(table.an, *now, *CHAIRS, **how)
                await table.an.page.evaluate(NAMED, LONGEST)
                await lies_free(table.an, (moves, seat, how))
        await table.an.page.set_viewport_size(dict(zip(("width", "height"), TURNED, strict=True)))
        assert await table.an.locator("#ticker").is_visible()


async def test_the_ticker_lies_free_in_every_phase_of_rummy(comes, server):
    """In one language or another."""
    languages, seats = cycle(LANG.values()), cycle((0, 0, 0, 1, 1, 1))
    async with rummy.two(server, comes) as table:
        await table.starts()
        for round_, dealt, before, moves in rummy.TURNS:
            story = rummy.Story(*dealt, round=round_)
            for move in f"{before}, {moves}".removeprefix(", ").split(","):
                story.play(move)
                how = {"seat": next(seats), "language": next(languages)}
                await rummy.shows(table.an, story, *rummy.ALL, **how)
                await table.an.page.evaluate(NAMED, LONGEST)
                await lies_free(table.an, (move, how))
