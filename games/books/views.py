"""The page of a game's rules."""

from __future__ import annotations

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.books import rulebook
from games.books.marks import told_marks
from games.books.printed import printed
from lobby.catalogue import GAMES


@require_safe
def rules(request: Request, game: str) -> HttpResponse:
    """The rulebook of one game of the house, for people: first the `ruleset` asked for in one minute."""
    book = rulebook(game)
    if book is None:
        raise Http404
    games = [other for other in GAMES.values() if rulebook(other.key)]
    articles = printed(game, translation.get_language() or "")
    asked = request.GET.get("ruleset", "")
    ruleset = asked if asked in articles.minutes else GAMES[game].usual_ruleset
    context = {
        "book": book,
        "printed": articles,
        "minute": articles.minutes[ruleset],
        "ruleset": ruleset,
        "game": GAMES[game],
        "games": games,
    }
    return render(request, "games/rules.html", context)


@require_safe
def marks(request: Request, game: str) -> HttpResponse:
    """What its table points out to a newcomer, who asks for it once."""
    told = told_marks(game)
    if told is None:
        raise Http404
    return JsonResponse(told)
