"""Rooms in the back office: looked at, never changed by hand; what changes a room is a service.

Whoever sits at a table is shown nothing of it here, and does nothing to it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.back_office import Asking, ReadOnlyAdmin, ReadOnlyInline
from accounts.requests import PersonRequest
from lobby import services
from lobby.catalogue import Text
from lobby.models import ChatLine, Room, RoomEvent, Seat


class OfATable(ReadOnlyAdmin):
    """What belongs to a room, seen by who does not sit there."""

    way_to_room = "room"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        mine = Seat.objects.filter(room=OuterRef(self.way_to_room), user=request.user.pk)
        return super().get_queryset(request).filter(~Exists(mine))


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = (
        "number", "user", "bot_name", "bot_level", "ready", "in_round", "away", "leaving", "since",
    )  # fmt: skip


class EventInline(ReadOnlyInline):
    model = RoomEvent
    fields = readonly_fields = ("at", "kind", "by", "to", "facts")


@admin.register(Room)
class RoomAdmin(Asking, OfATable):
    way_to_room = "pk"
    actions = ("close_rooms",)
    list_display = (
        "code", "name", "game", "ruleset", "status", "visibility", "owner", "taken", "created_at",
    )  # fmt: skip
    list_filter = ("status", "visibility", "game", "ruleset", "auto_start")
    search_fields = ("code", "name", "owner__username")
    list_select_related = ("owner",)
    ordering = ("-pk",)
    exclude = ("password",)
    inlines = (SeatInline, EventInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        rooms: QuerySet[Room] = super().get_queryset(request)
        return rooms.annotate(taken=Count("seats"))

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
            do=close,
            done=lambda count: ngettext("%d room closed.", "%d rooms closed.", count) % count,
            warning=_("For good. Whoever is there is shown out, and a round that runs counts for nobody."),
        )


@admin.register(RoomEvent)
class RoomEventAdmin(OfATable):
    list_display = ("at", "room", "kind", "by", "to")
    list_filter = ("kind",)
    search_fields = ("room__code", "by__username", "to__username")
    list_select_related = ("room", "by", "to")
    ordering = ("-pk",)


@admin.register(ChatLine)
class ChatLineAdmin(Asking, OfATable):
    """A line that was removed can still be read here, until its time is up."""

    actions = ("remove_lines",)
    list_display = ("at", "room", "user", "text", "removed_at")
    readonly_fields = ("removed_at",)
    search_fields = ("room__code", "user__username", "text")
    list_select_related = ("room", "user")
    ordering = ("-pk",)

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
