"""What somebody types about another."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Report, User
from accounts.models.reports import LONGEST
from accounts.reports import evidence
from accounts.reports.evidence import Scene
from accounts.reports.services import No

NOBODY = _("There is nobody with this name here. They may have changed their name.")
NOT_HERE = _("That room or chat line is not there any more. You can still report the person.")
REFUSALS = {
    No.ONESELF: _("That is you."),
    No.ALREADY: _("You have reported this person already. The moderators will look at all of it."),
    No.TOO_MANY: _("You cannot have more open reports. Please wait until one is answered."),
}
NUMBER_AT_MOST = 2**63 - 1


class ReportForm(forms.Form):
    """About whom, why, and in one's own words. Room and line come with the link that leads here."""

    person = forms.CharField(
        label=_("Who do you want to report?"),
        max_length=4 * names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.ChoiceField(label=_("Why?"), choices=[("", _("Choose a reason")), *Report.Reason.choices])
    text = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The moderators see what was played and written. Tell them what they cannot see."),
    )
    room = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    line = forms.IntegerField(required=False, min_value=1, max_value=NUMBER_AT_MOST, widget=forms.HiddenInput)

    def __init__(self, by: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        self.about: User | None = None
        self.scene: Scene | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        room, line, name = cleaned.get("room") or "", cleaned.get("line"), cleaned.get("person", "")
        if not self.look(room=room, line=line, name=name):
            self.add_error(None, NOT_HERE)
        if self.about is None and "person" in cleaned:
            self.add_error("person", NOBODY)
        return cleaned

    def look(self, *, room: str, line: int | None, name: str) -> bool:
        """Who is meant, and what goes on there; False where there is no such room or line for who asks."""
        if room or line:
            self.scene = evidence.scene(self.by, room, line)
        self.about = self._meant(name)
        if self.about is not None:
            self.fields["person"].widget = forms.HiddenInput()
            self.initial["person"] = self.about.username
        return self.scene is not None or not (room or line)

    def _meant(self, name: str) -> User | None:
        """Who is called so, or was when they wrote the line. Who has no page is only met in a room."""
        people = User.people.all() if self.scene else User.people.visible_to(self.by)
        found = people.called(name).first()
        if found is None and self.scene is not None and self.scene.writer:
            found = people.filter(pk=self.scene.writer).first()
        return found

    def refuse(self, no: No) -> None:
        self.add_error(None, REFUSALS[no])
