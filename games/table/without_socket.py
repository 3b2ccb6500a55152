"""The table without its socket: forms are posted, and the page asks now and then how the table stands.

They come through the same door as over a socket. A script that posts is answered by the frames a socket would
have brought; a browser without scripts is sent back to the page, which says why where something was refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from accounts import notices
from accounts.models import User
from accounts.paces import Pace
from accounts.requests import PersonRequest
from games.live.hall import hall
from games.live.html_voice import HtmlVoice
from games.live.hub import Hub
from games.live.speaker import KINDS, Speaker
from games.live.viewing import Person
from games.table.entry import find_room, person_of
from lobby import site_clock
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse
from lobby.wire.closes import Close
from lobby.wire.frames import MalformedFrameError, frame, from_post, read_frame

polls: Final = Pace(20, 5, name="polls")  # of a person, at all tables together


@require_POST
@login_required
def play(request: PersonRequest, code: str) -> HttpResponse:
    """A move: `do`, `round`, `n` and its own fields."""
    return _hear(request, code, "do")


@require_POST
@login_required
def room_word(request: PersonRequest, code: str) -> HttpResponse:
    """A word of the room."""
    return _hear(request, code, "room")


@require_GET
@login_required
def zones(request: PersonRequest, code: str) -> HttpResponse:
    """The table as it stands, or nothing where the page shows it already. Who is answered is there.

    Who asks too often is not: whether they may see this room has not been asked, and some of the same page's
    questions are answered in time.
    """
    if not polls.take(request.user.pk):
        return HttpResponse(status=429)
    found = find_room(request, code, "zones")
    if isinstance(found, HttpResponse):
        return found
    person = person_of(request)
    told = hall.ask(_look(found.pk, person)) + _notices(request.user, person.language)
    have = request.GET.get("have")
    return HttpResponse(status=204) if have == _mark(told) else _frames(told)


def _notices(user: User, language: str) -> list[str]:
    """After the table, what the house tells whoever asks."""
    return [notices.framed(notices.waiting_for(user.pk), language)] if user.has_notice else []


# --- at the table -----------------------------------------------------------------------------


def _hear(request: PersonRequest, code: str, kind: str) -> HttpResponse:
    found = find_room(request, code, "room")
    if isinstance(found, HttpResponse):
        return found
    data = _read(request, kind)
    refusal, told = hall.ask(_say(found.pk, request.user, person_of(request), kind, data))
    sentence = refusal.sentence if refusal else ""
    if not request.htmx:
        return _back(request, found, sentence)
    return _frames(told, *([frame(type="refused", code=refusal.code, text=sentence)] if refusal else []))


def _read(request: PersonRequest, kind: str) -> Mapping[str, object] | None:
    try:
        said, data = read_frame(from_post(dict(request.POST.lists())), kinds=KINDS)
    except MalformedFrameError:
        return None
    return data if said == kind else None


async def _say(
    room_id: int, user: User, person: Person, kind: str, data: Mapping[str, object] | None
) -> tuple[Refusal | None, list[str]]:
    """What was refused, if anything, and where the page is out of date, the table as it is now."""
    async with hall.arrival(room_id, person) as hub:
        limits = hall.limits_of(room_id, person)
        speaker = Speaker(user=user, hub=hub, limits=limits, by_form=True)
        if data is not None:
            refusal = await speaker.say(kind, data)
        else:
            refusal = refuse(Code.MALFORMED if limits.take_frame() else Code.RATE_LIMITED)
        if refusal is not None and refusal.code != Code.STALE:
            return refusal, []
        await hub.refresh()
        return refusal, _told(hub, person)


async def _look(room_id: int, person: Person) -> list[str]:
    async with hall.arrival(room_id, person) as hub:
        return _told(hub, person)


def _told(hub: Hub, person: Person) -> list[str]:
    """What a socket would be told that opens now."""
    closed = hub.facts.room.status == Room.Status.CLOSED
    return [*HtmlVoice(hub, person).frames(), *([frame(type="bye", reason=Close.CLOSED)] if closed else [])]


# --- the answer -------------------------------------------------------------------------------


def _frames(told: list[str], *said: str) -> JsonResponse:
    """`have`, given back with the next question, says which state of the table the page shows."""
    answer = {
        "frames": [*said, *told],
        "have": _mark(told) if told else None,
        "at": site_clock.now().isoformat(),
    }
    return JsonResponse(answer)


def _mark(told: list[str]) -> str:
    return sha256("".join(told).encode()).hexdigest()[:16]


class SeeOther(HttpResponseRedirect):
    status_code = 303


def _back(request: PersonRequest, room: Room, sentence: str) -> HttpResponse:
    if sentence:
        messages.error(request, sentence)
    return SeeOther(reverse("room", args=[room.code]) + "#dock")
