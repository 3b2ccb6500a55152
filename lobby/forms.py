"""Opening a room: one screen, everything but the game may be left as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from lobby.catalogue import AUTO_NEXT, Game, Label, Option, Text
from lobby.models import Room
from lobby.refusals import Code, Refusal
from lobby.services.options import TURN_SECONDS
from lobby.services.rooms import PASSWORD_LENGTH
from lobby.words import NAME_LENGTH, OPTION_FIELD, read_line, read_option_fields

SHOWN = {"ruleset", "name", "visibility", "password", NON_FIELD_ERRORS}  # all else is in the fold
USUAL_TURN = 30
TURNS_TO_CHOOSE = (20, 30, 60, 120)
PLAIN_TEXT = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
YES, NO = ("yes", pgettext_lazy("answer", "Yes")), ("no", pgettext_lazy("answer", "No"))


def _yes_or_no(label: Any, help_text: Any, *, usual: bool = False) -> forms.ChoiceField:
    choices = [YES, NO] if usual else [NO, YES]
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, help_text=help_text)


class Numbers(forms.NumberInput):
    """A list of numbers: on the page each has a field of its own, and all have one name."""

    in_places = True

    def __init__(self, length: int, **attrs: Any) -> None:
        self.length = length
        super().__init__(attrs | {"inputmode": "numeric", "data-stepper": True})

    def subwidgets(self, name: str, value: Any, attrs: Any = None) -> Iterator[dict[str, Any]]:
        parts = [*str(value or "").split(","), *[""] * self.length][: self.length]
        for place, part in enumerate(parts, start=1):
            own = {**attrs, "id": f"{attrs['id']}_{place}"}
            yield self.get_context(name, part, own)["widget"]


@dataclass(frozen=True, slots=True)
class OptionField:
    """A house option on the page, and the rulesets that know it."""

    field: BoundField
    rulesets: tuple[str, ...]
    first: bool


class RoomForm(forms.Form):
    """A new room of one game. What is left out is as usual, so nothing but the game has to be sent.

    Its options are those of all the game's rulesets; the chosen one's count.
    """

    status = HTTPStatus.OK  # of the page that shows it
    use_required_attribute = False

    ruleset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    seats = forms.IntegerField()
    bots = forms.IntegerField()
    name = forms.CharField(label=_("Name of the room"), required=False, max_length=NAME_LENGTH)
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=Room.Visibility,
        widget=forms.RadioSelect,
        help_text=_(
            "Public rooms and rooms with a password are listed in the lobby. A room by link can only be "
            "found by people you send the link to."
        ),
    )
    password = forms.CharField(
        label=_("Password of the room"),
        required=False,
        max_length=PASSWORD_LENGTH,
        widget=forms.TextInput(attrs=PLAIN_TEXT),
        help_text=_("Share it with the people you invite. Don’t reuse a password of your own."),
    )
    turn_seconds = forms.IntegerField()
    spectators = _yes_or_no(
        _("Others may watch"), _("They see open cards only, never a hidden one."), usual=True
    )
    spectators_chat = _yes_or_no(
        _("Spectators may chat"), _("Otherwise only seated players may write."), usual=True
    )
    auto_start = _yes_or_no(
        _("Rounds start automatically"),
        _("Starts three seconds after everyone seated is ready. Otherwise the host starts each round."),
    )
    auto_deal = _yes_or_no(
        _("The table deals automatically"),
        _("The banker is not asked. Where they may choose a side, the first card goes to the left."),
    )
    auto_next = forms.ChoiceField(
        label=_("Next round after a result"),
        choices=[(seconds, seconds) for seconds in AUTO_NEXT],
        widget=forms.RadioSelect,
        help_text=_("Starts automatically after that many seconds. Anyone seated can hold it."),
    )
    back = forms.ChoiceField(label=_("Back of the cards"), choices=Room.Back, widget=forms.RadioSelect)

    def __init__(self, game: Game, data: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        self.game = game
        usual = _usual(game) | {OPTION_FIELD + o.name: _text(o.default) for o, _rulesets in self.known()}
        sent = {name: value for name, value in (data or {}).items() if value.strip()}
        ticks = {OPTION_FIELD + o.name for o, _rulesets in self.known() if o.kind == "bool"}
        left_out = {name: value for name, value in usual.items() if name not in ticks}
        kwargs["initial"] = usual | kwargs.get("initial", {})
        super().__init__(None if data is None else left_out | sent, **kwargs)
        self._set_numbers()
        names = [(ruleset, label.name) for ruleset, label in game.rulesets.items()]
        self.fields["ruleset"].choices = names  # type: ignore[attr-defined]
        for option, _rulesets in self.known():
            self.fields[OPTION_FIELD + option.name] = _field_of(option, game.option(option.name))

    def _set_numbers(self) -> None:
        low, high = self.game.fewest, self.game.most
        self.fields["seats"] = _number(_("Seats"), low, high)
        self.fields["bots"] = _number(_("Bots to sit with you"), 0, high - 1)
        self.fields["turn_seconds"] = _number(_("Seconds for a turn"), TURN_SECONDS[0], TURN_SECONDS[-1])
        turns = sorted({*TURNS_TO_CHOOSE, self.initial["turn_seconds"]})
        self.fields["turn_seconds"].help_text = _("When time runs out, the table plays for that player.")
        self.fields["turn_seconds"].widget = forms.RadioSelect(choices=[(turn, turn) for turn in turns])
        self.fields["auto_next"].choices = list(map(_pause, AUTO_NEXT))  # type: ignore[attr-defined]

    def keep_name(self, name: str) -> None:
        """Nothing else is read for it: what is sent is not theirs to say."""
        field = self.fields["name"]
        field.disabled, field.help_text = True, _("You may not write, so the room gets its usual name.")
        self.initial["name"] = name

    # --- what the page shows ------------------------------------------------------------------

    def known(self) -> Iterator[tuple[Option, tuple[str, ...]]]:
        """Every option of the game once, with the rulesets that know it."""
        choices = self.game.choices
        known = {option.name: option for options in choices.values() for option in options}
        for name, option in known.items():
            yield option, tuple(r for r, options in choices.items() if name in {o.name for o in options})

    def option_fields(self) -> list[OptionField]:
        return [
            OptionField(self[OPTION_FIELD + option.name], rulesets, option.name in self.game.first)
            for option, rulesets in self.known()
        ]

    def shown_options(self) -> str:
        """Sent along, so that a box that is not ticked can be told from one that was not there."""
        return ",".join(option.name for option, _rulesets in self.known())

    def ruleset_helps(self) -> list[tuple[str, Text]]:
        return [(ruleset, label.help) for ruleset, label in self.game.rulesets.items()]

    def fold_is_open(self) -> bool:
        """An error is never hidden in the fold."""
        return bool(self.errors.keys() - SHOWN)

    # --- what is read -------------------------------------------------------------------------

    def clean_name(self) -> str:
        return _line(self.cleaned_data["name"], NAME_LENGTH)

    def clean_password(self) -> str:
        return _line(self.cleaned_data["password"], PASSWORD_LENGTH)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("visibility") == Room.Visibility.PASSWORD and cleaned.get("password") == "":
            self.add_error("password", _("Choose a password, or let everybody in."))
        if "ruleset" in cleaned:
            cleaned["options"] = self._read_options(cleaned["ruleset"])
        return cleaned

    def _read_options(self, ruleset: str) -> dict[str, Any]:
        """Those of the chosen ruleset; the page shows those of the others too."""
        options = self.game.choices[ruleset]
        known = {option.name: option for option in options}
        given = read_option_fields(options, self.data)
        for name in known.keys() & given.keys():
            if not known[name].accepts(given[name]):
                self.add_error(OPTION_FIELD + name, _wanted(known[name]))
        return {name: value for name, value in given.items() if name in known}

    def room(self) -> dict[str, Any]:
        """The arguments of `create_room`."""
        names = ("ruleset", "seats", "name", "visibility", "password", "turn_seconds", "options", "back")
        asked = ("spectators", "spectators_chat", "auto_start", "auto_deal")
        answers = {name: self.cleaned_data[name] == "yes" for name in asked}
        answers["auto_next"] = int(self.cleaned_data["auto_next"])
        return {"game": self.game.key} | {name: self.cleaned_data[name] for name in names} | answers

    def bots_to_seat(self) -> int:
        bots: int = self.cleaned_data["bots"]
        seats: int = self.cleaned_data["seats"]
        return min(bots, seats - 1)

    def refuse(self, refusal: Refusal) -> None:
        """What the form let through and the room did not: under its field, or above them all."""
        field = dict(refusal.facts).get("field", "")
        named = next((name for name in (field, OPTION_FIELD + field) if name in self.fields), None)
        self.add_error(named, refusal.sentence)
        self.status = _status(refusal)


def _status(refusal: Refusal) -> HTTPStatus:
    """Of the page that says so."""
    return HTTPStatus.TOO_MANY_REQUESTS if refusal.code == Code.RATE_LIMITED else HTTPStatus.OK


def _usual(game: Game) -> dict[str, Any]:
    """What a field left out means, the house options apart."""
    return {
        "ruleset": game.usual_ruleset,
        "seats": game.usual_seats,
        "bots": 0,
        "visibility": Room.Visibility.PUBLIC.value,
        "turn_seconds": USUAL_TURN,
        "spectators": "yes",
        "spectators_chat": "yes",
        "auto_start": "no",
        "auto_deal": "no",
        "auto_next": 0,
        "back": Room.Back.SON.value,
    }


def _pause(seconds: int) -> tuple[int, str]:
    if not seconds:
        return seconds, gettext("when the host starts it")
    return seconds, gettext("automatically after %(seconds)s s") % {"seconds": number_format(seconds)}


def _text(value: Any) -> Any:
    """An option's value as a form sends it: a list is numbers with commas."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else value


