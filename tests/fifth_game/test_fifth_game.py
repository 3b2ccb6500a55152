"""A game is one folder and one name in the list: the house then opens rooms for it, plays and explains it.

`pytest -n 0 tests/fifth_game -k needs` prints the files that a new game needs.
"""

import asyncio
import io
import json
import re
import secrets
import subprocess
import sys
import zipfile
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from random import Random

import polib
import pytest
from django.core.management import call_command
from django.utils import translation
from django.utils.translation import gettext, pgettext, to_locale

from games.core import fairness
from games.core.cards import PACK_52
from tests.back_office import Office
from tests.browser.person import DESK, MY_CARDS, PHONE, RESULT, does, says
from tests.client import Player
from tests.fifth_game.visitor import PASSWORD, Visitor
from tests.server import CARD, ROOT, Table

FOLDER = Path(__file__).parent / "baicao"
STAKE = 5
HAND = re.compile(r"(?:(?:10|[2-9AJQK])[♠♥♦♣] ){2}")  # as the back office writes it
LANGUAGES = {"vi": "vi", "en": "en", "zh-CN": "zh-hans"}  # a browser's, and ours


NEEDED = {
    "__init__.py": "its name as a package",
    "game.py": "all of it as one GAME, which the house takes in",
    "engine.py": "what the runtime asks of a game: games/core/engine.py says what",
    "rules.py": "rulesets, options, and the words of the rulebook",
    "hands.py": "chapters of the rulebook: what cards are worth",
    "moves.py": "chapters of the rulebook: what one may say",
    "play.py": "chapters of the rulebook: a round, move by move",
    "view.py": "what one pair of eyes may know",
    "events.py": "what one viewer saw happen, for the log",
    "page.py": "what each zone of the page shows",
    "words.py": "what things are called",
    "marks.py": "what a newcomer is shown at its table",
    "best.py": "which hand is the best of a round, if it has such",
    "book.py": "its rules for people",
    "locale/vi/LC_MESSAGES/django.po": "its words in Vietnamese",
    "locale/zh_Hans/LC_MESSAGES/django.po": "its words in Chinese",
    "static/games/baicao/preview.png": "its picture, for messages with a link: `make previews` draws it",
    "static/games/baicao/table.css": "how its own parts look",
    "static/games/baicao/tokens.css": "its colours, beside other games",
    "templates/games/baicao/_head.html": "its style sheet, scripts and sounds",
    "templates/games/baicao/round/_hand.html": "a hand on the page of a round that is over",
    "templates/games/baicao/zones/_cards.html": "its own: cards, in the hand and in the result",
    "templates/games/baicao/zones/_pod_cards.html": "what lies before a seat",
    "templates/games/baicao/zones/_pod_status.html": "a seat in a word",
    "templates/games/baicao/zones/_centre.html": "the middle of the table",
    "templates/games/baicao/zones/_heading.html": "what one is asked for",
    "templates/games/baicao/zones/_hand.html": "one's own hand",
    "templates/games/baicao/zones/_actions.html": "the buttons",
    "templates/games/baicao/zones/_result.html": "how it ended",
    "templates/games/baicao/zones/_line.html": "a sentence of the log",
    "templates/games/baicao/zones/_rules.html": "the rules in a few words, beside the table",
    "templates/games/baicao/zones/_keys.html": "its keys, for the help",
}


def test_a_new_game_needs_these_files(capsys):
    """And its name in the list."""
    with capsys.disabled():
        print("\nA new game is a name in config/games.py and a folder:")
        print(*(f"  {name:46} {what}" for name, what in NEEDED.items()), sep="\n")
    files = [path for path in FOLDER.rglob("*.*") if path.suffix not in (".pyc", ".mo")]
    assert {path.relative_to(FOLDER).as_posix() for path in files} == set(NEEDED)


@pytest.mark.slow
def test_its_translations_are_complete(settings):
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, FOLDER / "locale"]
    call_command("messages", "--check")


def test_no_file_of_the_house_knows_it():
    folders = ("accounts", "lobby", "games", "config", "templates", "static", "locale")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.*") if path.is_file()]
    assert len(files) > 400
    assert [path for path in files if b"baicao" in path.read_bytes()] == []


