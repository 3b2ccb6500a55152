"""What tests of pages ask for."""

import pytest
from django.template import engines

from games.presenters import zone as memo


@pytest.fixture
def missing(monkeypatch):
    """What a template asks for in vain shows as this, instead of as nothing."""
    mark = "¿"
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", mark + "%s?")
    memo._rendered_once.cache_clear()
    yield mark
    memo._rendered_once.cache_clear()