def _line(text: str, length: int) -> str:
    try:
        return read_line(text, high=length)
    except ValueError:
        raise forms.ValidationError(_("Plain letters only, please.")) from None


def _number(label: Text, low: int, high: int) -> forms.IntegerField:
    wrong = gettext("A whole number from %(low)s to %(high)s.") % _limits(low, high)
    return forms.IntegerField(
        label=str(label),
        min_value=low,
        max_value=high,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "data-stepper": True}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
    )


def _limits(low: int, high: int) -> dict[str, Any]:
    return {"low": number_format(low), "high": number_format(high)}


def _field_of(option: Option, words: Label) -> forms.Field:
    """For the page only: what is sent is read as the options of every room word are."""
    label, help_text = str(words.name), str(words.help)
    if option.kind == "bool":
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    widget: forms.Widget = forms.TextInput(attrs={"autocomplete": "off"})
    if option.kind == "int":
        widget = forms.NumberInput(attrs={"min": option.low, "max": option.high, "inputmode": "numeric"})
    if option.kind == "ints":
        widget = Numbers(option.length, min=option.low, max=option.high)
    return forms.CharField(label=label, help_text=help_text, widget=widget)


def sent_fields(form: QueryDict) -> dict[str, str]:
    """What a browser sends; of a list, a field for each number, as `_text` writes it."""
    return {
        name: _joined(form.getlist(name)) if name.startswith(OPTION_FIELD) else str(form[name])
        for name in form
    }


