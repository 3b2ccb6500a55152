"""Rounds that are over, of a version of the rules that this process plays no longer, or not yet."""

import html
import json
import re
from datetime import UTC, datetime
from random import Random

import pytest

from games.core import fairness
from games.registry import ENGINES
from tests.server import Server, Table
from tests.tables.test_crashes import set_round
from tests.tables.test_without_socket import Browser

pytestmark = pytest.mark.slow  # a real server each

OLDER, NEWER = 0, max(ENGINES["xidach"].plays) + 1
SAID = {
    "en": "can no longer be played again under today's rules",
    "vi": "không thể đánh lại theo luật hiện nay",
    "zh-hans": "无法再按现行规则重演",
}


@pytest.fixture
def house(houses):
    server = houses.new()
    yield server
    server.stop()


async def played(house: Server, *, version: int) -> tuple[Table, dict]:
    """A round that is over, and a server that was started after its rules had gone."""
    house.start()
    async with house.table(seats=2, turn_seconds=300) as table:
        result = await table.play_round(Random(1))
    house.kill()
    set_round(house, table, rules_version=version)
    house.start()
    return table, result


def page(table: Table, path: str, language: str = "en") -> tuple[int, str]:
    browser = Browser(table, 0, language=language)
    browser.room = ""
    answer = browser._ask("GET", path, {})
    return answer.status, html.unescape(answer.text)


async def test_a_round_of_rules_that_are_gone_shows_what_is_stored(house: Server):
    table, result = await played(house, version=OLDER)
    for language, said in SAID.items():
        status, text = page(table, f"/rounds/{result['id']}/", language)
        assert (status, said in text) == (200, True), language
    status, text = page(table, f"/rounds/{result['id']}/")
    signed = [f"{points:+d}".replace("-", "−") if points else "0" for points in result["points"]]
    assert re.findall(r'class="points[^"]*">([^<]*)<', text)[:2] == signed
    for player in table.people[0].room["seats"][:2]:
        assert player["player"] in text
    for known in (result["server_seed"], result["round_seed"], 'data-rules="older"'):
        assert known in text, known
    [(ended_at,)] = house.rows("SELECT ended_at FROM games_round WHERE status = 'over'")
    shown = datetime.fromisoformat(re.search('<time datetime="([^"]+)"', text)[1])
    assert shown == datetime.fromisoformat(ended_at).replace(tzinfo=UTC)
    assert "round-line" not in text and "round-hand" not in text


async def test_all_else_of_such_a_round_is_still_there(house: Server):
    table, result = await played(house, version=OLDER)
    for path in ("", "history/", "ledger.csv", "fairness/"):
        assert page(table, f"/rooms/{table.code}/{path}")[0] == 200, path
    assert table.script(result)["moves"]
    record = table.record(result)
    assert record["round_seed"] == result["round_seed"] and len(record["shuffles"][0]["out"]) == 52
    assert fairness.refute(record, lambda game: ENGINES[game].pack) is None
    assert "no longer played here" in verified(house)
    await table.come()
    assert (await table.play_round(Random(2)))["round"] == 2, "the room goes on"


async def test_a_round_of_newer_rules_is_unavailable_for_a_moment(house: Server):
    table, result = await played(house, version=NEWER)
    status, text = page(table, f"/rounds/{result['id']}/")
    assert status == 503 and "newer rules" in text and result["round_seed"] in text
    status, text = page(table, result["record"])
    assert (status, json.loads(text)["code"]) == (503, "unavailable")
    assert (await Browser(table, 0).page()).status == 200
    assert "not yet played here" in verified(house)


def verified(house: Server) -> str:
    """What `verify_round` complains of."""
    with pytest.raises(AssertionError) as said:
        house.manage("verify_round")
    assert "Traceback" not in str(said.value)
    return str(said.value)
