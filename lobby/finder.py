"""How staff find rooms: by the code, as it is said or as an address has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from accounts.back_office.search import Hit
from accounts.models import ModAction
from lobby.models import Room

CODE: Final = re.compile(r"(?:\S{0,100}/rooms/)?(\w{1,40})/?", re.ASCII)


def find_rooms(request: HttpRequest, wanted: str) -> Iterator[Hit]:
    """But for one at which this member of staff sits."""
    code, office = CODE.fullmatch(wanted), admin.site.get_model_admin(Room)
    if code is None or not office.has_view_permission(request):
        return
    for room in office.get_queryset(request).filter(code=code[1].lower()):
        url = reverse("admin:lobby_room_change", args=[room.pk])
        yield Hit(kind=ModAction.Kind.ROOM.label, name=room.code, url=url, note=room.name)
