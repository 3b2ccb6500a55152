"""How many pages one gets: by person, and for strangers by address."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.paces import Pace

MANY = 2500


@pytest.fixture
def in_the_world():
    """Somebody who is logged in, at an address of the world."""

    def at(address):
        client = Client(REMOTE_ADDR=address)
        client.post(reverse("guest"))
        return client

    return at


def asks(client, times, **headers):
    return [client.get("/healthz", headers=headers).status_code for _ in range(times)]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_person_gets_so_many_pages_and_nobody_else_waits(in_the_world):
    an, binh = in_the_world("203.0.113.7"), in_the_world("203.0.113.7")
    answers = asks(an, 400)
    assert answers[:190] == [200] * 190 and 429 in answers
    assert asks(binh, 1) == asks(Client(REMOTE_ADDR="203.0.113.7"), 1) == [200]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_program_reads_over_a_whole_evening_and_no_more(in_the_world, monkeypatch):
    an = in_the_world("203.0.113.7")
    record = reverse("round_script", args=[1])
    assert {an.get(record).status_code for _ in range(400)} == {404}
    monkeypatch.setattr("accounts.middleware.records", Pace(0, 0))
    assert an.get(record).status_code == 429


@pytest.mark.django_db
def test_who_asks_too_fast_costs_next_to_nothing_and_a_reader_is_told(
    in_the_world, django_assert_max_num_queries, monkeypatch
):
    an, page = in_the_world("203.0.113.7"), reverse("lobby")
    monkeypatch.setattr("accounts.middleware.pages", Pace(0, 0))
    with django_assert_max_num_queries(2):  # who they are
        answer = an.get(page)
    assert (answer.status_code, answer.content) == (429, b"")
    assert an.get(page, headers={"Accept": "text/html", "HX-Request": "true"}).content == b""
    told = an.get(page, headers={"Accept": "text/html,*/*", "Accept-Language": "en"})
    assert told.status_code == 429 and "Not so fast" in told.content.decode()


@pytest.mark.django_db
def test_strangers_of_one_address_get_so_many_pages_and_not_at_home(monkeypatch):
    monkeypatch.setattr("accounts.middleware.strangers", Pace(20, 0))
    assert asks(Client(REMOTE_ADDR="203.0.113.7"), 21) == [200] * 20 + [429]
    assert asks(Client(REMOTE_ADDR="198.51.100.4"), 1) == [200]
    assert set(asks(Client(REMOTE_ADDR="127.0.0.1"), 40)) == {200}


@pytest.mark.django_db
def test_behind_a_proxy_who_comes_past_it_is_not_counted(settings, monkeypatch):
    """A probe on the machine itself brings no address."""
    settings.PRODUCTION, settings.ALLAUTH_TRUSTED_CLIENT_IP_HEADER = True, "X-Real-IP"
    monkeypatch.setattr("accounts.middleware.strangers", Pace(5, 0))
    assert set(asks(Client(), 20)) == {200}
    assert asks(Client(), 6, **{"X-Real-IP": "127.0.0.1"}) == [200] * 5 + [429]


def test_buckets_that_are_full_again_are_forgotten():
    pace = Pace(2, 1e9)
    for who in range(MANY):
        pace.take(who)
    assert len(pace._buckets) <= Pace.MANY


@pytest.fixture
def two_processes(settings, monkeypatch):
    """Each with a pace of its own; what they tell one another is told at once."""
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr("accounts.paces._aside", SimpleNamespace(submit=lambda tell, *about: tell(*about)))
    return [Pace(200, 1, name="of a test") for _ in range(2)]


def test_two_processes_together_give_no_more_than_one(two_processes):
    """But for what the other has not heard of yet; and nobody pays for anybody else."""
    here, there = two_processes
    passed = sum(pace.take("an") for pace in (here, there) * 400)
    assert 200 <= passed <= 200 + 2 * here.told_after + 2
    assert sum(here.take("binh") for _ in range(100)) == 100


def test_what_others_spent_is_made_good_in_time(two_processes, monkeypatch):
    here, there = two_processes
    now = time.time()
    monkeypatch.setattr("accounts.paces.time", lambda: now)
    here._left_after("an", 200)
    assert there._left_after("an", 20) == pytest.approx(-20, abs=0.1)
    now += 120
    assert there._left_after("an", 20) == pytest.approx(80, abs=0.1)
    now += 1000
    assert there._left_after("an", 20) == pytest.approx(180, abs=0.1), "and nothing is saved up"


def test_whoever_asks_each_process_a_little_slower_than_it_bears_gets_no_more(two_processes, monkeypatch):
    """No bucket is ever empty of itself then."""
    now = time.time()
    monkeypatch.setattr("accounts.paces.time", lambda: now)
    monkeypatch.setattr("accounts.paces.monotonic", lambda: now)
    for pace in two_processes:
        pace.clear()
    passed = 0
    for _ in range(2000):
        now += 1.1
        passed += sum(pace.take("an") for pace in two_processes)
    assert 2200 <= passed <= 200 + 2200 + 2 * pace.told_after


def test_who_takes_their_time_is_told_of_to_nobody(two_processes, monkeypatch):
    monkeypatch.setattr(Pace, "_tell", lambda *about: pytest.fail("the cache was asked"))
    at = time.monotonic()
    monkeypatch.setattr("accounts.paces.monotonic", lambda: at)
    for _ in range(100):
        at += 10
        assert two_processes[0].take("an")


def test_without_a_cache_of_all_each_counts_alone(two_processes, settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(Pace, "_tell", lambda *about: pytest.fail("the cache was asked"))
    assert [sum(pace.take("an") for _ in range(300)) for pace in two_processes] == [200, 200]


@pytest.mark.slow
async def test_at_a_table_the_hasty_wait_and_the_others_play_on(server):
    async with server.table(seats=2, spectators=1) as table:
        page, khach = f"/rooms/{table.code}/", table.cookies[2]

        def reloads(times):
            return [server.get(page, khach)[0] for _ in range(times)]

        answers = asyncio.gather(*(asyncio.to_thread(reloads, 75) for _ in range(8)))
        while not answers.done():
            await table.play_round()
        answers = [status for some in await answers for status in some]
        assert set(answers) == {200, 429} and answers.count(200) >= 200
        assert server.get(page, table.cookies[0])[0] == 200
        await table.people[2].say(room="chat", text="vẫn ở đây")
        await table.people[0].until_frame("chat", text="vẫn ở đây")
