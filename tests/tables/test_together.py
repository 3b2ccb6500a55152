"""What many ask at the same moment is asked once for all of them."""

import asyncio

import pytest
from django.db import OperationalError

from lobby.wire import together
from lobby.wire.together import Together


class Database:
    """Answers when it is let; remembers what it was asked together."""

    def __init__(self, monkeypatch):
        self.asked, self.free = [], asyncio.Event()
        monkeypatch.setattr(together, "in_database", self)

    async def __call__(self, function, questions):
        self.asked.append(list(questions))
        await self.free.wait()
        return function(questions)


@pytest.fixture
async def database(monkeypatch):
    return Database(monkeypatch)


def doubled(numbers):
    if 13 in numbers:
        raise ZeroDivisionError
    return [2 * number for number in numbers]


async def test_who_asks_while_a_question_is_under_way_is_answered_by_the_next(database):
    asker = Together(doubled)
    first = asyncio.create_task(asker.ask(1))
    await asyncio.sleep(0)
    others = [asyncio.create_task(asker.ask(number)) for number in range(2, 10)]
    await asyncio.sleep(0)
    database.free.set()
    assert await asyncio.gather(first, *others) == [2 * number for number in range(1, 10)]
    assert database.asked == [[1], list(range(2, 10))]


@pytest.mark.slow
async def test_nobody_waits_for_the_answers_of_a_thousand(database):
    asker = Together(doubled)
    database.free.set()
    assert await asyncio.gather(*map(asker.ask, range(1000, 2000))) == list(range(2000, 4000, 2))
    assert max(map(len, database.asked)) == together.MOST


async def test_what_is_wrong_with_one_question_spoils_no_other(database):
    asker = Together(doubled)
    database.free.set()
    answers = await asyncio.gather(*map(asker.ask, (12, 13, 14)), return_exceptions=True)
    assert [answers[0], answers[2]] == [24, 28] and isinstance(answers[1], ZeroDivisionError)


async def test_without_a_database_everybody_is_told_so_at_once(monkeypatch):
    asked = []

    async def is_gone(function, questions):
        asked.append(questions)
        raise OperationalError

    monkeypatch.setattr(together, "in_database", is_gone)
    answers = await asyncio.gather(*map(Together(doubled).ask, range(5)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OperationalError] * 5 and len(asked) == 1


async def test_who_does_not_wait_any_longer_keeps_no_other_from_an_answer(database):
    asker = Together(doubled)
    gone, stays = (asyncio.create_task(asker.ask(number)) for number in (1, 2))
    await asyncio.sleep(0)
    gone.cancel()
    database.free.set()
    assert await stays == 4
