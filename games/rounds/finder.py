"""How staff find rounds: by their number in the house, or by the code of a room and a number within it; and
those of a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from django.contrib import admin
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.back_office.search import NEWEST, Hit, Shelf
from accounts.keys import read_key
from accounts.models import ModAction, User
from games.rounds.models import Round, RoundSeat

NUMBER: Final = re.compile(r"(?:\S{0,100}/rounds/)?#?(\d{1,19})/?", re.ASCII)
OF_ROOM: Final = re.compile(r"(\w{1,40})(?:\s*[/#·:.-]\s*|\s+)#?(\d{1,9})", re.ASCII)


def find_rounds(request: HttpRequest, wanted: str) -> Iterator[Hit]:
    """But for one that this member of staff plays in."""
    which, office = _which(wanted), admin.site.get_model_admin(Round)
    if which is None or not office.has_view_permission(request):
        return
    for round_ in office.get_queryset(request).filter(**which).select_related("room"):
        yield _hit(round_)


def _which(wanted: str) -> dict[str, Any] | None:
    if number := NUMBER.fullmatch(wanted):
        return {"pk": read_key(number[1])}
    if of_room := OF_ROOM.fullmatch(wanted):
        return {"room__code": of_room[1].lower(), "number": int(of_room[2])}
    return None


def rounds_of(request: HttpRequest, person: User) -> Iterator[Hit]:
    """The newest that they were dealt to in, but for those that this member of staff is not shown."""
    office = admin.site.get_model_admin(Round)
    if not office.has_view_permission(request):
        return
    shown = Exists(office.get_queryset(request).filter(pk=OuterRef("round")))
    seats = RoundSeat.objects.filter(shown, user=person).select_related("round__room").order_by("-pk")
    for seat in seats[:NEWEST]:
        yield _hit(seat.round)


def _hit(round_: Round) -> Hit:
    name = f"{round_.room.code} · {round_.number}"
    url = reverse("admin:games_round_change", args=[round_.pk])
    return Hit(kind=ModAction.Kind.ROUND.label, name=name, url=url, note=round_.get_status_display())


SHELF: Final = Shelf(
    name=_("Rounds of this person"), find=rounds_of, url=partial(reverse, "admin:games_round_changelist")
)
