"""What tests of the rulebooks ask for."""

import gc

import pytest


@pytest.fixture
def undisturbed():
    """Who is timed does not tidy up after every other test meanwhile."""
    gc.disable()
    yield
    gc.enable()
