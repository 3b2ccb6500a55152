"""A house that has one game more, and people who come to it through its doors."""

import pytest

from tests.browser.conftest import browser, comes  # noqa: F401  (fixtures: they come to the server below)


@pytest.fixture
def server(houses):
    """`manage.py serve` with a settings module that adds a name to the list."""
    return houses.shared(DJANGO_SETTINGS_MODULE="tests.fifth_game.settings")
