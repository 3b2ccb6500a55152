"""How staff find rounds: by their number in the house, or by the code of a room and a number within it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from accounts.back_office.search import Hit
from accounts.keys import read_key
from accounts.models import ModAction
from games.rounds.models import Round

NUMBER: Final = re.compile(r"(?:\S{0,100}/rounds/)?#?(\d{1,19})/?", re.ASCII)
OF_ROOM: Final = re.compile(r"(\w{1,40})(?:\s*[/#·:.-]\s*|\s+)#?(\d{1,9})", re.ASCII)


def find_rounds(request: HttpRequest, wanted: str) -> Iterator[Hit]:
    """But for one that this member of staff plays in."""
    which, office = _which(wanted), admin.site.get_model_admin(Round)
    if which is None or not office.has_view_permission(request):
        return
    for round_ in office.get_queryset(request).filter(**which).select_related("room"):
        name = f"{round_.room.code} · {round_.number}"
        url = reverse("admin:games_round_change", args=[round_.pk])
        yield Hit(kind=ModAction.Kind.ROUND.label, name=name, url=url, note=round_.get_status_display())


def _which(wanted: str) -> dict[str, Any] | None:
    if number := NUMBER.fullmatch(wanted):
        return {"pk": read_key(number[1])}
    if of_room := OF_ROOM.fullmatch(wanted):
        return {"room__code": of_room[1].lower(), "number": int(of_room[2])}
    return None
