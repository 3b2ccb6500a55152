"""Two processes, one table: PostgreSQL and Redis between them, and Redis may go."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from random import Random

import psycopg
import pytest
from websockets.exceptions import InvalidStatus

from config.pages import PAGES
from lobby.services.rooms import GUESSES
from tests.back_office import Office
from tests.backing import Redis
from tests.server import Houses, Server, Table
from tests.tables.test_crashes import corrupt, ended
from tests.tables.test_kept_apart import does, lines, name_of, speaks
from tests.tables.test_leaks import Truth
from tests.tables.test_moderation import a_moderator, everything_is_felt
from tests.tables.test_socket_doors import open_room
from tests.tables.test_without_socket import Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.redis,
    pytest.mark.postgres,
    pytest.mark.xdist_group("processes"),
]


FULL = bool(os.environ.get("FULL"))


def together(database: str, redis_url: str) -> dict[str, str]:
    """They look as rarely as in life."""
    return {"DATABASE_URL": database, "REDIS_URL": redis_url, "TABLE_LOOK": "3", "SECRET_KEY": "k" * 50}


@contextmanager
def two(houses: Houses, database: str, redis_url: str) -> Iterator[tuple[Server, Server]]:
    """One daphne, one uvicorn, with one another's people at their tables."""
    where = together(database, redis_url)
    first = houses.new(**where).start()
    second = houses.new(kind="uvicorn", **where).start()
    yield first, second
    first.stop()
    second.stop()


@pytest.fixture(scope="module")
def pair(houses: Houses, database: str, redis_url: str) -> Iterator[tuple[Server, Server]]:
    with two(houses, database, redis_url) as pair:
        yield pair


@pytest.fixture
def pair_of_our_own(
    request: pytest.FixtureRequest, houses: Houses, database: str, own_redis: Redis, redis_url: str
) -> Iterator[tuple[Server, Server]]:
    """The same two, unless their Redis is somebody's who lent it."""
    if redis_url == own_redis.url:
        yield request.getfixturevalue("pair")
        return
    with two(houses, database, own_redis.url) as pair:
        yield pair


async def split(table: Table, pair: tuple[Server, Server]) -> None:
    """Every other person comes in by the other process."""
    table.people = [await table.enter(which, pair[which % 2]) for which in range(len(table.cookies))]


async def test_twenty_rounds_with_the_seats_split_over_both(pair):
    chance = Random(20)
    async with pair[0].table(seats=4, spectators=1, ruleset="vipgame", batch=1, come=False) as table:
        await split(table, pair)
        for number in range(1, 21):
            since = [len(player.frames) for player in table.people]
            result = await table.play_round(chance)
            truth = Truth(table.script(result))
            assert truth.points == result["points"] and sum(result["points"]) == 0
            for player, seat, start in zip(table.people, (0, 1, 2, 3, None), since, strict=True):
                views = [f for f in player.frames[start:] if f["type"] == "view"]
                versions = [f["version"] for f in views]
                assert versions == sorted(set(versions)) and versions[-1] == len(truth.states) - 1
                assert all(f["view"] == truth.view(seat, f["version"]) for f in views)
                assert player.newest["result"] == result
            assert len(table.moves_of(number)) == len(truth.states) - 1


async def test_one_move_sent_to_both_processes_counts_once(pair):
    """T11"""
    await sends_to_all(pair, rounds=5)


@pytest.mark.skipif(not FULL, reason="four processes for ten seconds")
async def test_one_move_sent_to_four_processes_counts_once(pair, houses, database, redis_url):
    """T13"""
    more = [houses.new(kind="uvicorn", **together(database, redis_url)).start() for _ in range(2)]
    await sends_to_all((*pair, *more), seconds=10)
    for server in more:
        server.stop()
        assert "Traceback" not in server.log


FRAMES = 12  # a second: who says more is asked to wait


