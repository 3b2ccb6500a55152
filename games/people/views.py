"""Pages about people: the boards, and who somebody is."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.pages import render_page
from accounts.requests import Request
from games.people import boards, profiles
from lobby.catalogue import GAMES


@require_safe
def leaderboard(request: Request) -> HttpResponse:
    """Who won what in rated rounds, for anybody; beside it the visitor's own numbers."""
    choice = boards.Choice.read(request.GET)
    context = boards.board_page(choice, request.user, request.GET.get("page"))
    sums = profiles.sums_of(request.user) if request.user.is_authenticated else None
    context |= {"games": GAMES.values(), "sums": sums}
    return render_page(request, "games/leaderboard.html", context, "board")


@require_safe
def player(request: Request, username: str) -> HttpResponse:
    """Who somebody is at the tables, as far as this visitor may know."""
    person = User.people.visible_to(request.user).called(username).first()
    if person is None:
        raise Http404
    if person.username != username:
        return redirect("player", person.username)
    return render(request, "games/player.html", profiles.profile(person, request.user))
