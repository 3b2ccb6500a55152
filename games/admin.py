"""Rounds and their ledger in the back office. While a round runs, staff see what a passer-by sees, or less.

The sealed seed has no page at all.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.back_office import Asking, LongList, ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from accounts.models import User
from accounts.requests import PersonRequest
from games.archive import looks
from games.people import admin as people  # noqa: F401  registers them
from games.people.models import Standing
from games.rounds import services
from games.rounds.models import Move, Round, RoundSeat, Score
from lobby.admin import OfATable, OfGame
from lobby.catalogue import Text

TOO_MANY = _(
    "Many rounds were voided within an hour because they do not replay. This looks like a fault of the last "
    "deployment, so for now no more are voided. Those that wait are listed under “stands still”."
)
LIVE = (Round.Status.NEXT, Round.Status.RUNNING)


def is_live(round_: Round) -> bool:
    return round_.status in LIVE


class RoundSeatInline(ReadOnlyInline):
    model = RoundSeat
    fields = readonly_fields = ("number", "chair", "name", "bot_level", "kind")


class GoesOn(admin.SimpleListFilter):
    """Rounds that should have gone on by now, whatever keeps them."""

    title = _("goes on")
    parameter_name = "stands_still"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("stands still"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Round]) -> QuerySet[Round]:
        return queryset.filter(pk__in=Round.objects.standing_still()) if self.value() else queryset


class OfRoundsGame(OfGame):
    parameter_name = "round__game"


class LookForm(ReasonForm):
    read_by = _("Whoever reads the acts of staff reads it.")


class VoidForm(ReasonForm):
    read_by = _("Everybody who can see the room reads it, and so do the players.")
    # Asked by the page alone: who sends the form by a program of theirs has said it by doing so.
    sure = forms.BooleanField(
        label=_("I know that it stays so for good"),
        required=False,
        widget=forms.CheckboxInput(attrs={"required": True}),
    )

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        return {name: value for name, value in said.items() if name != "sure"}


@admin.register(Round)
class RoundAdmin(Asking, OfATable):
    """A round that one plays in oneself cannot be opened here until it is over."""

    way_to_person = "seats__user"
    actions = ("void_rounds",)
    list_display = ("id", "room", "number", "game", "ruleset", "status", "move_count", "rated", "started_at")
    list_filter = ("status", GoesOn, OfGame, "rated", "void_cause")
    list_select_related = ("room",)
    inlines = (RoundSeatInline,)
    of_the_start = (
        "room", "number", "status", "game", "ruleset", "rules_version", "options", "server_commit",
        "transcript", "move_count", "deadline", "started_at", "rated",
    )  # fmt: skip
    of_the_end = ("ended_at", "results", "points", "sheet", "ranks", "void_cause", "whole")
    readonly_fields = ("whole",)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        if Round.objects.crash_too_often():
            messages.warning(request, TOO_MANY)
        return super().changelist_view(request, extra_context)

    def get_fields(self, request: HttpRequest, obj: Round | None = None) -> tuple[str, ...]:
        return self.of_the_start + (self.of_the_end if obj is not None and not is_live(obj) else ())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        mine = RoundSeat.objects.filter(round=OuterRef("pk"), user=request.user.pk)
        return super().get_queryset(request).exclude(Exists(mine), status__in=LIVE)

    @admin.display(description=_("hands and moves"))
    def whole(self, round_: Round) -> str:
        page = reverse("admin:games_round_whole", args=[round_.pk])
        return format_html('<a href="{}">{}</a>', page, _("Open all of it")) if round_.started_at else ""

    def get_urls(self) -> list[Any]:
        page = self.admin_site.admin_view(self.whole_page)
        return [path("<int:round_id>/whole/", page, name="games_round_whole"), *super().get_urls()]

    def whole_page(self, request: PersonRequest, round_id: int) -> HttpResponse:
        """Asks why, writes it down, and shows all of a round that is over. Of one that runs there is none."""
        round_ = get_object_or_404(self.get_queryset(request).filter(pk__in=looks.ended()), pk=round_id)
        if not (self.has_view_permission(request, round_) and self.has_moderate_permission(request)):
            raise PermissionDenied
        form = LookForm(request.POST or None)
        whole = None
        if form.is_valid():
            whole = looks.look(round_id=round_id, by=request.user, reason=form.cleaned_data["reason"])
        context = self.admin_site.each_context(request) | {
            "title": _("Open all of the round"),
            "opts": self.opts,
            "round": round_,
            "form": form,
            "whole": whole,
        }
        return TemplateResponse(request, "admin/whole_round.html", context)

    @admin.action(description=_("Void"), permissions=["moderate"])
    def void_rounds(self, request: PersonRequest, queryset: QuerySet[Round]) -> HttpResponse | None:
        def void(round_: Round, reason: str) -> Text | None:
            if services.take_back(round_id=round_.pk, by=request.user, reason=reason):
                return None
            mine = round_.seats.filter(user=request.user.pk).exists()
            return _("You played in it yourself.") if mine else _("It has not begun, or is void already.")

        return self.ask(
            request,
            queryset,
            title=_("Void rounds"),
            form=VoidForm,
            do=void,
            done=lambda count: ngettext("%d round voided.", "%d rounds voided.", count) % count,
            warning=_(
                "A void is final: it cannot be taken back. What the round brought is taken from every ledger "
                "and board, and the room is told why."
            ),
        )


@admin.register(Move)
class MoveAdmin(OfATable):
    """That somebody moved is public. What the move was is told by the page of its round, which writes down
    that somebody looked."""

    way_to_room, way_to_person, way_to_number = "round__room", "round__seats__user", "round"
    list_display = ("round", "number", "seat", "by", "at")
    search_help_text = _("The code of a room, the full name of a player, or the number of a round.")
    list_filter = ("by", OfRoundsGame)
    list_select_related = ("round__room",)
    fields = ("round", "number", "seat", "by", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        mine = RoundSeat.objects.filter(round=OuterRef("round"), user=request.user.pk)
        return super().get_queryset(request).exclude(Exists(mine), round__status__in=LIVE)


@admin.register(Score)
class ScoreAdmin(OfATable):
    list_display = ("at", "room", "round", "seat", "name", "points", "sheet", "reverses")
    way_to_number = "round"
    search_help_text = _("The code of a room, the full name of a player, or the number of a round.")
    list_filter = ("reverses", OfRoundsGame)
    list_select_related = ("room", "round__room")


@admin.register(Standing)
class StandingAdmin(LongList, ReadOnlyAdmin):
    list_display = ("user", "game", "ruleset", "season", "points", "rounds", "wins")
    list_filter = (OfGame,)
    search_fields = ("user",)
    search_help_text = _("A whole name.")
    list_select_related = ("user",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Standing], search_term: str
    ) -> tuple[QuerySet[Standing], bool]:
        wanted = search_term.strip()
        return (queryset.filter(user__in=User.people.called(wanted)) if wanted else queryset), False
