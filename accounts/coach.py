"""What a newcomer has been shown at the tables, and whether they want to be shown more."""

from __future__ import annotations

import re
from typing import Final

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.requests import PersonRequest
from accounts.views import next_page

KNOWN: Final = re.compile(r"[a-z0-9_]{1,24}\.[a-z0-9_]{1,24}")  # a game, and a mark of it
MOST: Final = 120  # that are remembered of a person


@require_POST
@login_required
def coach(request: PersonRequest) -> HttpResponse:
    """`known`: a mark that need not come again; `stop`: no more at all; `again`: all those of a game."""
    if "stop" in request.POST:
        User.objects.filter(pk=request.user.pk).update(coach=False)
    else:
        _remember(request.user, request.POST.get("known", ""), request.POST.get("again", ""))
    return HttpResponse(status=204) if request.htmx else next_page(request)


@transaction.atomic
def _remember(person: User, mark: str, game: str) -> None:
    """Two tabs may tell it at once."""
    locked = User.objects.select_for_update().get(pk=person.pk)
    known = [one for one in locked.coached.split() if not game or one.partition(".")[0] != game]
    if KNOWN.fullmatch(mark) and mark not in known and len(known) < MOST:
        known.append(mark)
    locked.coached, locked.coach = " ".join(known), locked.coach or bool(game)
    locked.save(update_fields=["coached", "coach"])
