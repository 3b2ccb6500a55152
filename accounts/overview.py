"""What the first page of the back office tells of people: what they wait for, and a week of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from accounts.back_office.front_page import Pictures, Queue, Series, by_day
from accounts.models import Appeal, ModAction, Report, User


def _week(days: Sequence[date]) -> Iterator[Series]:
    registered = User.objects.filter(is_guest=False)
    yield Series(name=_("New people"), days=by_day(registered, "date_joined", days))
    yield Series(name=_("Reports"), days=by_day(Report.objects.all(), "at", days))
    bans = ModAction.objects.filter(act=ModAction.Act.BAN)
    yield Series(name=_("Bans"), days=by_day(bans, "at", days))


OVERVIEW: Final = (
    Queue(
        name=_("Reports"),
        right="accounts.moderate_user",
        rows=lambda request: Report.objects.waiting_for(request.user),
        url=partial(str, reverse_lazy("admin:accounts_report_changelist")),
    ),
    Queue(
        name=_("Appeals"),
        right="accounts.view_appeal",
        rows=lambda request: Appeal.objects.filter(status=Appeal.Status.WAITING),
        url=partial(str, reverse_lazy("admin:accounts_appeal_changelist")),
    ),
    Pictures(key="people", right="accounts.moderate_user", series=_week),
)
