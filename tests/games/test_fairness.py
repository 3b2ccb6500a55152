"""The verifiable deal: `cardroom-fair/1`."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.core import fairness
from games.core.cards import PACK_52, PACK_54, codes
from games.core.fairness import Fault, Kind, Status
from games.core.shuffle import Scripted, Seeded, stream

VECTORS = json.loads((Path(__file__).resolve().parents[1] / "cases/fairness/vectors.json").read_text())
PACKS = {"xidach": PACK_52, "bigtwo": PACK_52, "niuniu": PACK_52, "rummy": PACK_54}


def test_values():
    given = VECTORS["primitives"]
    room, number, chair = given["room"], given["round"], given["chair"]
    server, client = bytes.fromhex(given["server_seed"]), bytes.fromhex(given["client_seed"])
    assert fairness.server_commit(room, number, server) == given["server_commit"]
    assert fairness.seat_commit(room, number, chair, client) == given["seat_commit"]
    assert fairness.default_seed(room, number, chair).hex() == given["default_seed"]
    assert fairness.options_hash(given["options"]) == given["options_hash"]
    assert (fairness.pack_hash(PACK_52), fairness.pack_hash(PACK_54)) == (given["pack52"], given["pack54"])


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda v: f"{v['seed'][:4]}-{v['k']}")
def test_streams(vector):
    first = bytes(islice(stream(bytes.fromhex(vector["seed"]), vector["k"]), 64))
    assert first.hex() == vector["first64"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda v: f"{v['seed'][:4]}-{v['k']}-{v['n']}")
def test_shuffles(vector):
    shuffler, cards = Seeded(bytes.fromhex(vector["seed"])), tuple(range(vector["n"]))
    assert shuffler.deal(cards, vector["k"]) == tuple(vector["out"])
    assert shuffler.deal(cards[::-1], vector["k"]) == tuple(vector["out"])  # from canonical order, always
    if "cards" in vector:
        assert " ".join(codes(shuffler.deal(cards, vector["k"]))) == vector["cards"]


@pytest.mark.parametrize("record", VECTORS["good"], ids=lambda r: f"{r['room'][:12]}-{r['round']}")
def test_good_records(record):
    assert fairness.refute(record, PACKS.get) is None


BAD = {
    "another server seed": Fault.SERVER_COMMIT,
    "a client seed changed": Fault.SEED,
    "two seats changed places": Fault.SEATS,
    "two seats on one chair": Fault.SEATS,
    "an option changed after the deal": Fault.TRANSCRIPT,
    "two cards swapped": Fault.SHUFFLE,
    "restock not in canonical order": Fault.SHUFFLE,
    "round seed changed": Fault.ROUND_SEED,
    "version unknown": Fault.MALFORMED,
    "round number as text": Fault.MALFORMED,
}


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda v: v["why"])
def test_bad_records(vector):
    """T34"""
    fault = fairness.refute(vector["record"], PACKS.get)
    assert fault is BAD.get(vector["why"], fault)
    assert fault is not None


JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just([]) | st.just({})


@pytest.mark.slow
@pytest.mark.parametrize("record", VECTORS["good"][:3], ids=lambda r: r["game"])
@given(data=st.data())
def test_a_record_with_any_field_spoilt_is_refused_quietly(record, data):
    name = data.draw(st.sampled_from(sorted(record)))
    spoilt = {**record, name: data.draw(JUNK)}
    assume(json.dumps(spoilt) != json.dumps(record))
    assert fairness.refute(spoilt, PACKS.get) is not None


@pytest.mark.parametrize("junk", [None, [], {}, 5, "record", {"v": "cardroom-fair/1"}], ids=repr)
def test_what_is_no_record_is_malformed(junk):
    assert fairness.refute(junk, PACKS.get) is Fault.MALFORMED


# Made by us

ROOM, NUMBER = "chieu-1", 3
SERVER = fairness.default_seed("any", 1, 0)  # 32 bytes of no secret
CLIENT = fairness.default_seed("other", 1, 0)


def a_round(*seats):
    return fairness.FairRound(
        room=ROOM,
        number=NUMBER,
        game="xidach",
        ruleset="classic",
        options={"stake": 1, "pay_xi_bang": 1, "pay_xi_dach": 1, "pay_ngu_linh": 1},
        pack=PACK_52,
        server_commit=fairness.server_commit(ROOM, NUMBER, SERVER),
        seats=seats,
    )


def a_person(seat, chair, *, opens=True):
    commit = fairness.seat_commit(ROOM, NUMBER, chair, CLIENT)
    seed = CLIENT if opens else None
    return fairness.fair_seat(ROOM, NUMBER, seat=seat, chair=chair, commit=commit, seed=seed)


def test_kinds_of_seats():
    """R opens its commit; D has none, is late, or does not open it; B is a bot."""
    assert a_person(0, 4).kind is Kind.REVEALED
    late = a_person(0, 4, opens=False)
    assert (late.kind, late.seed) == (Kind.DEFAULT, fairness.default_seed(ROOM, NUMBER, 4))
    copied = fairness.fair_seat(ROOM, NUMBER, seat=0, chair=5, commit=a_person(0, 4).commit, seed=CLIENT)
    assert copied.kind is Kind.DEFAULT  # the chair's number is inside the commit
    assert fairness.bot_seat(ROOM, NUMBER, seat=1, chair=2).line().startswith("seat=1 chair=2 B - ")
    assert fairness.withheld((late, copied, a_person(1, 0))) == 2


def test_a_record_of_ours_stands():
    fair = a_round(a_person(0, 4), fairness.bot_seat(ROOM, NUMBER, seat=1, chair=2))
    record = fairness.public_record(fair, server_seed=SERVER, shuffled=[PACK_52])
    assert fairness.refute(json.loads(json.dumps(record)), PACKS.get) is None
    assert list(record) == list(VECTORS["good"][0])


def test_two_withheld_seeds_make_a_round_void():
    fair = a_round(a_person(0, 4, opens=False), a_person(1, 2, opens=False))
    over = fairness.public_record(fair, server_seed=SERVER, shuffled=[PACK_52])
    void = fairness.public_record(fair, server_seed=SERVER, shuffled=[PACK_52], status=Status.VOID)
    assert fairness.refute(over, PACKS.get) is Fault.WITHHELD
    assert fairness.refute(void, PACKS.get) is None


def test_a_round_void_before_its_close_shows_its_seed_and_no_cards():
    record = fairness.undealt_record(ROOM, NUMBER, server_seed=SERVER)
    assert fairness.refute(record, PACKS.get) is None
    assert fairness.refute({**record, "status": "over"}, PACKS.get) is Fault.TRANSCRIPT


def test_no_seed_is_shown_by_accident():
    fair = a_round(a_person(0, 4))
    for thing in (fair, Seeded(SERVER), replace(fair, room="other")):
        assert SERVER.hex() not in repr(thing) and CLIENT.hex() not in repr(thing)
        assert repr(SERVER) not in repr(thing) and repr(CLIENT) not in repr(thing)


# Shufflers


def test_a_written_deck_is_filled_in_canonical_order():
    shuffler = Scripted(((PACK_52[51], PACK_52[1]), (PACK_52[3], PACK_52[2])))
    assert shuffler.deal(PACK_52[:4], 0) == (1, 0, 2, 3)  # only the cards being shuffled
    assert shuffler.deal(PACK_52, 0)[:3] == (51, 1, 0)
    assert shuffler.deal(PACK_52[:4], 1) == (3, 2, 0, 1)
    assert shuffler.deal(PACK_52[3::-1], 2) == (0, 1, 2, 3)  # no entry: canonical order


def test_shufflers_are_values():
    assert Seeded(SERVER) == Seeded(SERVER) and hash(Scripted(())) == hash(Scripted(()))
