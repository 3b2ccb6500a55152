"""The table without its socket: forms that are posted, and the page's question how the table stands.

They take the socket's door, so its refusals and limits are told here only where a form meets them.
"""

import asyncio
import html
import json
import re
import time
from dataclasses import dataclass
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.server import CARD, CSRF
from tests.tables.test_socket_limits import filled_since

SHOWN = re.compile(r'data-card="(..)"')
POST_FORM = re.compile(r'<form\b[^>]*method="post"[^>]*>')
TOKEN = "csrfmiddlewaretoken"


@dataclass(frozen=True)
class Answer:
    status: int
    address: str
    text: str

    @property
    def frames(self):
        return json.loads(self.text)["frames"]

    @property
    def have(self):
        return json.loads(self.text)["have"]

    @property
    def said(self):
        """What was refused, or why one is sent away."""
        return [json.loads(frame) for frame in self.frames if frame.startswith("{")]

    @property
    def zones(self):
        return "".join(frame for frame in self.frames if frame.startswith("<"))

    @property
    def version(self):
        return re.search(r'data-version="([\d.]+)"', self.zones[:300])[1]

    @property
    def code(self):
        return self.said[0]["code"] if self.said else None


class Browser:
    """One person of a table at a browser without a socket; `script` is whether it runs any."""

    def __init__(self, table, which, *, language="en", script=True, server=None):
        self.port, self.room = (server or table.server).port, f"/rooms/{table.code}/"
        self.cookies = SimpleCookie(f"{table.cookies[which]}; csrftoken={CSRF}")
        self.headers = {"X-CSRFToken": CSRF, "Accept-Language": language}
        self.headers |= {"HX-Request": "true"} if script else {}

    def _ask(self, method, path, fields):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        cookies = "; ".join(f"{name}={cookie.coded_value}" for name, cookie in self.cookies.items())
        headers = self.headers | {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, self.room + path, urlencode(fields, doseq=True), headers)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        text = answer.read().decode()
        connection.close()
        return Answer(answer.status, answer.headers.get("Location", ""), text)

    async def posts(self, path, **fields):
        return await asyncio.to_thread(self._ask, "POST", path, fields)

    async def looks(self, have="", language=""):
        return await asyncio.to_thread(self._ask, "GET", f"zones/?have={have}&language={language}", {})

    async def page(self):
        return await asyncio.to_thread(self._ask, "GET", "", {})


async def dealt(table):
    """A round where seat 1 may choose; some deals are over at once."""
    for number in range(1, 20):
        await table.start()
        await table.people[0].move("deal", first="left")
        await table.until(lambda: all(player.view["version"] == 1 for player in table.people))
        if (actor := await table.next_actor()) is not None:
            return actor
        await table.until_open(number + 1)
    raise AssertionError("every deal was over at once")


def stamp(player, **fields):
    return {"round": player.view["round"], "n": player.view["n"], **fields}


# --- a move -----------------------------------------------------------------------------------


async def test_a_posted_move_is_played_and_answered_by_the_table(any_server):
    async with any_server.table(seats=2) as table:
        an, moves = await dealt(table), table.moves
        answer = await Browser(table, 1).posts("play/", do="draw", **stamp(an))
        assert (answer.status, answer.code) == (200, None)
        assert [move[2:] for move in table.moves[len(moves) :]] == [(1, "draw", "person")]
        assert answer.version == f"{an.view['round']}.2"
        await table.until(lambda: all(player.view["version"] == 2 for player in table.people))


async def test_a_move_posted_many_times_counts_once(any_server):
    async with any_server.table(seats=2) as table:
        an, moves = await dealt(table), table.moves
        browser = Browser(table, 1)
        answers = await asyncio.gather(*(browser.posts("play/", do="draw", **stamp(an)) for _ in range(4)))
        assert sorted(answer.code or "" for answer in answers) == ["", "stale", "stale", "stale"]
        assert all(answer.zones for answer in answers), "who is late gets the table as it is"
        assert len(table.moves) == len(moves) + 1


