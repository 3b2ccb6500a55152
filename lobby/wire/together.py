"""What many ask of the database at the same moment, asked once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from django.db import Error

from lobby.wire.threads import in_database

Q = TypeVar("Q")
A = TypeVar("A")
MOST: Final = 64  # at once: nobody waits for the answers of a thousand others


class Together(Generic[Q, A]):
    """One question is under way at a time; whoever asks meanwhile is answered by the next."""

    def __init__(self, answer_all: Callable[[Sequence[Q]], Sequence[A]]) -> None:
        self._answer_all = answer_all  # in a database thread, in the order of the questions
        self._waiting: list[tuple[Q, asyncio.Future[A]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[A] = loop.create_future()
        self._waiting.append((question, answer))
        if self._asking is None or self._asking.done():
            self._asking = loop.create_task(self._ask_all())
        return await answer

    async def _ask_all(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            answers = await self._answers([question for question, _answer in asked])
            for (_question, future), answer in zip(asked, answers, strict=True):
                if future.done():
                    continue  # who asked has gone
                if isinstance(answer, Exception):
                    future.set_exception(answer)
                else:
                    future.set_result(answer)

    async def _answers(self, questions: Sequence[Q]) -> Sequence[A | Exception]:
        try:
            return await in_database(self._answer_all, questions)
        except Error as error:  # the database's trouble is everybody's
            return [error] * len(questions)
        except Exception as error:  # what is wrong with one is not
            if len(questions) == 1:
                return [error]
            return [(await self._answers([question]))[0] for question in questions]
