"""The page of a game's rules."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.books import rulebook
from games.registry import ENGINES
from lobby import catalogue


@require_safe
def rules(request: Request, game: str) -> HttpResponse:
    """The rulebook of one game of the house, for people."""
    book = rulebook(game)
    if book is None:
        raise Http404
    games = [{"game": name, "face": catalogue.game(name)} for name in ENGINES if rulebook(name)]
    return render(request, "games/rules.html", {"book": book, "face": catalogue.game(game), "games": games})