async def test_what_is_refused_changes_nothing_and_brings_nothing(server):
    async with server.table(seats=2, spectators=1) as table:
        an, moves = await dealt(table), table.moves
        for which, fields, code in [
            (0, {"do": "stand", **stamp(table.people[0])}, "not_your_turn"),
            (1, {"do": "compare", "target": 0, **stamp(an)}, "malformed"),
            (1, {"do": "draw"}, "malformed"),
            (1, {"do": "draw", "round": "1", "n": "one"}, "malformed"),
            (1, {"do": "draw", "room": "start", **stamp(an)}, "malformed"),
            (1, {"room": "start"}, "malformed"),
            (1, {"do": "draw\0", **stamp(an)}, "malformed"),
            (1, {"do": "draw", "more": "x" * 9000, **stamp(an)}, "malformed"),
            (1, {"do": ["draw", "draw"], **stamp(an)}, "malformed"),
            (2, {"do": "draw", "round": an.view["round"], "n": 0}, "not_seated"),
        ]:
            answer = await Browser(table, which).posts("play/", **fields)
            assert (answer.status, answer.code, answer.zones) == (200, code, ""), fields
        assert table.moves == moves


async def test_who_posts_too_much_has_to_wait(server):
    async with server.table(seats=2, come=False) as table:
        an = Browser(table, 1)
        answers = await asyncio.gather(*(an.posts("room/", room="chat", text=f"Này {k}") for k in range(20)))
        codes = [answer.code for answer in answers]
        assert codes.count(None) >= 5 and "rate_limited" in codes


# --- a word of the room -----------------------------------------------------------------------


async def test_words_of_the_room_are_obeyed_and_refused(server):
    async with server.table(seats=3) as table:
        cai, an = Browser(table, 0), Browser(table, 1)
        assert (await an.posts("room/", room="start")).code == "not_owner"
        assert (await an.posts("room/", room="ready", ready="false")).code is None
        await table.people[0].until(lambda p: not p.room["seats"][1]["ready"])
        assert (await an.posts("room/", room="chat", text="Chào cả nhà")).code is None
        await table.people[0].until_frame("chat", text="Chào cả nhà")
        answer = await cai.posts("room/", room="start")
        assert answer.code is None and answer.version.endswith(".0"), "the round is there at once"
        assert (await cai.posts("room/", room="start")).code == "round_running"


async def test_who_is_kicked_is_told_so_when_they_look_and_by_the_page(server):
    async with server.table(seats=3, come=False) as table:
        cai, an = Browser(table, 0), Browser(table, 1)
        first = await an.looks()
        assert (await cai.posts("room/", room="kick", seat=1, reason="đi ăn cơm")).code is None
        for told in ((await an.looks(first.have)).zones, (await an.page()).text):
            assert re.search(r"asked you to leave: “<bdi>đi ăn cơm</bdi>”", told)
            assert 'value="sit"' not in told
        assert "asked you" not in (await cai.looks()).zones


async def test_a_kick_is_taken_back_from_the_menu(server):
    async with server.table(seats=3, come=False) as table:
        cai, an, binh = (Browser(table, n) for n in range(3))
        await cai.posts("room/", room="kick", seat=1, reason="đi ăn cơm")
        menu = (await cai.page()).text
        assert 'value="unkick"' in menu and 'value="unkick"' not in (await binh.page()).text
        name = re.search(r'name="player"\s+value="([^"]+)"', menu)[1]
        assert (await cai.posts("room/", room="unkick", player=name)).code is None
        assert 'value="unkick"' not in (await cai.page()).text
        assert 'value="sit"' in (await an.page()).text
        assert re.search(r"lets <bdi>[^<]+</bdi> sit here again", (await binh.page()).text)


async def test_who_watches_reads_that_only_those_who_sit_may_write(server):
    async with server.table(seats=2, spectators=1, come=False) as table:
        cai, an, khach = (Browser(table, n) for n in range(3))
        only = "only seated players may write"
        assert only not in (await khach.page()).text
        answer = await cai.posts("room/", room="options", spectators_chat="false")
        assert answer.code is None
        assert only in (await khach.page()).text and only in (await khach.looks()).zones
        assert only not in (await an.page()).text
        assert (await khach.posts("room/", room="chat", text="chào")).code == "not_seated"


