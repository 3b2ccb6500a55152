"""What people who are banned answer to that."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts import appeals, sanctions
from accounts.admin.people import done
from accounts.back_office import Asking, LongList, ReadOnlyAdmin
from accounts.back_office.asking import SOMEBODY_ELSE
from accounts.models import Appeal, User


@admin.register(Appeal)
class AppealAdmin(Asking, LongList, ReadOnlyAdmin):
    """What people who are banned have to say to that; staff let them back in, or stay with it."""

    list_display = ("at", "whom", "ban", "text", "status", "answered_by", "answer")
    list_filter = ("status",)
    list_select_related = ("whom", "against", "answered_by")
    search_fields = ("whom__username",)
    search_help_text = _("A whole name.")
    fields = ("at", "whom", "ban", "text", "status", "answer", "answered_by", "answered_at")
    actions = ("let_back_in", "keep")

    @admin.display(description=_("banned for"))
    def ban(self, appeal: Appeal) -> str:
        return appeal.against.reason

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Appeal], search_term: str
    ) -> tuple[QuerySet[Appeal], bool]:
        wanted = search_term.strip()
        return (queryset.filter(whom__in=User.people.called(wanted)) if wanted else queryset), False

    @admin.action(description=_("Let back in"), permissions=["moderate"])
    def let_back_in(self, request: HttpRequest, queryset: QuerySet[Appeal]) -> HttpResponse | None:
        def do(appeal: Appeal, reason: str) -> Any:
            by, ban = cast(User, request.user), appeal.against
            let_in = sanctions.let_back_in(by=by, whom=appeal.whom, reason=reason, against=ban)
            return None if let_in else _("This ban is over, or another has come in its place.")

        waiting = queryset.filter(status=Appeal.Status.WAITING)
        return self.ask(request, waiting, title=_("Let back in"), do=do, done=done)

    @admin.action(description=_("Stay with the ban"), permissions=["moderate"])
    def keep(self, request: HttpRequest, queryset: QuerySet[Appeal]) -> HttpResponse | None:
        def do(appeal: Appeal, reason: str) -> Any:
            kept = appeals.keep_out(by=cast(User, request.user), appeal=appeal, reason=reason)
            return None if kept else SOMEBODY_ELSE

        waiting = queryset.filter(status=Appeal.Status.WAITING)
        return self.ask(request, waiting, title=_("Stay with the ban"), do=do, done=done)
