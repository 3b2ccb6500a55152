"""Forms that write what was changed in them and leave the rest of the row as it is by then."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AdminPasswordChangeForm
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest


class ChangedOnly:
    """For an admin with a form. A row may be acted upon between being read and being saved."""

    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm[Any], change: bool) -> None:
        if change:
            columns = {field.name for field in obj._meta.concrete_fields}
            obj.save(update_fields=[name for name in form.changed_data if name in columns])
        else:
            super().save_model(request, obj, form, change)  # type: ignore[misc]


class NewPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """A superuser's, for somebody else."""

    def save(self, commit: bool = True) -> Any:
        person = super().save(commit=False)
        if commit:
            person.save(update_fields=["password"])
        return person
