"""Pages that show and never change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """Shows and never changes."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A page that answers only the questions it offers.

    Django lets any column be asked about in the address (`?word__contains=…`), shown or not, and the
    number of rows that come back is an answer.
    """

    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return any(lookup == f or lookup.startswith(f"{f}__") for f in self.questions())

    def questions(self) -> list[str]:
        filters: list[Any] = list(self.list_filter)
        return [asked if isinstance(asked, str) else asked.parameter_name for asked in filters]


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False
    show_change_link = False