async def sends_to_all(servers: Sequence[Server], *, rounds: int = 1, seconds: float = 0.0) -> None:
    """Both are at each of these processes, and whoever may act says the same at all of them at once."""
    chance, number, until = Random(2), 0, time.monotonic() + seconds
    async with servers[0].table(seats=2, batch=1, come=False) as table:
        twins = [[await table.enter(which, server) for server in servers] for which in range(2)]
        table.people = [one for one, *_ in twins]
        everybody = [one for those in twins for one in those]
        while number < rounds or time.monotonic() < until:
            number += 1
            await table.start()
            while (actor := await table.next_actor()) is not None:
                alike = twins[table.people.index(actor)]
                view = actor.view
                await table.until(lambda a=alike, v=view: all(one.newest.get("view") == v for one in a))
                word = {"round": number, "n": view["n"], **chance.choice(view["view"]["legal"])}
                await asyncio.gather(*(one.say(**word) for one in alike))
                await table.until(lambda v=view: all(p.view["version"] > v["version"] for p in everybody))
                assert len(table.moves_of(number)) == view["version"] + 1
                await asyncio.sleep(len(servers) / FRAMES)
            await table.until_open(number + 1)
        others = (len(servers) - 1) * len(table.moves)

        def refused():
            return [f["code"] for p in everybody for f in p.frames if f["type"] == "refused"]

        await table.until(lambda: len(refused()) >= others)
        assert refused() == ["stale"] * others


async def test_the_lobby_of_either_process_says_whose_turn_it_is(pair):
    """Nobody has opened the table at the second one."""
    async with pair[0].table(seats=2, ruleset="vipgame", turn_seconds=300) as table:
        cai, an = table.people
        await table.start()
        assert said_in_lobbies(pair, table) == [[False, True]] * 2
        await an.move("bet", stake=1)
        await cai.until(lambda p: p.may_act)
        assert said_in_lobbies(pair, table) == [[True, False]] * 2


def said_in_lobbies(pair, table) -> list[list[bool]]:
    """By process, whether it is their turn: the nhà cái's, the nhà con's."""
    return [
        [b"Your turn" in server.get("/lobby/?language=en", cookie)[1] for cookie in table.cookies]
        for server in pair
    ]


async def test_a_round_that_does_not_replay_is_void_once_for_both(pair):
    """Whoever comes second learns of the move and of the end at once."""
    async with pair[0].table(seats=2, turn_seconds=300, batch=1, come=False) as table:
        await split(table, pair)
        await table.start()
        known = [len(server.log) for server in pair]
        corrupt(pair[0], table)
        for player in table.people:
            assert (await player.until_frame("result"))["void"] == "crash"
        await table.until_open(2)
        assert ended(pair[0], table) == ("void", "crash")
        told = "".join(server.log[since:] for server, since in zip(pair, known, strict=True))
        assert told.count("round.voided") == 1
        assert (await table.play_round(Random(1)))["round"] == 2


async def test_logging_out_at_one_process_closes_the_socket_at_the_other(pair):
    """T20  At once: both compare sockets with the database minutes later only."""
    async with pair[0].table(seats=2, batch=1, come=False) as table:
        await split(table, pair)
        await asyncio.to_thread(pair[0].post, "/accounts/logout/", table.cookies[1])
        an = table.people[1]
        assert await within(2, pair, lambda: an.closed is not None)
        assert await an.until_closed() == (4401, "logged_out")


async def test_who_is_muted_or_banned_at_one_process_feels_it_at_the_other(pair):
    """Told, silenced and out: at once, as nobody compares so soon."""
    async with pair[0].table(seats=4, batch=1, come=False) as table:
        await split(table, pair)
        cai, an, _binh, dung = table.people
        names = [seat["player"] for seat in cai.room["seats"]]
        office = await asyncio.to_thread(Office, pair[0], f"cô tư {table.code}")
        await asyncio.to_thread(office.act, "mute", names[1], term="hour")
        assert await within(2, pair, lambda: an.newest.get("notice", {}).get("kind") == "mute")
        await asyncio.to_thread(office.act, "warn", names[1])
        assert await within(2, pair, lambda: an.newest.get("notice", {}).get("kind") == "warn")
        new = f"Dũng {table.code}"
        await asyncio.to_thread(office.act, "rename", names[3], name=new)
        assert await within(2, pair, lambda: {told_of(one, 3) for one in table.people} == {new})
        names[3] = new
        assert (await an.refused("muted", room="chat", text="chào"))["code"] == "muted"
        await asyncio.to_thread(office.act, "ban", names[1])
        assert await within(2, pair, lambda: an.closed == 4403)
        await asyncio.to_thread(office.act, "end_log_ins", names[3])
        assert await within(2, pair, lambda: dung.closed == 4401)
        for which in (1, 3):
            with pytest.raises(InvalidStatus, match="403"):
                await table.enter(which, pair[1])
        assert cai.closed is None


def told_of(player, seat: int) -> str:
    """Who sits there, as this person was told."""
    return str(player.room["seats"][seat]["player"])


