"""What the first page of the back office tells of people who play: who may play for whom."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from accounts.back_office.front_page import Queue
from games.people.models import Suspicion

OVERVIEW: Final = (
    Queue(
        name=_("Pairs who may play for one"),
        right="games.view_suspicion",
        rows=lambda request: Suspicion.objects.shown_to(request.user).waiting(),
        url=partial(str, reverse_lazy("admin:games_suspicion_changelist")),
    ),
)
