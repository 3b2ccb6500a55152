"""Rooms in the back office: looked at, never changed by hand; what changes a room is a service.

Whoever sits at a table is shown nothing of it here, and does nothing to it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import BaseInlineFormSet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.back_office import Asking, LongList, ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from accounts.keys import read_key
from accounts.models import User
from accounts.requests import PersonRequest
from lobby import services
from lobby.catalogue import GAMES, Text
from lobby.models import ChatLine, Room, RoomEvent, Seat
from lobby.refusals import Refusal

EVENTS = 50  # of a room, on its page


class OfATable(LongList, ReadOnlyAdmin):
    """What belongs to a room, seen by who does not sit there. Found by a whole name, never by a part of one:
    that would read all rows."""

    way_to_room, way_to_person, way_to_number = "room", "user", "pk"
    search_fields = ("pk",)
    search_help_text = _("The code of a room, a whole name, or a number.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        wanted = search_term.strip()
        return (queryset.filter(self._meant_by(wanted)) if wanted else queryset), False

    def _meant_by(self, wanted: str) -> Q:
        """The first that it is."""
        if rooms := list(Room.objects.called(wanted).values_list("pk", flat=True)):
            return Q(**{f"{self.way_to_room}__in": rooms})
        if people := list(User.people.called(wanted).values_list("pk", flat=True)):
            return Q(**{f"{self.way_to_person}__in": people})
        return Q(**{self.way_to_number: read_key(wanted) or 0})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        mine = Seat.objects.filter(room=OuterRef(self.way_to_room), user=request.user.pk)
        return super().get_queryset(request).filter(~Exists(mine))


class OfGame(admin.SimpleListFilter):
    """One of those there are, without looking through all rows for them."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(game.key, game.name) for game in GAMES.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.parameter_name: self.value()}) if self.value() else queryset


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = (
        "number", "user", "bot_name", "bot_level", "ready", "in_round", "away", "leaving", "since",
    )  # fmt: skip


class NewestFirst(BaseInlineFormSet):
    """Not all that ever happened in a room: they are found in their own list, by its code."""

    def get_queryset(self) -> QuerySet[RoomEvent]:
        if not hasattr(self, "newest"):
            self.newest = self.queryset.order_by("-pk")[:EVENTS]  # type: ignore[union-attr]
        return self.newest


class EventInline(ReadOnlyInline):
    model = RoomEvent
    formset = NewestFirst
    verbose_name_plural = _("The newest room events")
    fields = readonly_fields = ("at", "kind", "by", "to", "reason", "facts")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoomEvent]:
        return super().get_queryset(request).select_related("by", "to", "said")

    @admin.display(description=_("reason"))
    def reason(self, event: RoomEvent) -> str:
        """In their own words: removed among the chat lines."""
        line = getattr(event, "said", None)
        if line is None:
            return ""
        return format_html(
            '<a href="{}"><bdi>{}</bdi></a>',
            reverse("admin:lobby_chatline_change", args=[line.pk]),
            line.text,
        )


def _why_not(done: object) -> Text | None:
    return done.sentence if isinstance(done, Refusal) else None


class CloseForm(ReasonForm):
    read_by = _("Everybody who can see the room reads it, in its history.")


class ReopenForm(ReasonForm):
    read_by = _("Everybody who can see the room reads it, and so do the players.")


@admin.register(Room)
class RoomAdmin(Asking, OfATable):
    way_to_room, way_to_person = "pk", "owner"
    actions = ("close_rooms", "reopen_rooms")
    list_display = (
        "code", "name", "game", "ruleset", "status", "visibility", "owner", "taken", "created_at",
    )  # fmt: skip
    list_filter = ("status", "visibility", OfGame, "auto_start", "practice")
    list_select_related = ("owner",)
    exclude = ("password",)
    inlines = (SeatInline, EventInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        rooms: QuerySet[Room] = super().get_queryset(request)
        seats = Seat.objects.filter(room=OuterRef("pk")).order_by().values("room")
        return rooms.annotate(taken=Coalesce(Subquery(seats.values(count=Count("pk"))), 0))

    @admin.display(description=_("taken"))
    def taken(self, room: Room) -> str:
        return f"{room.taken}/{room.seat_count}"  # type: ignore[attr-defined]

    @admin.action(description=_("Close"), permissions=["moderate"])
    def close_rooms(self, request: PersonRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        def close(room: Room, reason: str) -> Text | None:
            closed = services.close_by_staff(room_id=room.pk, by=request.user, reason=reason)
            return None if closed else _("It is closed already.")

        return self.ask(
            request,
            queryset,
            title=_("Close rooms"),
            form=CloseForm,
            do=close,
            done=lambda count: ngettext("%d room closed.", "%d rooms closed.", count) % count,
            warning=_(
                "Everybody there is shown out, and a running round counts for nobody, whatever happens later."
            ),
        )

    @admin.action(description=_("Open again"), permissions=["moderate"])
    def reopen_rooms(self, request: PersonRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        def reopen(room: Room, reason: str) -> Text | None:
            return _why_not(services.reopen_room(room_id=room.pk, by=request.user, reason=reason))

        return self.ask(
            request,
            queryset,
            title=_("Open rooms again"),
            form=ReopenForm,
            do=reopen,
            done=lambda count: ngettext("%d room opened again.", "%d rooms opened again.", count) % count,
            warning=_(
                "Only what staff closed. Rounds that were stopped stay void, and who sat there still does."
            ),
        )


@admin.register(RoomEvent)
class RoomEventAdmin(OfATable):
    way_to_person = "by"
    list_display = ("at", "room", "kind", "by", "to")
    list_select_related = ("room", "by", "to")


@admin.register(ChatLine)
class ChatLineAdmin(Asking, OfATable):
    """A line that was removed can still be read here, and put back, until its time is up."""

    actions = ("remove_lines", "restore_lines")
    list_display = ("at", "room", "user", "text", "event", "removed_at")
    readonly_fields = ("event", "removed_at")
    list_select_related = ("room", "user", "event")

    @admin.action(description=_("Remove"), permissions=["moderate"])
    def remove_lines(self, request: PersonRequest, queryset: QuerySet[ChatLine]) -> HttpResponse | None:
        def remove(line: ChatLine, reason: str) -> Text | None:
            removed = services.remove_line(line_id=line.pk, by=request.user, reason=reason)
            return None if removed else _("It is removed already.")

        return self.ask(
            request,
            queryset,
            title=_("Remove chat lines"),
            do=remove,
            done=lambda count: ngettext("%d line removed.", "%d lines removed.", count) % count,
        )

    @admin.action(description=_("Put the line back"), permissions=["moderate"])
    def restore_lines(self, request: PersonRequest, queryset: QuerySet[ChatLine]) -> HttpResponse | None:
        def restore(line: ChatLine, reason: str) -> Text | None:
            return _why_not(services.restore_line(line_id=line.pk, by=request.user, reason=reason))

        return self.ask(
            request,
            queryset,
            title=_("Put chat lines back"),
            do=restore,
            done=lambda count: ngettext("%d line put back.", "%d lines put back.", count) % count,
        )