async def test_who_closes_the_room_is_told_so_and_the_others_when_they_look(server):
    async with server.table(seats=2, come=False) as table:
        answer = await Browser(table, 0).posts("room/", room="close")
        assert answer.said == [{"type": "bye", "reason": "closed"}]
        assert (await Browser(table, 1).looks()).said == [{"type": "bye", "reason": "closed"}]
        assert (await Browser(table, 1).posts("room/", room="chat", text="?")).code == "room_closed"


# --- looking ----------------------------------------------------------------------------------


async def test_looking_brings_the_table_only_where_it_changed(any_server):
    async with any_server.table(seats=2) as table:
        await dealt(table)
        an = Browser(table, 1)
        first = await an.looks()
        assert first.version == f"{table.people[1].view['round']}.{table.people[1].view['version']}"
        assert (await an.looks(first.have)).status == 204
        await table.people[0].say(room="chat", text="Nhanh lên")
        await table.people[1].until_frame("chat")
        again = await an.looks(first.have)
        assert "Nhanh lên" in again.zones and again.have != first.have


async def test_looking_brings_what_the_house_tells_once(server):
    warn = (
        "from accounts.models import User; from accounts.sanctions import warn;"
        " warn(by=None, whom=User.objects.get(username={!r}), reason='vì thế')"
    )
    async with server.table(seats=2) as table:
        cai, an = (Browser(table, which) for which in range(2))
        first = await an.looks()
        name = table.people[1].room["seats"][1]["player"]
        await asyncio.to_thread(server.manage, "shell", "-c", warn.format(name))
        told = await an.looks(first.have)
        assert 'hx-target="#notices"' in told.frames[-1] and "vì thế" in told.frames[-1]
        assert (await an.looks(told.have)).status == 204
        assert "vì thế" not in (await cai.looks()).zones


@pytest.mark.slow
async def test_who_looks_too_often_is_told_to_wait_and_nobody_else_is(server):
    async with server.table(seats=2, spectators=1, come=False) as table:
        an, khach, began = Browser(table, 1), Browser(table, 2), time.monotonic()
        looks = [(await khach.looks()).status for _ in range(80)]
        assert looks[:20] == [200] * 20 and set(looks) <= {200, 429}
        assert 60 - filled_since(began) <= looks.count(429) <= 60
        assert (await an.looks()).status == 200
        await asyncio.sleep(0.5)
        assert (await khach.looks()).status == 200


async def test_who_looks_is_there(server):
    async with server.table(seats=2, come=False) as table:
        cai = await table.enter(0)
        assert not cai.room["seats"][1]["online"]
        await Browser(table, 1).looks()
        await cai.until(lambda p: p.room["seats"][1]["online"])


async def test_nobody_is_shown_a_card_that_is_not_theirs_to_see(server):
    async with server.table(seats=3, spectators=1) as table:
        await table.start()
        await table.people[0].move("deal", first="left")
        await table.until(lambda: all(player.view["version"] == 1 for player in table.people))
        for which, player in enumerate(table.people):
            known = set(CARD.findall(json.dumps(player.view["view"])))
            answer = await Browser(table, which).looks()
            assert set(SHOWN.findall(answer.zones)) <= known
            assert TOKEN not in answer.zones and CSRF not in answer.zones


async def test_where_nobody_may_watch_a_passer_by_is_brought_nothing_of_the_round(server):
    async with server.table(game="bigtwo", seats=4, spectators=1, come=False) as table:
        owner, khach = Browser(table, 0), Browser(table, 4)
        assert (await owner.posts("room/", room="options", spectators="no")).code is None
        assert (await owner.posts("room/", room="start")).code is None
        assert len(set(SHOWN.findall((await owner.looks()).zones))) == 13
        for path, fields in [("play/", {"do": "pass", "round": 1, "n": 0}), ("room/", {"room": "start"})]:
            refused = await khach.posts(path, **fields)
            assert refused.said and refused.zones == ""
        for told in ((await khach.looks()).zones, (await khach.page()).text):
            assert (
                told and not SHOWN.findall(told) and "data-version" not in told and "data-hints" not in told
            )


