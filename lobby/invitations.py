"""The way in by a room's link: what whoever comes from outside is shown, and the one button there."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

import qrcode
from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.db import IntegrityError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_POST, require_safe
from qrcode.image.svg import SvgPathFillImage

from accounts.limits import address, allow_account, allow_try
from accounts.models import User
from accounts.requests import PersonRequest, Request
from accounts.services import make_guest, make_guest_called
from lobby import services
from lobby.catalogue import GAMES
from lobby.facts import ROBOT
from lobby.forms import JoinForm
from lobby.models import Presence, Room
from lobby.refusals import Code, Refusal
from lobby.services.seats import NO_CHAIR
from lobby.sitting import NAME_IS_TAKEN, SitForm

WISH: Final = "sit"  # in the address one comes back to: they mean to sit down
PICTURE: Final = {"width": 1200, "height": 630}  # of games/<game>/preview.png
FACES: Final = 8  # of those who sit there

# --- what is shown ----------------------------------------------------------------------------


def for_stranger(request: Request, code: str) -> HttpResponse:
    """The link of a room, opened by somebody who is not logged in."""
    room = _called(request, code)
    if isinstance(room, HttpResponse):
        return room
    if code != room.code:
        return redirect("room", code=room.code)
    return _page(request, room, _form(request, room))


def for_person(request: PersonRequest, room: Room) -> HttpResponse | None:
    """The same for who is let in and comes from outside; None where they go on to the table."""
    wished = WISH in request.GET
    if not wished and request.headers.get("Sec-Fetch-Site") != "cross-site":
        return None
    if _may_be_asked(room, request.user):
        return _page(request, room, _form(request, room))
    return redirect("room", code=room.code) if wished else None


@login_required
def room_join(request: PersonRequest, code: str) -> HttpResponse:
    """The door of a room with a password: asked once an account; who is let in goes straight to the table."""
    room = get_object_or_404(Room.objects.called(code))
    if services.may_enter(room, request.user):
        return redirect("room", room.code)
    if not _is_there(room, request.user):
        raise Http404
    form = JoinForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _let_in(request, room, form):
        return redirect("room", room.code)
    return _page(request, room, form)


def _called(request: Request, code: str) -> Room | HttpResponse:
    """The room of this code, where there is one for whoever asks."""
    if not request.user.is_authenticated and not allow_try(request, "code"):
        return respond_429(request)
    room = Room.objects.called(code).select_related("owner").first()
    if room is None or not _is_there(room, request.user):
        raise Http404
    return room


def _is_there(room: Room, user: Any) -> bool:
    """For this person; a room may be of a game that the house has no more."""
    return room.game in GAMES and not services.is_kept_out(room, user)


def _may_be_asked(room: Room, user: User) -> bool:
    closed = room.status == Room.Status.CLOSED or room.game not in GAMES
    return not closed and not _is_here(room, user) and not services.is_kicked(room, user)


def _is_here(room: Room, user: User) -> bool:
    """Sits there, or was seen there a moment ago."""
    here = Presence.objects.people_of([room.pk])[room.pk]
    return user.pk in here or room.owner_id == user.pk or services.is_seated(room, user)


def _form(request: Request, room: Room) -> SitForm:
    data = request.POST if request.method == "POST" else None
    return SitForm(data, stranger=not request.user.is_authenticated, locked=_is_locked(request, room))


def _is_locked(request: Request, room: Room) -> bool:
    return room.visibility == Room.Visibility.PASSWORD and not services.may_enter(room, request.user)


def _page(request: Request, room: Room, form: JoinForm) -> HttpResponse:
    """Of a room that is not public no more than its host and its game."""
    listed = room.visibility == Room.Visibility.PUBLIC
    sitting = list(room.seats.select_related("user")) if listed else []
    game, address_of = GAMES[room.game], reverse("room", args=[room.code])
    context = {
        "room": room,
        "listed": listed,
        "game": game,
        "host": room.owner,
        "sitting": [_face(seat) for seat in sitting[:FACES]],
        "more": max(0, len(sitting) - FACES),
        "closed": room.status == Room.Status.CLOSED,
        "playing": listed and room.status == Room.Status.PLAYING,
        "full": listed and len(sitting) >= room.seat_count,
        "form": form,
        "stranger": not request.user.is_authenticated,
        "next": f"{address_of}?{urlencode({WISH: 1})}",
        "link": request.build_absolute_uri(address_of),
        "picture": PICTURE | {"url": request.build_absolute_uri(static(f"games/{game.key}/preview.png"))},
    }
    return render(request, "lobby/invitation.html", context, status=form.status)


def _face(seat: Any) -> dict[str, str]:
    if seat.user is None:
        return {"name": seat.bot_name, "avatar": ROBOT}
    return {"name": seat.user.username, "avatar": seat.user.avatar}


# --- the one button ---------------------------------------------------------------------------


@require_POST
def sit_down(request: Request, code: str) -> HttpResponse:
    """On a free chair and ready, whoever asks: who is not logged in comes as a guest. Where no chair is free
    they watch."""
    room = _called(request, code)
    if isinstance(room, HttpResponse):
        return room
    if room.status == Room.Status.CLOSED:
        return redirect("room", code=room.code)
    form = _form(request, room)
    if form.is_named and not allow_account(request, "guest"):
        return respond_429(request)
    if (
        form.is_valid()
        and _may_come(room, form)
        and _is_somebody(request, form)
        and _enters(request, room, form)
    ):
        return _seated(request, room)
    return _page(request, room, form)


def _may_come(room: Room, form: SitForm) -> bool:
    """Nobody becomes a guest for a table at which there is neither a chair nor a place to watch."""
    if form.is_named and not room.spectators and room.seats.count() >= room.seat_count:
        form.add_error(None, NO_CHAIR.sentence)
    return form.is_valid()


def _is_somebody(request: Request, form: SitForm) -> bool:
    """From here on they are logged in: the tries of a password are theirs."""
    if not form.is_named:
        return True
    try:
        guest = make_guest_called(form.cleaned_data["name"], form.avatar)
    except IntegrityError:  # somebody was quicker
        if not form.is_made_up:
            form.add_error("name", NAME_IS_TAKEN)
            return False
        guest = make_guest()
    get_adapter(request).login(request, guest)
    form.has_a_name()
    return True


def _enters(request: Any, room: Room, form: SitForm) -> bool:
    return "password" not in form.fields or _let_in(request, room, form)


def _let_in(request: PersonRequest, room: Room, form: JoinForm) -> bool:
    answer = services.join_with_password(
        room_id=room.pk,
        by=request.user,
        password=form.cleaned_data["password"],
        address=address(request),
    )
    if isinstance(answer, Refusal):
        form.refuse(answer)
    return form.is_valid()


def _seated(request: Any, room: Room) -> HttpResponse:
    """At the table in any case, which tells who may not sit there why."""
    answer = services.sit_down(room_id=room.pk, by=request.user)
    if isinstance(answer, Refusal) and answer.code == Code.SEAT_TAKEN:
        messages.info(request, answer.sentence)
    return redirect("room", code=room.code)


# --- who logs in or signs up on the way -------------------------------------------------------


@receiver(user_logged_in)
def on_logged_in(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Who went from an invitation to the log-in sits down as they come back. Where they may not, the page
    they come back to says so."""
    code = _wished(request.POST.get("next") or request.GET.get("next", "")) if request else None
    room = Room.objects.called(code).first() if code else None
    if room is not None:
        services.sit_down(room_id=room.pk, by=user)


def _wished(url: str) -> str | None:
    """The code of the room at which somebody means to sit down who goes on to this address."""
    try:
        parts = urlsplit(url)
        page = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if parts.netloc or page.url_name != "room" or WISH not in parse_qs(parts.query):
        return None
    return str(page.kwargs["code"])


# --- to send it on ----------------------------------------------------------------------------


@require_safe
@login_required
def qr(request: PersonRequest, code: str) -> HttpResponse:
    """The link as a square to be held up; that of an unlisted room for who is in it."""
    room = get_object_or_404(Room.objects.called(code))
    in_it = room.visibility != Room.Visibility.UNLISTED or _is_here(room, request.user)
    if not in_it or not services.may_enter(room, request.user):
        raise Http404
    link = request.build_absolute_uri(reverse("room", args=[room.code]))
    drawn = qrcode.make(link, image_factory=SvgPathFillImage, border=2)
    return HttpResponse(drawn.to_string(), content_type="image/svg+xml; charset=utf-8")
