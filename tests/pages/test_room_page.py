"""The page of a table: what it shows to whom, though a round may begin while it is being made."""

import re

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection, transaction
from django.urls import reverse

from games.live import hub
from games.live.html_voice import HtmlVoice
from games.live.hub import Hub
from games.live.viewing import Person
from games.live.writer import Writer
from games.rounds.services import start_round
from lobby.services import add_bot
from lobby.wire import together
from tests.pages.test_rounds import browser

OF_THE_ROUND = re.compile(r"data-card=|data-acting|data-deadline|data-line=")


@pytest.fixture
def room(cai, open_room):
    """Big 2 where nobody may watch, ready to start."""
    room = open_room(game="bigtwo", seats=4, spectators=False)
    for chair in (1, 2, 3):
        add_bot(room_id=room.pk, by=cai, seat=chair, level="house")
    return room


def by_page(room, who):
    return browser(who).get(reverse("room", args=[room.code])).content.decode()


def by_socket(room, who):
    async def told():
        hub_of_room = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await hub_of_room.refresh()
        hub_of_room.close()
        person = Person(id=who.pk, name=who.username, session_key="", language="en")
        return "".join(HtmlVoice(hub_of_room, person).frames())

    return async_to_sync(told)()


class Meanwhile:
    """Does something once, before one of the queries: the first, and each time it is used the next."""

    def __init__(self, do):
        self.do, self.before, self.happened = do, 0, True

    def later(self):
        self.before, self.happened = self.before + 1, False
        self.left = self.before
        return self

    def __call__(self, execute, sql, params, many, context):
        self.left -= 1
        if self.left == 0:
            self.happened = True
            self.do()
        return execute(sql, params, many, context)


async def here(function, *args, **kwargs):
    """Asked where the test stands: what it wrote is not committed."""
    return await sync_to_async(function)(*args, **kwargs)


@pytest.mark.slow
@pytest.mark.parametrize("shown", [by_page, by_socket])
def test_a_round_that_begins_meanwhile_is_hidden_from_who_may_not_watch(cai, khach, room, monkeypatch, shown):
    """It begins before the first query that is asked for it, before the second, and so on to the last."""
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)
    start = Meanwhile(lambda: start_round(room_id=room.pk, by=cai))
    while start.happened:
        with transaction.atomic(), connection.execute_wrapper(start.later()):
            page = shown(room, khach)
            transaction.set_rollback(True)
        assert not OF_THE_ROUND.findall(page), start.before
    assert start.before > 8
    start_round(room_id=room.pk, by=cai)
    assert OF_THE_ROUND.findall(shown(room, cai)) and not OF_THE_ROUND.findall(shown(room, khach))
