"""Why somebody is told no: one type for rooms, sockets, forms and pages, with a sentence for each code."""

from dataclasses import replace

import pytest
from django.utils import translation

from games import registry
from games.core import refusal as engine
from games.core.cards import hand
from games.core.engine import SeatNo
from games.rounds.terms import refused
from games.xidach import play as xidach
from games.xidach.rules import CLASSIC
from games.xidach.worked import table_at
from lobby.refusals import OTHERWISE, Code, Refusal, refuse

FACTS = {"value": 14, "max": 10, "least": 16, "target": 2, "limit": 3}

SAID = [refuse(code, **FACTS) for code in Code]
SAID += [refused(engine.refuse(code, **FACTS), "xidach") for code in engine.Code]
SAID += [
    refused(engine.Refusal(code, facts=tuple(FACTS.items())), name)
    for name, game in registry.GAMES.items()
    for code in game.words.refusals
]


@pytest.mark.parametrize("language", ["vi", "en", "zh-hans"])
@pytest.mark.parametrize("refusal", SAID, ids=lambda refusal: str(refusal.code))
def test_every_refusal_has_a_sentence_of_its_own(refusal, language):
    with translation.override(language):
        assert refusal.sentence != str(OTHERWISE) and "%" not in refusal.sentence


def test_what_the_sentence_speaks_of_may_be_missing():
    with translation.override("en"):
        assert refused(engine.Refusal(xidach.Code.MUST_DRAW), "xidach").sentence == str(OTHERWISE)
        assert Refusal("no_such_code").sentence == "That is not possible now."


def test_a_refusal_helps():
    with translation.override("en"):
        assert "14" in refused(engine.refuse(xidach.Code.MUST_DRAW, "XD-22", value=14), "xidach").sentence


def test_a_refusal_names_the_number_of_the_rules_that_said_no():
    strict = replace(CLASSIC, compare_from=18)
    table = table_at(strict, xidach.NHA_CAI, hand("TC 7C"))
    refusal = xidach.compare(table, xidach.NHA_CAI, SeatNo(1))
    with translation.override("en"):
        assert refused(refusal, "xidach").sentence == "You have 17. You can check hands from 18 on."
