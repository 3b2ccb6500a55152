"""`make bench` finds what it measures, and plays as it should; the measuring itself takes minutes."""

import asyncio
from contextlib import nullcontext

import pytest

from tests.bench import __main__ as bench
from tests.bench import peers, site
from tests.bench.__main__ import left, measures
from tests.bench.growth import give_a_past, really_played
from tests.bench.load import load
from tests.bench.plan import FULL, SHORT, chosen, plan
from tests.bench.site import check, check_all, come_back, open_rooms, play, read
from tests.bench.tables import BareTable, OurTable, Stored
from tests.bench.targets import COLUMNS, Results, measured, reached, targets


def every_run(length=SHORT):
    return list(plan(length))


def some_results(path=None):
    results = Results(path)
    for run in every_run(FULL):
        results.add(run.name, dict.fromkeys(COLUMNS, 1.0))
    return results


def test_every_measure_is_there():
    assert len(measures()) >= 3
    assert {run.name for run in every_run()} < {run.name for run in every_run(FULL)}


def test_every_target_is_of_something_that_is_measured():
    results = some_results()
    assert all(target.line(results) for target in targets())
    assert len(reached(results).splitlines()) == 2 + len(list(targets()))
    assert len(measured(results).splitlines()) == 2 + len(results.rows)


def test_a_part_is_measured_with_what_it_is_compared_with():
    names = {run.name for run in chosen(every_run(FULL), ["live", "daphne", "xidach"], alone=False)}
    assert names == {"boardgame 100", "live daphne json xidach 100", "live daphne html xidach 100"}
    alone = chosen(every_run(), ["steady"], alone=True)
    assert {run.name.split()[0] for run in alone} == {"steady", "boardgame"}


def test_a_run_that_was_stopped_goes_on(tmp_path):
    path = tmp_path / "bench.jsonl"
    runs = every_run() * 3
    for run in runs[:70]:
        Results(path).add(run.name, {"cpu": 1.0})
    assert [run.name for run in left(runs, Results(path))] == [run.name for run in runs[70:]]


@pytest.mark.slow  # a server, and rounds on it
def test_whole_rounds_are_played_in_both_formats(houses):
    """Each frame is only asked for its version, and still nobody is refused."""
    server = houses.new().start()
    stored = Stored(server)
    played = {"xidach": "json", "bigtwo": "html"}
    tables = [
        OurTable(server.open_table("--game", game), [server], stored, form=form)
        for game, form in played.items()
    ]
    row = load(tables, lambda: [server.pid], seconds=1.0)
    stored.close()
    assert row["moves"] > 0 and row["cpu"] > 0 and row["p50"] <= row["p99"]
    for table in tables:
        assert {by for *_, by in server.moves(table.code)} == {"person"}
    assert check(server, "verify_round").endswith("all as recorded.")
    server.stop()


async def test_a_step_is_over_when_the_last_viewer_has_been_told():
    table = BareTable(port=0, name="")
    table.wires, table._at = [Spoken()], [(1, 0), (1, 0)]
    step = asyncio.create_task(table.step(0, "play", (1, 1)))
    await asyncio.sleep(0)
    for place in (0, 0, 1):
        assert not step.done()
        table.hear(place, b'{"version": 1, "hands": []}')
        await asyncio.sleep(0)
    assert await step > 0


class Spoken:
    def say(self, text):
        pass


@pytest.mark.parametrize("full", [True, False])
def test_a_missing_peer_is_said_and_in_full_it_is_a_failure(monkeypatch, tmp_path, capsys, full):
    monkeypatch.setattr(site, "MODULES", tmp_path)
    monkeypatch.setattr(bench, "record", lambda: tmp_path / "bench.jsonl")
    failure = pytest.raises(SystemExit, match="boardgame 25: ")
    with failure if full else nullcontext():
        bench.play(["boardgame", "25"], full=full, alone=True)
    assert full or "boardgame 25: missing" in capsys.readouterr().out


def test_in_full_the_packages_too_have_to_be_there(monkeypatch):
    monkeypatch.setattr(bench.sys, "argv", ["bench", "--full", "packages"])
    monkeypatch.setattr(peers, "find_spec", lambda package: None if package == "rlcard" else package)
    with pytest.raises(SystemExit, match="packages: not installed: rlcard"):
        bench.main()


@pytest.mark.slow
def test_a_site_with_a_past_is_as_it_would_be_had_it_been_played(houses):
    """Small, of today's tables: pages of its people are read, and standings are as the ledger says."""
    server = houses.new(kind="uvicorn")
    people = open_rooms(server, 2, watching=2)
    give_a_past(server, 31, rated=True, watching=2)
    assert server.rows("PRAGMA integrity_check") == [("ok",)]
    assert server.rows("PRAGMA foreign_key_check") == []
    assert server.rows("SELECT count(*), count(DISTINCT user_id), sum(points) FROM games_score") == [
        (240, 12, 0)
    ]
    assert check(server, "rebuild_standings", "--check").endswith("all as the ledger has them.")
    assert server.rows(
        "SELECT count(*), count(DISTINCT user_id) FROM games_standing WHERE season = 'all'"
    ) == [(24, 12)]
    server.start()
    for page in ("/lobby/", "/players/{name}/"):
        row = read(server, page, people, many=5)
        assert row["pages"] == 5 and row["cpu"] > 0
    server.stop()


@pytest.mark.slow
def test_at_rooms_with_a_past_starts_are_measured_apart_and_what_was_played_is_checked(houses):
    server = houses.new(kind="uvicorn").start()
    row = play([server], game="xidach", form="json", tables=2, past=5, seconds=0.1, starts=0.1)
    assert row["starts"] >= 100 and row["start"] > 0 and row["cpu"] > 0
    server.stop()  # else it plays on for who has gone
    played = really_played(server)
    assert len(played) >= 100
    rounds, standings = check_all(server)
    assert rounds == f"verify_round: {len(played)} checked, all as recorded."
    assert standings.endswith("all as the ledger has them.")
    server.change("UPDATE games_round SET points = '[7, -7, 0, 0]' WHERE id = ?", int(played[0]))
    with pytest.raises(AssertionError, match=f"round {played[0]}: another result"):
        check_all(server)
    server.stop()  # with whoever looked after it


@pytest.mark.slow
@pytest.mark.parametrize("form", ["json", "html"])
def test_people_come_back_after_a_power_cut(houses, form):
    server = houses.new(kind="uvicorn").start()
    first = server.pid
    row = come_back(server, form=form, tables=2)
    assert server.pid != first
    assert row["up"] > 0 and 0 < row["back"] < 5
    server.stop()