async def test_what_is_said_at_one_process_is_heard_at_the_other(pair):
    async with pair[0].table(seats=2, batch=1, come=False) as table:
        await split(table, pair)
        cai, an = table.people
        await an.say(room="chat", text="nghe không?")
        assert await within(2, pair, lambda: cai.newest.get("chat", {}).get("text") == "nghe không?")
        await an.say(room="ready", ready=False)
        assert await within(2, pair, lambda: cai.room["line_up"] == [0])


async def test_what_staff_do_at_one_process_is_felt_at_the_other(pair):
    async with pair[0].table(seats=2, spectators=1, turn_seconds=300, batch=1, come=False) as table:
        await split(table, pair)
        office = await asyncio.to_thread(Office, pair[1], a_moderator())
        await everything_is_felt(table, office, partial(within, 2, pair))


async def test_a_block_at_one_process_is_felt_at_the_other(pair):
    """At once: both read again minutes later only."""
    async with pair[0].table(seats=2, spectators=2, batch=1, come=False) as table:
        await split(table, pair)
        cai, an, khach, la = table.people  # cai and khach are at the first process, an and la at the second
        khach_is, la_is = [await name_of(watcher, table) for watcher in (khach, la)]
        await does(table, 1, "block", khach_is, server=pair[0])
        await does(table, 0, "block", la_is, server=pair[0])
        assert await within(2, pair, lambda: la.closed is not None) and la.closed == 4403
        await speaks(khach, "có ai không?")
        await speaks(cai, "có tôi")
        await an.until_frame("chat", text="có tôi")
        assert "có ai không?" not in lines(an) and "có ai không?" in lines(cai)
        await does(table, 1, "unblock", khach_is, server=pair[0])
        for line in range(4):
            await speaks(khach, f"nghe chưa? {line}")
            if await within(0.5, pair, lambda line=line: f"nghe chưa? {line}" in lines(an)):
                return
        raise AssertionError("not heard again")


async def test_a_void_meets_the_moves_of_its_moment(pair):
    """They play on while it is under way: whichever comes first, the round counts for nobody, and no move is
    stored that its round does not count."""
    chance = Random(7)
    async with pair[0].table(seats=2, turn_seconds=300, batch=1, come=False) as table:
        await split(table, pair)
        office = await asyncio.to_thread(Office, pair[1], a_moderator())
        for number in range(1, 7):
            await table.start()
            which = table.people[0].view["id"]
            playing = asyncio.create_task(plays_on(table, chance))
            await asyncio.to_thread(office.act_on, "games/round", which, "void_rounds")
            for player in table.people:
                await player.until_frame("result", round=number, void="moderator", points=None)
            playing.cancel()
            await table.until_open(number + 1)
        for status, counted, stored, scores, points in pair[0].rows(HOW_IT_ENDED, table.code):
            assert (counted, points) == (stored, 0) and scores == (4 if status == "over" else 0)
        assert {status for status, *_rest in pair[0].rows(HOW_IT_ENDED, table.code)} <= {"void", "over"}


HOW_IT_ENDED = """
    SELECT r.status, r.move_count, (SELECT count(*) FROM games_move WHERE round_id = r.id),
        (SELECT count(*) FROM games_score WHERE round_id = r.id),
        (SELECT coalesce(sum(points), 0) FROM games_score WHERE round_id = r.id)
    FROM games_round r JOIN lobby_room room ON room.id = r.room_id
    WHERE room.code = ? AND r.started_at IS NOT NULL
"""


async def plays_on(table: Table, chance: Random) -> None:
    """Whoever may, as fast as the table goes; what is refused since the round is gone is no matter."""
    while True:
        actor = table._actor()
        if actor is not None:
            with suppress(AssertionError, TimeoutError):
                await asyncio.wait_for(actor.act(chance), 1)
        await asyncio.sleep(0.005)


async def test_forms_may_be_posted_now_to_one_process_now_to_the_other(pair):
    async with pair[0].table(game="niuniu", seats=3, batch=1, come=False) as table:
        cai = await table.enter(0, pair[1])
        await cai.say(room="start")
        await cai.until_round(1)
        an, binh = ([Browser(table, which, server=server) for server in pair] for which in (1, 2))
        stake = {"do": "bet", "stake": "2", "round": "1", "n": "0"}
        assert (await an[0].posts("play/", **stake)).version == "1.1"
        assert (await an[1].posts("play/", **stake)).code == "stale"
        assert (await binh[1].posts("play/", **stake)).version == "1.2"
        assert (await binh[0].posts("play/", **stake)).code == "stale"
        assert [(await browser.looks()).version for browser in (*an, *binh)] == ["1.2"] * 4
        assert [move[2:4] for move in table.moves] == [(1, "bet"), (2, "bet")]


