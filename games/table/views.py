"""The page of a table, whole, as the socket would bring it."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import PersonRequest
from games.archive.views import history_of
from games.live.hall import hall
from games.table import html_of, with_token, zones_of
from games.table.entry import find_room, person_of
from games.table.newcomers import still_new
from games.table.sight import Sight
from lobby import invitations
from lobby.models import Room
from lobby.services import note_seen

WAITING: Final = 5  # seconds before a page without scripts looks again
ACTING: Final = 20  # the same while it is one's turn: no choice is hurried


@require_safe
def room(request: PersonRequest, code: str) -> HttpResponse:
    """The table, whole, as the socket would bring it; the invitation to it for who comes from outside."""
    if not request.user.is_authenticated:
        return invitations.for_stranger(request, code)
    found = find_room(request, code, "room")
    if isinstance(found, HttpResponse):
        return found
    invitation = invitations.for_person(request, found)
    if invitation is not None:
        return invitation
    note_seen(room_id=found.pk, user_id=request.user.pk)
    if found.status == Room.Status.CLOSED:
        return history_of(request, found)
    return _table(request, hall.seen_by(found.pk, person_of(request)))


def _table(request: PersonRequest, sight: Sight) -> HttpResponse:
    token, language, seen = get_token(request), sight.viewer.language, sight.seen
    zones = zones_of(sight.table, seen, sight.viewer)
    context = {
        "zones": {name: with_token(html_of(zone, language), token) for name, zone in zones.items()},
        "room": sight.table.room,
        "log_title": sight.log_title,
        "viewer": sight.viewer,
        "still": "still" in request.GET,
        "coached": still_new(sight.table.room.game, request.user.coached) if request.user.coach else None,
        "refresh": ACTING if seen and seen.seat in seen.to_act else WAITING,
    }
    return render(request, "games/table.html", context)