def _joined(values: list[str]) -> str:
    return ",".join(values) if any(value.strip() for value in values) else ""


def _wanted(option: Option) -> str:
    numbers = _limits(option.low, option.high) | {"count": option.length}
    if option.kind == "ints":
        return gettext("%(count)s numbers from %(low)s to %(high)s, as described.") % numbers
    if option.kind == "int":
        return gettext("A whole number from %(low)s to %(high)s.") % numbers
    return gettext("Yes or no.")


def last_settings(room: Room) -> dict[str, Any]:
    """The form as its person filled it in last time; the password is theirs to say anew."""
    options = {OPTION_FIELD + name: _text(value) for name, value in room.options.items()}
    return options | {
        "ruleset": room.ruleset,
        "seats": room.seat_count,
        "name": room.name,
        "visibility": room.visibility,
        "turn_seconds": room.turn_seconds,
        "spectators": "yes" if room.spectators else "no",
        "spectators_chat": "yes" if room.spectators_chat else "no",
        "auto_start": "yes" if room.auto_start else "no",
        "auto_deal": "yes" if room.auto_deal else "no",
        "auto_next": room.auto_next,
        "back": room.back,
    }


class JoinForm(forms.Form):
    """The door of a room with a password."""

    status = HTTPStatus.OK  # of the page that shows it
    password = forms.CharField(
        label=_("Password of the room"),
        max_length=PASSWORD_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def refuse(self, refusal: Refusal) -> None:
        self.add_error("password", refusal.sentence)
        self.status = _status(refusal)
