"""Rooms in the back office: looked at, never changed by hand; what changes a room is a service."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.back_office import ReadOnlyAdmin, ReadOnlyInline
from lobby.models import ChatLine, Room, RoomEvent, Seat


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = readonly_fields = (
        "number", "user", "bot_name", "bot_level", "ready", "in_round", "away", "leaving", "since",
    )  # fmt: skip


class EventInline(ReadOnlyInline):
    model = RoomEvent
    fields = readonly_fields = ("at", "kind", "by", "to", "facts")


@admin.register(Room)
class RoomAdmin(ReadOnlyAdmin):
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


@admin.register(RoomEvent)
class RoomEventAdmin(ReadOnlyAdmin):
    list_display = ("at", "room", "kind", "by", "to")
    list_filter = ("kind",)
    search_fields = ("room__code", "by__username", "to__username")
    list_select_related = ("room", "by", "to")
    ordering = ("-pk",)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin):
    list_display = ("at", "room", "user", "text")
    search_fields = ("room__code", "user__username", "text")
    list_select_related = ("room", "user")
    ordering = ("-pk",)
