"""The list of OWASP ASVS 5.0.0: no number is missing, and every test it names is there."""

import re

import pytest

from tests.edges.test_threats import named_in, not_one
from tests.files import ROOT

LEVEL_1 = """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1
6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1
10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1
15.3.1
"""
LEVEL_2 = """
1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2
1.4.3 1.5.2 2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3 6.3.4
6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1
7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1 14.1.1 14.1.2 14.2.2 14.2.3 14.2.4
14.3.2 14.3.3
"""


def rows():
    text = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")
    return re.findall(r"^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (.+) \|$", text, re.MULTILINE)


def test_no_number_is_missing():
    told = {number: level for number, level, _asks, _shown in rows()}
    assert len(told) == len(rows()), "none twice"
    assert {number for number, level in told.items() if level == "1"} == set(LEVEL_1.split())
    assert {number for number, level in told.items() if level == "2"} == set(LEVEL_2.split())


@pytest.mark.slow
def test_every_row_has_a_test_that_is_there_or_a_reason():
    for number, _level, asks, shown in rows():
        assert not not_one(named_in(shown)), (number, not_one(named_in(shown)))
        assert named_in(shown) or len(shown) >= 8, f"{number} ({asks}) is shown by nothing"
