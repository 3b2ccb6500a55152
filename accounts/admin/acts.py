"""The record of what staff did."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.back_office import LongList, ReadOnlyAdmin
from accounts.models import ModAction, User


@admin.register(ModAction)
class ModActionAdmin(LongList, ReadOnlyAdmin):
    """What staff did, newest first, but not with reports about whoever looks. Found by the name of who did it
    or of whom it concerns, or by an id."""

    list_display = ("at", "act", "by", "whom", "kind", "target", "reason", "until")
    list_filter = ("act", "kind")
    list_select_related = ("by", "whom")
    search_fields = ("whom__username",)
    search_help_text = _("A whole name, or the id of a room, a round, a line or a report.")
    fields = ("at", "act", "by", "whom", "kind", "target", "reason", "until", "facts")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModAction]:
        return ModAction.objects.shown_to(request.user)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ModAction], search_term: str
    ) -> tuple[QuerySet[ModAction], bool]:
        ways = self.ways(search_term.strip())
        return (queryset.filter(reduce(or_, ways)) if ways else queryset), False

    def ways(self, wanted: str) -> list[Q]:
        if not wanted:
            return []
        things = [Q(kind=kind, target=wanted.lower()) for kind in ModAction.Kind.values]
        people = User.people.called(wanted)
        return [*things, *(way for person in people for way in (Q(by=person), Q(whom=person)))]