async def test_without_redis_play_goes_on_and_nobody_is_five_seconds_behind(pair_of_our_own, own_redis):
    """T37"""
    pair = pair_of_our_own
    async with pair[0].table(seats=2, turn_seconds=300, batch=1, come=False) as table:
        await split(table, pair)
        await table.start()
        await table.play(Random(1), moves=1)
        own_redis.kill()
        while not table.people[0].view["view"]["over"]:
            version = table.people[0].view["version"]
            await table.play(Random(1), moves=1)
            assert await within(5, pair, lambda v=version: all(p.view["version"] > v for p in table.people))
        await table.until_open(2)
        assert {player.closed for player in table.people} == {None}
        assert pair[0].get("/healthz")[0] == pair[1].get("/healthz")[0] == 200
        own_redis.start()
        await table.start()
        await hints_are_back(table, pair)
        assert sum((await table.play(Random(2)))["points"]) == 0


async def within(seconds: float, pair: tuple[Server, Server], met: Callable[[], object]) -> bool:
    """So long on a quiet machine: as many answers of each process, asked for a little while apart.

    Where they are late, so is everything else.
    """
    for _ in range(int(seconds * 15)):
        if met():
            return True
        for server in pair:
            await asyncio.to_thread(server.get, "/khong-co/")
        await asyncio.sleep(0.05)
    return bool(met())


async def hints_are_back(table: Table, pair: tuple[Server, Server]) -> None:
    """Chat crosses over at once again, some seconds after Redis did come back."""
    cai, an = table.people
    for line in range(5):
        an.forget("chat")
        await cai.say(room="chat", text=f"có ai không? {line}")
        if await within(0.5, pair, lambda: "chat" in an.newest):
            return
        await an.until_frame("chat")
        await asyncio.sleep(2.1)
    raise AssertionError("news still takes its time")


async def test_a_move_waits_for_a_ban_that_is_under_way(pair, database):
    """T21  Who is banned before their move is durable has not moved."""
    async with pair[0].table(seats=2, batch=1, come=False) as table:
        await split(table, pair)
        await table.start()
        cai = table.people[0]
        async with await psycopg.AsyncConnection.connect(database) as boss:
            name = cai.room["seats"][0]["player"]
            await boss.execute("UPDATE accounts_user SET is_active = false WHERE username = %s", [name])
            await cai.move(**cai.choices[0])
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as witness:
                async with asyncio.timeout(20):
                    while not (table.moves or await someone_waits(witness)):
                        await asyncio.sleep(0.01)
        assert await cai.until_closed() == (4403, "banned")
        assert cai.newest["refused"]["code"] == "not_allowed" and table.moves == []


