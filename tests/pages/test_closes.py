"""Why a socket is closed: said in one place, and known to every page that keeps one open."""

import html
import json
import re

import pytest
from django.urls import reverse

from lobby.wire.closes import CODES, COME_BACK, Close
from tests.files import ROOT, scripts, templates

A_CODE = re.compile(r"\b44\d\d\b|(?:code|CODE)\W{1,6}(?:4000|1000)\b|websocket\.close.{1,8}code")
AT_A_TABLE = re.compile(r'data-bye="(\w+)"')


@pytest.fixture
def pages(client, cai, open_room):
    """The lobby and a table."""
    client.force_login(cai)
    addresses = [reverse("lobby"), reverse("room", args=[open_room().code])]
    return [client.get(address).content.decode() for address in addresses]


def told(page, meta):
    [found] = re.findall(rf'<meta name="{meta}" content=(?:"([^"]*)"|\'([^\']*)\')', page)
    return json.loads(html.unescape("".join(found)))


def test_a_page_is_told_after_which_closes_it_stays_away_or_comes_back(pages):
    for page in pages:
        assert told(page, "closes-for-good") == {str(close): code for close, code in CODES.items()}
        come_back = told(page, "htmx-config")["ws"]["reconnectCodes"]
        assert COME_BACK in come_back and not set(come_back) & set(CODES.values())


def test_a_table_has_a_sentence_for_each_of_them(pages):
    assert set(AT_A_TABLE.findall(pages[1])) == set(CODES)


def test_who_is_told_to_come_back_is_so_by_one_code():
    assert {close for close in Close if close.code == COME_BACK} == {Close.RESTART, Close.SILENT}


def sources():
    apps = [path for app in ("accounts", "config", "games", "lobby") for path in (ROOT / app).rglob("*.py")]
    return [*apps, *scripts(), *templates()]


@pytest.mark.slow
def test_the_codes_stand_in_one_file():
    named = {path.relative_to(ROOT).as_posix() for path in sources() if A_CODE.search(path.read_text())}
    assert named == {"lobby/wire/closes.py"}
