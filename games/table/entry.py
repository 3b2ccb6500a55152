"""Who is let in at a table, and as whom tables know them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import translation

from accounts.requests import PersonRequest
from games.live.viewing import Person
from lobby import services as rooms
from lobby.models import Room
from lobby.wire.hearing import meet, quiet_of


def let_in(request: PersonRequest, code: str, page: str) -> Room | HttpResponse:
    """The room of this code, for who may enter it and is now seen there; or where they are sent."""
    found = find_room(request, code, page)
    if isinstance(found, Room):
        rooms.note_seen(room_id=found.pk, user_id=request.user.pk)
    return found


def find_room(request: PersonRequest, code: str, page: str) -> Room | HttpResponse:
    """The room of this code, for who may enter it; or where they are sent."""
    found = Room.objects.called(code).first()
    if found is None:
        raise Http404
    meet([request.user])
    apart = quiet_of(request.user.pk).apart
    if rooms.is_kept_out(found, request.user, apart=apart):
        raise Http404
    if code != found.code:
        return redirect(page, code=found.code)
    if not rooms.may_enter(found, request.user, apart=apart):
        return redirect("room_join", code=found.code)
    return found


def person_of(request: PersonRequest) -> Person:
    """Who asks, as tables know people."""
    user = request.user
    return Person(
        id=user.pk,
        name=user.username,
        session_key=request.session.session_key or "",
        language=translation.get_language() or "vi",
    )