# --- without any script -----------------------------------------------------------------------


async def test_without_scripts_one_is_sent_back_to_the_page(server):
    async with server.table(seats=2) as table:
        an, moves = await dealt(table), table.moves
        answer = await Browser(table, 1, script=False).posts("play/", do="draw", **stamp(an))
        assert (answer.status, answer.address) == (303, f"/rooms/{table.code}/#dock")
        assert len(table.moves) == len(moves) + 1


LATE = [
    ("vi", "Bàn đã đi tiếp."),
    ("en", "The table has moved on."),
    ("zh-hans", "牌桌已经往下走了。"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "sentence"), LATE)
async def test_what_was_refused_is_said_once_in_the_players_language(server, language, sentence):
    async with server.table(seats=2) as table:
        an = await dealt(table)
        browser = Browser(table, 1, language=language, script=False)
        answer = await browser.posts("play/", do="draw", **stamp(an, n=7))
        assert answer.status == 303
        assert sentence in html.unescape((await browser.page()).text)
        assert sentence not in html.unescape((await browser.page()).text)
        scripted = await Browser(table, 1, language=language).posts("play/", do="draw", **stamp(an, n=7))
        assert sentence in scripted.said[0]["text"]


async def test_every_form_of_the_page_carries_the_token_once_and_the_page_looks_again(server):
    async with server.table(seats=3) as table:
        page = (await Browser(table, 0, script=False).page()).text
        forms = POST_FORM.findall(page)
        assert len(forms) > 3 and page.count(f'name="{TOKEN}"') == len(forms)
        again = f'<meta http-equiv="refresh" content="5; url=/rooms/{table.code}/"></noscript>'
        assert again in " ".join(page.split())


# --- at the door ------------------------------------------------------------------------------


UNREADABLE = [
    ("application/x-www-form-urlencoded; charset=utf-16", "do=draw"),
    ("multipart/form-data", "do=draw"),
    ("application/x-www-form-urlencoded", "do=draw&x=" + "x" * 1_000_000),
    ("application/x-www-form-urlencoded", "&".join(f"x{n}=1" for n in range(200))),
]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "body"), UNREADABLE)
def test_what_cannot_be_read_is_not_understood(django_user_model, kind, body):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = CSRF
    strict.force_login(django_user_model.objects.create_user("An"))
    for path in ("/rooms/abcdef/play/", "/accounts/login/"):
        assert strict.post(path, body, content_type=kind).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["play/", "room/"])
def test_nothing_is_posted_to_a_table_without_the_token(django_user_model, path):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(django_user_model.objects.create_user("An"))
    for fields in ({"do": "draw", "round": 1, "n": 0}, {"room": "close"}):
        assert strict.post(f"/rooms/abcdef/{path}", fields).status_code == 403
        assert strict.get(f"/rooms/abcdef/{path}").status_code == 405


async def test_a_page_is_answered_in_its_own_language(server):
    async with server.table(seats=2) as table:
        an = Browser(table, 1, language="zh-CN")
        for said, word, sentence in [
            ("vi", "Sẵn sàng", "Chỉ chủ phòng làm được việc này."),
            ("en", "Ready", "Only the host of the room can do that."),
            ("xx", "准备", "只有房主可以这样做。"),
        ]:
            assert word in (await an.looks(language=said)).zones
            assert (await an.posts(f"room/?language={said}", room="start")).said[0]["text"] == sentence


async def test_who_is_logged_out_is_sent_to_the_door(server):
    async with server.table(seats=2, come=False) as table:
        stranger = Browser(table, 1)
        del stranger.cookies["sessionid"]
        for answer in (await stranger.looks(), await stranger.posts("room/", room="ready", ready="true")):
            assert answer.status == 302 and answer.address.startswith("/accounts/login/")
