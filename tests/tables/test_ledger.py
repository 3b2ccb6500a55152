"""The sổ of a room: who owes whom, in the fewest transfers, and the file it comes as."""

import csv

import pytest

from games.archive.ledger_file import transfers

EVENINGS = [
    # totals                                        transfers
    ({}, []),
    ({"cai": 0, "an": 0}, []),
    ({"cai": 5, "an": -5}, [("an", "cai", 5)]),
    ({"cai": 7, "an": -3, "binh": -4}, [("binh", "cai", 4), ("an", "cai", 3)]),
    ({"cai": 3, "an": -3, "binh": 9, "chi": -9}, [("an", "cai", 3), ("chi", "binh", 9)]),
    ({"cai": -10, "an": 6, "binh": 4}, [("cai", "an", 6), ("cai", "binh", 4)]),
]


@pytest.mark.parametrize(("totals", "paid"), EVENINGS)
def test_debts_are_settled(totals, paid):
    assert transfers(totals.items()) == paid


@pytest.mark.slow
async def test_the_ledger_and_the_history_of_a_room(server):
    async with server.table(seats=3) as table:
        for _ in range(2):
            await table.play_round()
        totals = table.people[0].room["totals"]
        status, body = server.get(f"/rooms/{table.code}/ledger.csv", table.cookies[0])
        assert status == 200
        rows = list(csv.reader(body.decode().splitlines()))
        names = rows[0][1:]
        assert [row[0] for row in rows[1:4]] == ["1", "2", "total"]
        assert dict(zip(names, map(int, rows[3][1:]), strict=True)) == totals
        assert all(sum(map(int, row[1:])) == 0 for row in rows[1:4])
        status, page = server.get(f"/rooms/{table.code}/history/", table.cookies[0])
        assert status == 200 and all(name in page.decode() for name in names)
        assert server.get(f"/rooms/{table.code}/ledger.csv")[0] == 302  # a stranger logs in first