@pytest.mark.slow
@pytest.mark.django_db
def test_the_ordinary_site_does_not_offer_it(client):
    client.post("/accounts/guest/")
    for page in ("/", "/lobby/", "/rooms/new/", "/leaderboard/", "/rules/xidach/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "baicao" not in answer.content.decode() and "Bài Cào" not in answer.content.decode()
    assert client.get("/rules/baicao/").status_code == 404
    assert client.post("/rooms/new/", {"game": "baicao"}).status_code == 200  # asks for another game


def test_one_tap_on_its_tile_deals_it(server):
    """At a practice table, where a bot is the nhà cái."""
    khach = Visitor(server.url)
    assert 'name="game" value="baicao"' in khach.reads("/")
    page = khach.fills_in("/", "/practice/", game="baicao")
    hand = page.partition('id="my-cards"')[2].partition("</section>")[0]
    assert len(CARD.findall(hand)) == 3


# --- over JSON -----------------------------------------------------------------------------------


@asynccontextmanager
async def evening(server, *, seats=2, bots=0):
    """An opens a public room from its form; Bình sits down, and a guest watches."""
    name = f"tối {secrets.token_hex(3)}"
    an, binh = (Visitor(server.url).signs_up(f"{who} {secrets.token_hex(4)}") for who in ("An", "Bình"))
    khach = Visitor(server.url).comes_as_a_guest()
    fields = {"game": "baicao", "name": name, "seats": str(seats), "bots": str(bots)}
    an.fills_in("/rooms/new/?game=baicao", "/rooms/new/", **fields, opt_stake=str(STAKE), opts="stake")
    code = re.fullmatch(r"/rooms/(\w+)/", an.address)[1]
    rows = [{"room": code, "seat": seat, "cookie": visitor.cookie}
            for seat, visitor in ((0, an), (1, binh), (None, khach))]  # fmt: skip
    table = Table(server, rows)
    try:
        table.people = [await table.enter(which) for which in range(3)]
        await table.people[1].say(room="sit", seat=1 + bots)
        await table.people[1].say(room="ready", ready=True)
        await table.people[0].until(lambda p: len(p.room["line_up"]) == 2 + bots)
        yield table
    finally:
        await table.leave()


def seen(player: Player) -> set[str]:
    return set(CARD.findall(json.dumps(player.view)))


@pytest.mark.slow
async def test_people_play_rounds_that_add_up_and_can_be_checked(server):
    async with evening(server) as table:
        cai, an, khach = table.people
        for _ in range(3):
            told = {player: len(player.texts) for player in table.people}
            await table.start()
            await cai.move("deal")
            await table.until(lambda: all(player.view["version"] == 1 for player in table.people))
            assert [len(seen(player)) for player in table.people] == [3, 3, 0]
            await an.move("reveal")
            await table.until(lambda: all(player.view["version"] == 2 for player in table.people))
            assert [len(seen(player)) for player in table.people] == [6, 3, 3]
            hidden = set(cai.view["view"]["seats"][0]["cards"])
            for other in (an, khach):
                assert not hidden & set(CARD.findall("".join(other.texts[told[other] :])))
            await an.refused("already_revealed", do="reveal", round=an.view["round"], n=an.view["n"])
            result = await table.play(Random(1))
            assert result["void"] is None and result["points"] in ([STAKE, -STAKE], [0, 0], [-STAKE, STAKE])
            assert fairness.refute(table.record(result), {"baicao": PACK_52}.get) is None
            line = json.loads(play_script(server, table.script(result)))
            assert line["over"] and line["points"] == result["points"]
            await table.until_open(result["round"] + 1)


def play_script(server, script) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", "play_script"], input=json.dumps(script), cwd=ROOT, env=server.env,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
async def test_everything_about_me_has_its_rounds_with_my_own_cards(server):
    async with evening(server) as table:
        cai, an, _khach = table.people
        await table.start()
        await cai.move("deal")
        await table.until(lambda: all(player.view["version"] == 1 for player in table.people))
        mine, others = seen(cai), seen(an)
        result = await table.play(Random(1))
        visitor = Visitor(server.url).logs_in(cai.room["seats"][0]["player"])
    with zipfile.ZipFile(io.BytesIO(visitor.downloads("/accounts/export/"))) as archive:
        (round_,) = json.loads(archive.read("rounds.json"))
    assert (round_["id"], round_["points"]) == (result["id"], result["points"][0])
    assert set(round_["cards_dealt"]) == set(round_["cards_at_the_end"]) == mine
    assert not others & set(CARD.findall(json.dumps(round_)))


@pytest.mark.slow
async def test_who_closes_the_account_in_mid_round_is_played_on_and_forgotten(server):
    """Asked for on the page, done by `tidy` in another process; the table says the new name by itself."""
    async with evening(server) as table:
        cai, an, khach = table.people
        name = cai.room["seats"][1]["player"]
        await an.say(room="chat", text="tôi đi đây")
        await cai.until_frame("chat")
        await table.start()
        await cai.move("deal")
        await an.until(lambda player: player.view["version"] == 1)
        visitor = await asyncio.to_thread(Visitor(server.url).logs_in, name)
        await asyncio.to_thread(visitor.fills_in, "/accounts/close/", password=PASSWORD)
        assert await an.until_closed() == (4401, "logged_out")
        server.change("UPDATE accounts_user SET closes_at = '2026-01-01' WHERE username = ?", name)
        await asyncio.to_thread(server.manage, "tidy")
        (number,) = server.rows("SELECT id FROM accounts_user WHERE closed_at IS NOT NULL")[-1]
        gone = f"Người chơi cũ {number}"
        await cai.until(lambda player: player.may_act or "result" in player.newest)
        if cai.may_act:
            await cai.act(Random(1))
        for player in (cai, khach):
            await player.until_frame("result")
            await player.until(lambda p: gone in p.room["totals"] and not p.room["seats"][1]["player"])
            assert name not in player.room["totals"] and sum(player.room["totals"].values()) == 0
        ledger = Visitor(server.url).comes_as_a_guest().reads(f"/rooms/{table.code}/ledger.csv")
        assert gone in ledger and name not in ledger
        assert (
            server.rows("SELECT id FROM lobby_chatline WHERE text = 'tôi đi đây' AND user_id = ?", number)
            == []
        )


@pytest.mark.slow
async def test_bots_sit_down_and_play_to_the_end(server):
    """One that the form asked for, one that is put on a chair at the table."""
    async with evening(server, seats=4, bots=1) as table:
        cai = table.people[0]
        await cai.say(room="bot", seat=3, level="easy")
        await cai.until(lambda p: len(p.room["line_up"]) == 4)
        for _ in range(2):
            result = await table.play_round()
            assert len(result["points"]) == 4 and sum(result["points"]) == 0
        assert {move[4] for move in table.moves} == {"person", "bot"}


@pytest.mark.slow
async def test_its_rounds_are_reported_like_any_others(server):
    """While one runs staff see no card that a passer-by does not; then what each seat saw."""
    name = f"Cô Tư {secrets.token_hex(3)}"
    moderator, witness = Visitor(server.url).signs_up(name), Visitor(server.url).comes_as_a_guest()
    await asyncio.to_thread(server.manage, "make_moderator", name)
    async with evening(server) as table:
        cai, an, khach = table.people
        await table.start()
        await cai.move("deal")
        await table.until(lambda: all(player.view["version"] == 1 for player in table.people))
        who = an.room["seats"][1]["player"]
        fields = {"person": who, "room": table.code, "reason": "cheating", "text": "đánh tráo bài"}
        await asyncio.to_thread(witness.fills_in, "/reports/new/", **fields)
        assert witness.address == "/reports/"
        (report,) = server.rows("SELECT id FROM accounts_report WHERE name = ?", who)[0]
        page = f"/admin/accounts/report/{report}/change/"
        shown = await asyncio.to_thread(moderator.reads, page)
        assert "As a passer-by saw it" in shown and "đánh tráo bài" in shown
        assert "? ? ?" in shown and not HAND.search(shown)
        await table.play(Random(1))
        shown = await asyncio.to_thread(moderator.reads, page)
        assert f"As <bdi>{who}</bdi> saw it" in shown and HAND.search(shown)


@pytest.mark.slow
async def test_its_rounds_are_voided_like_any_others(server):
    """One that runs, and one that is over: nobody keeps a point of either."""
    async with evening(server) as table:
        office = await asyncio.to_thread(Office, server, f"Trọng Tài {secrets.token_hex(3)}")
        await table.start()
        running = table.people[0].view["id"]
        await asyncio.to_thread(office.act_on, "games/round", running, "void_rounds")
        await table.people[0].until_frame("result", id=running, void="moderator")
        await table.until_open(2)
        result = await table.play_round(Random(1))
        await asyncio.to_thread(office.act_on, "games/round", result["id"], "void_rounds")
        await table.people[1].until_frame("result", id=result["id"], void="moderator", points=None)
        room = (await table.people[1].until(lambda p: p.room["sheet"][-1].get("void") and p)).room
        assert set(room["totals"].values()) == {0} and table.record(result)["annulled"] is True
        standing = "SELECT points, rounds, wins FROM games_standing JOIN accounts_user u ON u.id = user_id"
        rows = server.rows(f"{standing} WHERE username = ?", room["seats"][0]["player"])
        assert rows and set(rows) == {(0, 0, 0)}
        server.manage("verify_round", str(result["id"]))


@pytest.mark.slow
async def test_its_pages_are_read_in_every_language(server):
    """The house's words around it, and its own that it has translated."""
    async with evening(server) as table:
        while not any((result := await table.play_round())["points"]):
            pass  # a tie brings nobody onto the board
        for browser, language in LANGUAGES.items():
            visitor = Visitor(server.url, browser).comes_as_a_guest()
            for path, own, around in pages(table.code, result, language):
                page = unescape(visitor.reads(path))
                assert f'lang="{language}"'.lower() in page.lower(), path
                with translation.override(language):
                    sentences = [say() for say in around]
                missing = [words for words in [own, *sentences] if words not in page]
                assert missing == [], (path, language)


def its(words, language):
    """As the game itself has them translated."""
    catalogue = FOLDER / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"
    return words if language == "en" else polib.pofile(str(catalogue)).find(words).msgstr


def pages(code, result, language):
    """An address, what the game says there, and what the house does."""
    winner = f"+{STAKE}"
    return [
        ("/rules/baicao/", "Three faces", [lambda: gettext("Rules of %(game)s") % {"game": "Bài Cào"},
                                           lambda: gettext("The deal can be checked")]),
        (f"/rounds/{result['id']}/", its("Three cards", language), [lambda: gettext("How it went"),
                                                     lambda: gettext("Check the deal")]),
        (f"/rooms/{code}/history/", winner, [lambda: gettext("Round by round"), lambda: gettext("Total")]),
        (f"/rooms/{code}/", "The round is over", [lambda: gettext("Log"), lambda: gettext("Ledger (CSV)"),
                                                 lambda: pgettext("score sheet", "Player")]),
        ("/leaderboard/?game=baicao", "Bài Cào", [lambda: gettext("Leaderboard")]),
        ("/rooms/new/?game=baicao", its("What everybody plays for.", language),
         [lambda: gettext("Seconds for a turn")]),
    ]  # fmt: skip


# --- in Chromium ---------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_people_play_at_browsers_with_a_bot_between_them(comes, server):
    an, binh = await comes("An", language="en", size=DESK), await comes("Bình", language="vi", size=PHONE)
    await an.opens("/accounts/signup/")
    await an.types("username", f"An {secrets.token_hex(4)}")
    await an.types("password1", "ba cây tối thứ bảy")
    await an.clicks("main form.panel .form-actions button")
    await an.opens("/rooms/new/")
    await an.clicks(".choice[data-game=baicao]")
    await an.clicks(".fold > summary")
    await an.types("opt_stake", str(STAKE))
    await an.types("bots", "1")
    await an.clicks("form[data-room-form] .form-actions button")
    await an.is_linked()
    code = an.page.url.rstrip("/").rpartition("/")[2]

    await binh.opens("/accounts/login/")
    await binh.clicks("main form[action$='/guest/'] button")
    await binh.comes_to(code)
    in_the_lobby = len(binh.frames)  # where each room shows two cards, always the same
    await binh.clicks(says("sit"))
    await binh.clicks(says("ready"))
    await an.sees(f"{says('start')}:enabled")
    await an.until(lambda: counted(an, "3/3"), "everybody is ready")
    await an.clicks(says("start"))
    await an.clicks(does("deal"))
    for person in (an, binh):
        await person.sees(MY_CARDS, 3)
    hand = await an.hand()
    await binh.sees(".seat-called", 1)  # the bot's
    assert not set(hand) & set(CARD.findall("".join(frame.text for frame in binh.frames[in_the_lobby:])))
    await an.moves("reveal")
    await binh.sees(".seat-called", 2)
    assert set(hand) <= set(await binh.all(".seat [data-card]", "e => e.dataset.card"))
    await binh.moves("reveal")
    for person in (an, binh):
        await person.sees(RESULT)
        await person.sees(".log-line[data-kind=round_over]")
    await an.clicks("#actions .action-side")
    await an.sees(".round-seat", 3)
    assert set(hand) <= set(await an.all(".round-cards [data-card]", "e => e.dataset.card"))


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_every_game_has_a_colour_of_its_own(comes):
    """On tiles of the lobby, and on the emblems that one chooses from."""
    an = await comes("An", language="en", size=DESK)
    await an.opens("/accounts/login/")
    await an.clicks("main form[action$='/guest/'] button")
    for path, what in (("/lobby/", ".tile"), ("/rooms/new/", ".choice .emblem")):
        await an.opens(path)
        colours = await an.all(what, "e => getComputedStyle(e).backgroundImage")
        assert len(colours) == len(set(colours)) == 5, path
        assert "rgb(91, 74, 120)" not in "".join(colours), "the colour of games that have none"


async def counted(person, wanted):
    return (await person.reads(".action-count")).startswith(wanted)
