"""What whoever comes by a room's link fills in: a name, where they have none, and the room's password."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from accounts.models import any_avatar
from accounts.services import MadeUp, made_up
from lobby.forms import JoinForm

SALT: Final = "lobby.sitting"
NAME_IS_TAKEN: Final = _("Somebody already has that name.")


class GuestNameField(NameField):
    """One that was made up for a guest needs no other check: its beginning is nobody else's."""

    made: MadeUp | None = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.widget.attrs["autocomplete"] = "nickname"  # no browser puts the name of an account in its place

    def validate(self, value: str) -> None:
        if self.made is None or value != self.made.name:
            super().validate(value)


class SitForm(JoinForm):
    """`made` is the name that was filled in for them, as this house signed it."""

    field_order = ["name", "password"]
    name = GuestNameField()
    made = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, stranger: bool, locked: bool) -> None:
        super().__init__(data)
        self._made: MadeUp | None = None
        if not locked:
            del self.fields["password"]
        if stranger:
            self._make_up()
        else:
            self.has_a_name()

    def _make_up(self) -> None:
        self._made = _read(self.data.get("made", "")) if self.is_bound else made_up()
        field = self.fields["name"]
        assert isinstance(field, GuestNameField)
        field.made = self._made
        if self._made is not None:
            self.initial.update(name=self._made.name, made=signing.dumps(self._made, salt=SALT))

    def has_a_name(self) -> None:
        """They are logged in."""
        del self.fields["name"], self.fields["made"]

    @property
    def is_named(self) -> bool:
        """Are they asked for a name?"""
        return "name" in self.fields

    @property
    def is_made_up(self) -> bool:
        return self._made is not None and self.cleaned_data["name"] == self._made.name

    @property
    def avatar(self) -> str:
        return self._made.avatar if self._made else any_avatar()


def _read(made: str) -> MadeUp | None:
    try:
        return MadeUp(*signing.loads(made, salt=SALT))
    except signing.BadSignature:
        return None
