"""A sentence is asked for once in each language: who draws a round again asks for none."""

from collections import Counter
from random import Random

import pytest
from django.utils.translation import trans_real

from games import registry
from games.table import zone as memo
from games.templatetags import once
from tests.tables.scene import page, told_by
from tests.test_shared_files import PLAYED

GAMES = {game.engine.game: game for game in PLAYED}
if set(registry.GAMES) - set(GAMES):  # tests/fifth_game asks for it
    from tests.fifth_game.table import GAME as BAICAO

    GAMES = {BAICAO.engine.game: BAICAO}
NAMES = ("cai", "an", "binh", "chi", "dung", "em", "gia", "hoa")
LANGUAGES = ("vi", "en", "zh-hans")
MOMENTS = 12  # of a round that are drawn, the first and the last among them
DRAWN = (memo._rendered_once, memo._all_rendered, memo._said_once)


@pytest.fixture
def asked(monkeypatch):
    """What gettext is asked for from now on, and how often."""
    asked = Counter()

    def count(name):
        ask = getattr(trans_real.DjangoTranslation, name)

        def counted(catalogue, sentence, *more):
            asked[catalogue.to_language(), sentence] += 1
            return ask(catalogue, sentence, *more)

        monkeypatch.setattr(trans_real.DjangoTranslation, name, counted)

    count("gettext")
    count("ngettext")
    return asked


def draw(game, played):
    """Every page at some moments of a round, each zone of it anew."""
    last = len(played.states) - 1
    for step in sorted({last * moment // (MOMENTS - 1) for moment in range(MOMENTS)}):
        states = played.states[: step + 1]
        for seat in played.viewers:
            zones = page(game.engine, played.setup, states, seat, names=NAMES)[1]
            for language in LANGUAGES:
                for kept in DRAWN:
                    kept.cache_clear()
                yield told_by(zones, language)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_is_drawn_again_asks_for_no_sentence(name, asked):
    game = GAMES[name]
    played = game.play(Random(name).randrange(10_000))
    for kept in (once._said, once._counted):
        kept.cache_clear()
    first = list(draw(game, played))
    assert {language for language, _sentence in asked} == set(LANGUAGES)
    asked.clear()
    assert list(draw(game, played)) == first
    assert not asked
