"""One tap on a game: a table of one's own with bots, and cards in hand."""

from __future__ import annotations

from typing import Final, cast

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.limits import address, allow, allow_account
from accounts.requests import PersonRequest, Request
from accounts.services import make_guest
from games.live.practice import deal
from games.table.entry import person_of
from lobby import services as rooms
from lobby.catalogue import GAMES
from lobby.refusals import Refusal

FROM_AN_ADDRESS: Final = 60  # of strangers and guests there, in ten minutes


@require_POST
def practice(request: Request) -> HttpResponse:
    """Who is a stranger becomes a guest by it; who may not is not made one."""
    game, ruleset = request.POST.get("game", ""), request.POST.get("ruleset", "")
    played = GAMES.get(game)
    if played is None or ruleset not in ("", *played.rulesets):
        return _refused(request, _("Choose one of these games."))
    if not _may_ask(request):
        too_often: HttpResponse = respond_429(request)
        return too_often
    if not request.user.is_authenticated:
        if no := rooms.practice_is_full():
            return _refused(request, no.sentence)
        get_adapter(request).login(request, make_guest())
    return _dealt(cast(PersonRequest, request), game, ruleset)


def _dealt(request: PersonRequest, game: str, ruleset: str) -> HttpResponse:
    room = rooms.open_practice(by=request.user, game=game, ruleset=ruleset)
    if isinstance(room, Refusal):
        return _refused(request, room.sentence)
    deal(room.pk, person_of(request))
    return redirect("room", room.code)


def _may_ask(request: Request) -> bool:
    """Whoever has no account could come anew for each table."""
    if request.user.is_authenticated and not request.user.is_guest:
        return True
    where = address(request)
    allowed = where is None or allow(f"practice:{where}", times=FROM_AN_ADDRESS, seconds=600)
    return allowed and (request.user.is_authenticated or allow_account(request, "guest"))


def _refused(request: Request, sentence: str) -> HttpResponse:
    messages.error(request, sentence)
    return redirect("lobby" if request.user.is_authenticated else "landing")
