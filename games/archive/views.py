"""Pages of rounds that are over, and of a room's deals."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.pages import render_page
from accounts.requests import PersonRequest, Request
from games.archive import history, ledger_file, tonight
from games.archive.round_page import record_of, round_page
from games.live.viewing import passer_by
from games.rounds import services
from games.rounds.models import Round
from games.table.entry import let_in
from lobby import catalogue
from lobby.models import Room

DEALS_A_PAGE: Final = 30
Answer = TypeVar("Answer", bound=HttpResponse)


@require_safe
@login_required
def room_history(request: PersonRequest, code: str) -> HttpResponse:
    """Every round of a room, with what each player won or lost."""
    found = let_in(request, code, "history")
    return found if isinstance(found, HttpResponse) else history_of(request, found)


def history_of(request: PersonRequest, room: Room) -> HttpResponse:
    rounds = Round.objects.visible_in(room, request.user)
    context = history.history_page(room, rounds, request.GET.get("page"))
    context["game"] = catalogue.game(room.game)
    return render_page(request, "games/history.html", context, "rounds")


@require_safe
@login_required
def room_tonight(request: PersonRequest, code: str) -> HttpResponse:
    """Who leads tonight: the whole page, or its part for the sheet of a table."""
    found = let_in(request, code, "tonight")
    if isinstance(found, HttpResponse):
        return found
    rounds = Round.objects.visible_in(found, request.user)
    evening = tonight.evening_of(rounds, request.user.pk)
    context = {"room": found, "game": catalogue.game(found.game), "evening": evening}
    return render_page(request, "games/tonight.html", context, "tonight")


@require_safe
@login_required
def room_ledger(request: PersonRequest, code: str) -> HttpResponse:
    """The evening's points as a file."""
    found = let_in(request, code, "ledger")
    if isinstance(found, HttpResponse):
        return found
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.code}.csv"'
    ledger_file.write_csv(Round.objects.visible_in(found, request.user), response)
    return response


@require_safe
@login_required
def room_fairness(request: PersonRequest, code: str) -> HttpResponse:
    """Every deal of a room: what was committed to, and what became known."""
    found = let_in(request, code, "fairness")
    if isinstance(found, HttpResponse):
        return found
    deals = history.deals_of(Round.objects.visible_in(found, request.user))
    page = Paginator(deals, DEALS_A_PAGE).get_page(request.GET.get("page"))
    void = deals.filter(history.UNCOUNTED)
    context = {
        "room": found,
        "coming": history.live_deal(found),
        "deals": [history.deal_row(round_) for round_ in page],
        "page": page,
        "void": [history.deal_row(round_) for round_ in void],
    }
    return render_page(request, "games/fairness.html", context, "deals")


def _ended_round(request: Request, **which: Any) -> Round:
    """A round that is over, if this visitor may see it; anything else does not exist for them."""
    rounds = Round.objects.visible_to(request.user).select_related("room", "secret")
    found = get_object_or_404(rounds, **which)
    if found.status not in (Round.Status.OVER, Round.Status.VOID):
        raise Http404
    return found


@require_safe
def round_result(request: Request, round_id: int) -> HttpResponse:
    """Who held what, who won what, and how to check the deal."""
    round_ = _ended_round(request, pk=round_id, status=Round.Status.OVER)
    language = translation.get_language() or "vi"
    neighbours = Round.objects.visible_in(round_.room, request.user)
    context = round_page(round_, neighbours, passer_by(request.user.pk, language))
    page = render(request, "games/round.html", context | {"game": catalogue.game(round_.game)})
    return _in_a_moment(page) if context["rules"] == "newer" else page


@require_safe
def round_script(request: Request, round_id: int) -> JsonResponse:
    """The round as a script of the rules' contract."""
    return JsonResponse(services.script_of(_ended_round(request, pk=round_id, status=Round.Status.OVER)))


@require_safe
def fair_record(request: Request, code: str, number: int) -> JsonResponse:
    """The public record by which anyone can check the deal."""
    round_ = _ended_round(request, room__code=code.lower(), number=number)
    record = record_of(round_)
    return JsonResponse(record) if record else _in_a_moment(JsonResponse({"code": "unavailable"}))


def _in_a_moment(answer: Answer) -> Answer:
    """Not from this process, which is older than the round: it is about to be replaced."""
    answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    answer["Retry-After"] = "5"
    return answer
