"""How staff find rooms: by the code, as it is said or as an address has it; and those of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.back_office.search import NEWEST, Hit, Shelf
from accounts.models import ModAction, User
from lobby.models import Room

CODE: Final = re.compile(r"(?:\S{0,100}/rooms/)?(\w{1,40})/?", re.ASCII)


def find_rooms(request: HttpRequest, wanted: str) -> Iterator[Hit]:
    """But for one at which this member of staff sits."""
    code, office = CODE.fullmatch(wanted), admin.site.get_model_admin(Room)
    if code is None or not office.has_view_permission(request):
        return
    for room in office.get_queryset(request).filter(code=code[1].lower()):
        yield _hit(room, room.name)


def rooms_of(request: HttpRequest, person: User) -> Iterator[Hit]:
    """The newest that they own, but for one at which this member of staff sits."""
    office = admin.site.get_model_admin(Room)
    if not office.has_view_permission(request):
        return
    for room in office.get_queryset(request).filter(owner=person).order_by("-pk")[:NEWEST]:
        yield _hit(room, f"{room.name} · {room.get_status_display()}")


def _hit(room: Room, note: str) -> Hit:
    url = reverse("admin:lobby_room_change", args=[room.pk])
    return Hit(kind=ModAction.Kind.ROOM.label, name=room.code, url=url, note=note)


SHELF: Final = Shelf(
    name=_("Rooms of this person"), find=rooms_of, url=partial(reverse, "admin:lobby_room_changelist")
)
