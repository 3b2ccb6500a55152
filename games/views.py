"""Pages of tables and rounds. They know who asks; what may be seen is the view's and the models' to say."""

from __future__ import annotations

from secrets import compare_digest
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import connection
from django.http import Http404, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis

from accounts.models import User
from accounts.pages import render_page
from accounts.requests import PersonRequest, Request
from games import boards, finished, ledger, presenters, profiles, services
from games.books import rulebook
from games.live.hall import hall
from games.live.viewing import Person, passer_by
from games.models import Round
from games.presenters.sight import Sight
from games.registry import ENGINES
from lobby import catalogue
from lobby import services as lobby
from lobby.models import Room

log = structlog.get_logger()

DEALS_A_PAGE = 30
WAITING, ACTING = 5, 20  # seconds before a page without scripts looks again: no choice is hurried


@require_safe
@login_required
def room(request: PersonRequest, code: str) -> HttpResponse:
    """The table, whole, as the socket would bring it."""
    found = _let_in(request, code, "room")
    if isinstance(found, HttpResponse):
        return found
    if found.status == Room.Status.CLOSED:
        return _history(request, found)
    return _table(request, hall.seen_by(found.pk, person_of(request)))


def _table(request: PersonRequest, sight: Sight) -> HttpResponse:
    token, language, play = get_token(request), sight.viewer.language, sight.play
    zones = presenters.zones(sight.table, play, sight.viewer)
    context = {
        "zones": {
            name: presenters.with_token(presenters.render(zone, language), token)
            for name, zone in zones.items()
        },
        "room": sight.table.room,
        "viewer": sight.viewer,
        "still": "still" in request.GET,
        "refresh": ACTING if play and play.seat in play.to_act else WAITING,
    }
    return render(request, "games/table.html", context)


@require_safe
@login_required
def room_history(request: PersonRequest, code: str) -> HttpResponse:
    """Every round of a room, with what each player won or lost."""
    found = _let_in(request, code, "history")
    return found if isinstance(found, HttpResponse) else _history(request, found)


def _history(request: PersonRequest, room: Room) -> HttpResponse:
    context = finished.history_page(room, request.GET.get("page")) | {"face": catalogue.game(room.game)}
    return render_page(request, "games/history.html", context, "rounds")


@require_safe
@login_required
def room_ledger(request: PersonRequest, code: str) -> HttpResponse:
    """The evening's points as a file."""
    found = _let_in(request, code, "ledger")
    if isinstance(found, HttpResponse):
        return found
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.code}.csv"'
    ledger.write_csv(found, response)
    return response


@require_safe
@login_required
def room_fairness(request: PersonRequest, code: str) -> HttpResponse:
    """Every deal of a room: what was committed to, and what became known."""
    found = _let_in(request, code, "fairness")
    if isinstance(found, HttpResponse):
        return found
    page = Paginator(finished.deals_of(found), DEALS_A_PAGE).get_page(request.GET.get("page"))
    void = finished.deals_of(found).filter(status=Round.Status.VOID)
    context = {
        "room": found,
        "coming": finished.live_deal(found),
        "deals": [finished.deal_row(round_) for round_ in page],
        "page": page,
        "void": [finished.deal_row(round_) for round_ in void],
    }
    return render_page(request, "games/fairness.html", context, "deals")


def _let_in(request: PersonRequest, code: str, page: str) -> Room | HttpResponse:
    """The room of this code, for who may enter it and is now seen there; or where they are sent."""
    found = find_room(request, code, page)
    if isinstance(found, Room):
        lobby.seen([(found.pk, request.user.pk)], at=timezone.now())
    return found


def find_room(request: PersonRequest, code: str, page: str) -> Room | HttpResponse:
    """The room of this code, for who may enter it; or where they are sent."""
    found = Room.objects.called(code).first()
    if found is None:
        raise Http404
    if code != found.code:
        return redirect(page, code=found.code)
    if not lobby.may_enter(found, request.user):
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


# --- rounds that are over ---------------------------------------------------------------------


def _ended_round(request: Request, **which: Any) -> Round:
    """A round that is over, if this visitor may see its room; anything else does not exist for them."""
    found = get_object_or_404(Round.objects.select_related("room", "secret"), **which)
    public = found.room.visibility == Room.Visibility.PUBLIC
    if not (public or Room.objects.visible_to(request.user).filter(pk=found.room_id).exists()):
        raise Http404
    if found.status not in (Round.Status.OVER, Round.Status.VOID):
        raise Http404
    return found


@require_safe
def round_result(request: Request, round_id: int) -> HttpResponse:
    """Who held what, who won what, and how to check the deal."""
    round_ = _ended_round(request, pk=round_id, status=Round.Status.OVER)
    language = translation.get_language() or "vi"
    context = finished.round_page(round_, passer_by(request.user.pk, language))
    return render(request, "games/round.html", context | {"face": catalogue.game(round_.game)})


@require_safe
def round_script(request: Request, round_id: int) -> JsonResponse:
    """The round as a script of the rules' contract."""
    return JsonResponse(services.script_of(_ended_round(request, pk=round_id, status=Round.Status.OVER)))


@require_safe
def fair_record(request: Request, code: str, number: int) -> JsonResponse:
    """The public record by which anyone can check the deal."""
    return JsonResponse(services.public_record(_ended_round(request, room__code=code.lower(), number=number)))


# --- people -----------------------------------------------------------------------------------


@require_safe
def leaderboard(request: Request) -> HttpResponse:
    """Who won what in rated rounds, for anybody; beside it the visitor's own numbers."""
    choice = boards.Choice.read(request.GET)
    context = boards.board_page(choice, request.user, request.GET.get("page"))
    games = [{"game": name, "face": catalogue.game(name)} for name in ENGINES]
    sums = profiles.sums_of(request.user) if request.user.is_authenticated else None
    context |= {"games": games, "sums": sums}
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


# --- help -------------------------------------------------------------------------------------


@require_safe
def rules(request: Request, game: str) -> HttpResponse:
    """The rulebook of one game of the house, for people."""
    book = rulebook(game)
    if book is None:
        raise Http404
    games = [{"game": name, "face": catalogue.game(name)} for name in ENGINES if rulebook(name)]
    return render(request, "games/rules.html", {"book": book, "face": catalogue.game(game), "games": games})


# --- for those who run the site ---------------------------------------------------------------


@require_safe
def healthz(request: Request) -> HttpResponse:
    """The process is up."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: Request) -> HttpResponse:
    """The database and, where there is one, the shared memory of the processes answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if settings.REDIS_URL:
            with Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE) as redis:
                redis.ping()
    except Exception as error:
        log.error("readyz.failed", error=type(error).__name__)
        return HttpResponse("not ready\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")


PASSED_ON = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP")  # as a proxy's headers begin


@require_safe
def metrics(request: Request) -> HttpResponse:
    """What this process measures of itself, for whoever runs the site."""
    if not _may_measure(request):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _may_measure(request: Request) -> bool:
    """Who brings the token. Without one: on a local site this machine, and nobody through a proxy on it."""
    if token := settings.METRICS_TOKEN:
        brought = request.headers.get("Authorization", "")
        return compare_digest(brought.encode(), f"Bearer {token}".encode())
    beside_us = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    passed_on = any(name.startswith(PASSED_ON) for name in request.META)
    return beside_us and not passed_on and not settings.PRODUCTION