async def someone_waits(connection: psycopg.AsyncConnection) -> bool:
    """For a lock on a row of this database that another transaction holds."""
    waiting = await connection.execute(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return await waiting.fetchone() is not None


# --- a start beside what changes the room -------------------------------------------------------

PLAYED = (
    "SELECT r.options, room.options,"
    " ARRAY(SELECT chair FROM games_roundseat WHERE round_id = r.id ORDER BY chair),"
    " ARRAY(SELECT number FROM lobby_seat WHERE room_id = room.id AND in_round ORDER BY number)"
    " FROM games_round r JOIN lobby_room room ON room.id = r.room_id WHERE room.code = ? AND r.number = ?"
)
RACES = [
    {"room": "options", "options": {"stake": 7}},
    {"room": "kick", "seat": 3},
    {"room": "options", "options": {"stake": 9}},
    {"room": "kick", "seat": 2},
    {"room": "ready", "ready": True},
]


async def test_a_start_comes_before_what_the_other_process_changes_or_after_it(pair):
    """Never between: a round is played by the options and the people of one room."""
    chance = Random(7)
    async with pair[0].table(seats=4, batch=1, come=False) as table:
        await split(table, pair)
        cai, twin = table.people[0], await table.enter(0, pair[1])
        for number, word in enumerate(RACES, 1):
            said = [cai.say(room="start"), twin.say(**word)]
            await asyncio.gather(*chance.sample(said, 2))
            await asyncio.gather(*(player.until_round(number) for player in (*table.people, twin)))
            ((options, now, playing, seats),) = pair[0].rows(PLAYED, table.code, number)
            assert options == now and playing == seats
            assert sum((await table.play(chance))["points"]) == 0
            await table.until_open(number + 1)
            await twin.until(lambda p, n=number: p.room["next"] and p.room["next"]["round"] == n + 1)
        assert [seat["player"] is None for seat in cai.room["seats"]] == [False, False, True, True]
        pair[0].manage("rebuild_standings", "--check")


async def test_both_processes_start_and_one_round_begins(pair):
    async with pair[0].table(seats=2, batch=1, come=False) as table:
        await split(table, pair)
        cai, twin = table.people[0], await table.enter(0, pair[1])
        for number in range(1, 6):
            await asyncio.gather(cai.say(room="start"), twin.say(room="start"))
            await asyncio.gather(*(player.until_round(number) for player in (*table.people, twin)))
            refusal = await refused_to_either(cai, twin, number)
            assert refusal == "round_running"
            await table.play(Random(number))
            await table.until_open(number + 1)
            await twin.until(lambda p, n=number: p.room["next"] and p.room["next"]["round"] == n + 1)


async def refused_to_either(cai, twin, times: int) -> str:
    def refused():
        return [frame["code"] for p in (cai, twin) for frame in p.frames if frame["type"] == "refused"]

    async with asyncio.timeout(20):
        while len(refused()) < times:
            await asyncio.sleep(0.01)
    assert len(refused()) == times
    return refused()[-1]


async def test_a_start_waits_for_a_ban_that_is_under_way(pair, database):
    """Who is banned before the round is durable stays on their chair and does not play."""
    async with pair[0].table(seats=3, batch=1, come=False) as table:
        await split(table, pair)
        cai = table.people[0]
        async with await psycopg.AsyncConnection.connect(database) as boss:
            name = cai.room["seats"][1]["player"]
            await boss.execute("UPDATE accounts_user SET is_active = false WHERE username = %s", [name])
            await cai.say(room="start")
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as witness:
                async with asyncio.timeout(20):
                    while not ("view" in cai.newest or await someone_waits(witness)):
                        await asyncio.sleep(0.01)
        view = await cai.until_round(1)
        assert view["players"] == [0, 2]


async def test_nor_is_anybody_dealt_in_whom_the_table_did_not_know_to_be_ready(pair, database):
    """Its first start is of an older room, and need not wait for the ban; the one that counts does."""
    async with pair[0].table(seats=3, batch=1, come=False) as table:
        await split(table, pair)
        cai, an, binh = table.people
        await an.say(room="ready", ready=False)
        await cai.until(lambda p: not p.room["seats"][1]["ready"])
        async with await psycopg.AsyncConnection.connect(database) as boss:
            name = cai.room["seats"][1]["player"]
            await boss.execute("UPDATE accounts_user SET is_active = false WHERE username = %s", [name])
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as witness:
                await witness.execute(READY_UNHEARD, [table.code])
                await cai.say(room="start")
                async with asyncio.timeout(20):
                    while not ("view" in cai.newest or await someone_waits(witness)):
                        await asyncio.sleep(0.01)
        view = await cai.until_round(1)
        assert view["players"] == [0, 2]
        await binh.until_round(1)


READY_UNHEARD = """
    WITH room AS (UPDATE lobby_room SET version = version + 1 WHERE code = %s RETURNING id)
    UPDATE lobby_seat SET ready = true WHERE number = 1 AND room_id = (SELECT id FROM room)
"""


def test_pages_share_a_few_connections(pair):
    """PostgreSQL has a hundred for everybody."""
    for server in pair:
        before = server.rows(CONNECTIONS)[0][0]
        with ThreadPoolExecutor(3 * PAGES) as many:
            assert set(many.map(lambda _n: server.get("/lobby/")[0], range(4 * PAGES))) == {200}
        assert server.rows(CONNECTIONS)[0][0] <= before + PAGES
        assert server.get("/lobby/")[0] == 200, "that went back to whoever needs it next"


CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"


async def test_guesses_at_one_process_count_at_the_other(pair):
    """So does whatever else is counted in the cache that all processes share."""
    first, second = pair
    async with first.table(seats=2, come=False) as table:
        host, guesser = table.cookies
        code = await asyncio.to_thread(open_room, first, host, visibility="password", password="bánh chưng")
        door = f"/rooms/{code}/join/"
        for number in range(GUESSES):
            at = pair[number % 2]
            assert (await asyncio.to_thread(partial(at.post, door, guesser, password="bánh giầy")))[0] == 200
        for at in pair:
            assert (await asyncio.to_thread(partial(at.post, door, guesser, password="bánh chưng")))[0] == 429
