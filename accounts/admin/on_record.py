"""What a form changes leaves its line, in the transaction that changes it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class OnRecord:
    """For an admin with a form. Before its row is written it is looked at, and afterwards compared."""

    def look(self, key: int) -> Any:
        """The row as it is in the database, held."""
        raise NotImplementedError

    def note(self, request: HttpRequest, row: Any, before: Any, fields: list[str]) -> None:
        """`before` is None for a new row. `fields`: those that are filled in otherwise than they were."""
        raise NotImplementedError

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        form.before = self.look(form.instance.pk) if change else None
        return super().save_form(request, form, change)  # type: ignore[misc]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)  # type: ignore[misc]
        self.note(request, form.instance, form.before, form.changed_data)
