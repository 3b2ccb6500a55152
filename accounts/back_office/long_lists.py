"""Lists of any length: a page is found by the key it begins at, and nothing is ever counted."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.keys import read_key

OLDER, NEWER = "before", "after"  # in the address: than the row of this key
A_PLACE: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,20})?(?:e-[0-9]{1,3})?)_([0-9]{1,19})")


class LongList(admin.ModelAdmin):  # type: ignore[type-arg]
    """For an admin whose rows come newest first, as their keys do. How it searches is its own affair."""

    change_list_template = "admin/long_list.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each of them is a count
    list_max_show_all = 0
    list_per_page = 50
    sortable_by = ()
    ordering = ("-pk",)

    def ways(self, wanted: str) -> list[Q]:
        """Where what is searched for may be found by any of several keys: each of them."""
        return []

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ByKey


class ByKey(ChangeList):
    older: str | None = None  # addresses of the pages beside this one
    newer: str | None = None
    by_age = True

    def place(self, row: Any) -> object:
        """Where a row stands, as addresses say it; `read_place` reads it, and None is no place."""
        return row.pk

    def read_place(self, text: str | None) -> Any:
        return read_key(text)

    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        """Where the page begins is no question about the rows."""
        self.before, self.after = (self.read_place(self.params.pop(name, None)) for name in (OLDER, NEWER))
        for name in (OLDER, NEWER):
            self.filter_params.pop(name, None)
        return super().get_queryset(request, *args, **kwargs)

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        return ["-pk"]

    def get_results(self, request: HttpRequest) -> None:
        rows, more_newer, more_older = self._page()
        self.result_list = rows
        self.result_count = self.full_result_count = len(rows)
        self.show_full_result_count, self.show_admin_actions = False, bool(rows)
        self.can_show_all = self.multi_page = False
        if rows and more_older:
            self.older = self.get_query_string({OLDER: self.place(rows[-1])})
        if rows and more_newer:
            self.newer = self.get_query_string({NEWER: self.place(rows[0])})

    def _page(self) -> tuple[list[Any], bool, bool]:
        """Its rows, and whether there are newer and older ones."""
        size = self.list_per_page
        if self.after is not None:
            rows = self._first(self.queryset.filter(pk__gt=self.after).order_by("pk"), size + 1)
            return rows[:size][::-1], len(rows) > size, True
        found = self.queryset if self.before is None else self.queryset.filter(pk__lt=self.before)
        rows = self._first(found, size + 1)
        return rows[:size], self.before is not None, len(rows) > size

    def _first(self, rows: QuerySet[Any], count: int) -> list[Any]:
        """So many of these. By each way on its own, and then put together: all at once they would be read
        from end to end and sorted."""
        ways = cast(LongList, self.model_admin).ways(self.query.strip())
        if not ways:
            return list(rows[:count])
        found = {row.pk: row for way in ways for row in rows.filter(way)[:count]}
        return [found[key] for key in sorted(found, reverse=self.after is None)[:count]]


class Greatest(ByKey):
    """The greatest first, and of equals the one with the smallest key."""

    measure: str
    by_age = False

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        return [f"-{self.measure}", "pk"]

    def place(self, row: Any) -> str:
        return f"{getattr(row, self.measure)}_{row.pk}"

    def read_place(self, text: str | None) -> tuple[float, int] | None:
        found = A_PLACE.fullmatch(text or "")
        return (float(found[1]), read_key(found[2]) or 0) if found else None

    def _page(self) -> tuple[list[Any], bool, bool]:
        size = self.list_per_page
        if self.after is not None:
            rows = self._beside(self.after, upwards=True, count=size + 1)
            return rows[:size][::-1], len(rows) > size, True
        if self.before is None:
            rows = list(self.queryset[: size + 1])
        else:
            rows = self._beside(self.before, upwards=False, count=size + 1)
        return rows[:size], self.before is not None, len(rows) > size

    def _beside(self, place: tuple[float, int], *, upwards: bool, count: int) -> list[Any]:
        """First its equals, then the others: asked for together they would be read from end to end."""
        value, key = place
        order = [self.measure, "-pk"] if upwards else [f"-{self.measure}", "pk"]
        rows = self.queryset.order_by(*order)
        equals = rows.filter(**{self.measure: value, "pk__lt" if upwards else "pk__gt": key})
        others = rows.filter(**{f"{self.measure}__{'gt' if upwards else 'lt'}": value})
        found = list(equals[:count])
        return found + list(others[: count - len(found)])
