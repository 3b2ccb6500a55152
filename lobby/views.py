from typing import Any

from allauth.core.ratelimit import respond_429
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.blocks.quiet import apart_from
from accounts.limits import allow_try
from accounts.pages import render_page
from accounts.requests import PersonRequest, Request
from lobby import catalogue, listing
from lobby.catalogue import GAMES, Game
from lobby.forms import RoomForm, last_settings, sent_fields
from lobby.models import CODE_LENGTH, LINK_LENGTH, Room
from lobby.refusals import Refusal
from lobby.rounds import rounds
from lobby.services import add_bot, create_room, is_kept_out
from lobby.services.my_seats import rooms_of
from lobby.services.rooms import usual_name


@require_safe
def landing(request: Request) -> HttpResponse:
    return render(request, "lobby/landing.html", {"games": GAMES.values(), "code_length": CODE_LENGTH})


# --- the lobby --------------------------------------------------------------------------------


@require_safe
def lobby(request: Request) -> HttpResponse:
    """What is being played tonight, and the way in."""
    code = request.GET.get("code", "")
    if code and not allow_try(request, "code"):
        return respond_429(request)
    if code and (room := _called(code)) and not is_kept_out(room, request.user):
        return redirect("room", room.code)
    return render_page(
        request, "lobby/lobby.html", _lobby_context(request, wrong_code=code), "open-rooms", "tip"
    )


def _called(code: str) -> Room | None:
    """The room of a code as people type it: any case, with the blanks and dashes of a message."""
    plain = "".join(letter for letter in code if letter.isalnum())[: LINK_LENGTH + 1]
    return Room.objects.called(plain).first() if plain.isascii() else None


def _lobby_context(request: Request, *, wrong_code: str) -> dict[str, Any]:
    game, free = GAMES.get(request.GET.get("game", "")), request.GET.get("free") == "1"
    window = listing.window(request.GET.get("window"))
    apart = apart_from(request.user)
    asked: dict[str, Any] = {"game": game.key if game else "", "free": free, "apart": apart}
    rooms, counts = listing.first_rows(window, **asked), listing.rooms_by_game(apart=apart)
    all_rooms = sum(counts.values())
    listed = len(rooms)
    if listed == window:  # there may be more
        listed = (
            listing.open_rooms(**asked).count() if free else counts.get(game.key, 0) if game else all_rooms
        )
    return {
        "games": [{"game": game, "rooms": counts.get(game.key, 0)} for game in GAMES.values()],
        "all_games": tuple(GAMES.values()),
        "rooms": rooms,
        "listed": listed,
        "window": window,
        "more": min(2 * window, listing.MOST) if window < min(listed, listing.MOST) else None,
        "game": game,
        "free": free,
        "room_count": all_rooms,
        "people_count": listing.people_playing(apart=apart),
        "waiting": _waiting_rooms(request),
        "tip": game or _usual_game(),
        "wrong_code": wrong_code,
        "code_length": CODE_LENGTH,
    }


def _usual_game() -> Game:
    """The first of the house."""
    return next(iter(GAMES.values()))


def _waiting_rooms(request: Request) -> list[dict[str, Any]]:
    """Where this person sits already, and whether it is their turn: first where cards are on the table."""
    if not request.user.is_authenticated:
        return []
    rooms = rooms_of(request.user.pk)
    played = [room.pk for room in rooms if room.status == Room.Status.PLAYING]
    mine = rounds().awaiting(request.user.pk, played) if played else set()
    return [{"room": room, "game": catalogue.game(room.game), "turn": room.pk in mine} for room in rooms]


# --- opening a room ---------------------------------------------------------------------------


@login_required
def room_new(request: PersonRequest) -> HttpResponse:
    """One screen; what is left as it is stays as usual, or as this person had it last time."""
    if request.method == "POST":
        return _open_room(request)
    last = Room.objects.filter(owner=request.user, game__in=GAMES).order_by("-pk").first()
    game = GAMES.get(request.GET.get("game") or (last.game if last else ""), _usual_game())
    last = Room.objects.filter(owner=request.user, game=game.key).order_by("-pk").first()
    first_time = {"name": usual_name(request.user)}
    initial: dict[str, Any] = last_settings(last) if last else first_time
    bots = request.GET.get("bots", "")
    initial["bots"] = int(bots) if bots in map(str, range(game.most)) else int(request.user.is_guest)
    return _room_new_page(request, _form(request, game, initial=initial))


def _form(request: PersonRequest, game: Game, *args: Any, **kwargs: Any) -> RoomForm:
    form = RoomForm(game, *args, **kwargs)
    if request.user.is_muted:
        form.keep_name(usual_name(request.user))
    return form


def _open_room(request: PersonRequest) -> HttpResponse:
    game = GAMES.get(request.POST.get("game", ""))
    if game is None:
        return _room_new_page(
            request, _form(request, _usual_game(), sent_fields(request.POST)), wrong_game=True
        )
    form = _form(request, game, sent_fields(request.POST))
    if form.is_valid():
        room = _create(request, form)
        if isinstance(room, Room):
            return redirect("room", room.code)
        form.refuse(room)
    return _room_new_page(request, form)


@transaction.atomic
def _create(request: PersonRequest, form: RoomForm) -> Room | Refusal:
    """The room, and the bots its creator asked for, on the chairs beside them; or none of it, and why."""
    room = create_room(by=request.user, **form.room())
    if isinstance(room, Refusal):
        return room
    for chair in range(1, 1 + form.bots_to_seat()):
        seated = add_bot(room_id=room.pk, by=request.user, seat=chair, level=form.game.usual_level)
        if isinstance(seated, Refusal):
            transaction.set_rollback(True)
            return seated
    return room


def _room_new_page(request: PersonRequest, form: RoomForm, *, wrong_game: bool = False) -> HttpResponse:
    context = {"form": form, "game": form.game, "games": GAMES.values(), "wrong_game": wrong_game}
    return render(request, "lobby/room_new.html", context, status=form.status)
