"""What people type about themselves."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth_forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import names, naming, passwords
from accounts.models import ANIMALS, DISCS, User
from accounts.services import ANIMAL_NAMES

DISC_NAMES = {
    1: pgettext_lazy("colour of a disc", "Gold"),
    2: pgettext_lazy("colour of a disc", "Rose"),
    3: pgettext_lazy("colour of a disc", "Coral"),
    4: pgettext_lazy("colour of a disc", "Brown"),
    5: pgettext_lazy("colour of a disc", "Green"),
    6: pgettext_lazy("colour of a disc", "Blue"),
    7: pgettext_lazy("colour of a disc", "Lilac"),
    8: pgettext_lazy("colour of a disc", "Sand"),
}


class NameField(forms.CharField):
    """A name for a new account: tidied first, so that what is checked is what is kept."""

    of: User | None = None  # whoever has it may go on having it

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "words", "spellcheck": "false"}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(label=_("Your name"), widget=widget, **kwargs)

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return names.tidy(text[: 4 * names.LONGEST])

    def validate(self, value: str) -> None:
        super().validate(value)
        get_adapter().clean_username(value, of=self.of)


class NewPasswordField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": "new-password"})
        super().__init__(label=_("Password"), strip=False, widget=widget, help_text=passwords.RULE, **kwargs)


class SignupForm(allauth_forms.SignupForm):
    """A name and one password; an email only for who wants to be able to reset it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = NameField()
        self.fields["password1"] = NewPasswordField()
        self.fields["email"].label = _("Email")
        self.fields["email"].widget.attrs.pop("placeholder", None)


class LoginForm(allauth_forms.LoginForm):
    """A name and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in {"login": _("Your name"), "password": _("Password")}.items():
            field = self.fields[name]
            field.label, field.help_text = label, ""
            field.widget.attrs.pop("placeholder", None)

    def clean_login(self) -> str:
        """Capitals do not matter at the door: the database may not fold those with accents."""
        typed = names.tidy(self.cleaned_data["login"])
        person = User.objects.filter(folded=names.folded(typed)).first()
        return person.username if person else typed


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = passwords.RULE


class ResetPasswordKeyForm(allauth_forms.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = passwords.RULE


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """To an address that was confirmed: any other may be somebody else's, mistyped."""

    users: list[User]

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True)
        owners = set(confirmed.values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in owners]
        return email


class KeepForm(forms.Form):
    """A guest stays."""

    username = NameField()
    password1 = NewPasswordField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        field = self.fields["username"]
        assert isinstance(field, NameField)
        field.of = user
        if not naming.is_made_up(user):
            field.initial = user.username

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "username" in cleaned and "password1" in cleaned:
            as_named = User(username=cleaned["username"], email=self.user.email)
            try:
                get_adapter().clean_password(cleaned["password1"], user=as_named)
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return cleaned


class CloseForm(forms.Form):
    """An account is closed by whoever knows its password; a guest has none."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> None:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise get_adapter().validation_error("enter_current_password")


class NewPersonForm(auth_forms.AdminUserCreationForm):
    """Whom the back office adds takes a name by the same rules as whoever signs up."""

    def clean_username(self) -> str:
        return get_adapter().clean_username(self.cleaned_data["username"])


class NameForm(forms.Form):
    """Another name for somebody who has one."""

    username = NameField()

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        field = self.fields["username"]
        assert isinstance(field, NameField)
        field.label, field.of = _("New name"), user

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name == self.user.username:
            raise forms.ValidationError(_("That is your name already."))
        if naming.was_taken_away(name, self.user):
            raise forms.ValidationError(_("Staff took that name away. Choose another."))
        return name


class SettingsForm(forms.ModelForm):
    """How a person likes the table set. The avatar is chosen as an animal and the colour of its disc."""

    animal = forms.ChoiceField(
        label=_("Animal"),
        choices=[(animal, ANIMAL_NAMES[animal]) for animal in ANIMALS],
        widget=forms.RadioSelect,
    )
    disc = forms.ChoiceField(
        label=_("Colour"), choices=[(str(disc), DISC_NAMES[disc]) for disc in DISCS], widget=forms.RadioSelect
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", pgettext_lazy("language", "As the browser")), *settings.LANGUAGES],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = User
        fields = [
            "language",
            "theme",
            "motion",
            "deck",
            "large_figures",
            "peel",
            "sound",
            "vibration",
            "keys",
            "coach",
        ]
        widgets = dict.fromkeys(("theme", "motion", "deck"), forms.RadioSelect)
        labels = {
            "theme": _("Theme"),
            "motion": _("Less motion"),
            "deck": pgettext_lazy("pack of cards", "Deck"),
            "large_figures": _("Large figures on the cards"),
            "peel": _("Peel my last card"),
            "sound": _("Sounds"),
            "vibration": _("Vibration"),
            "keys": _("Keyboard shortcuts"),
            "coach": _("Tips at the table"),
        }
        help_texts = {
            "motion": _("Cards change places without travelling, and nothing turns or falls."),
            "deck": _("Four colours tell diamonds from hearts and clubs from spades at a glance."),
            "large_figures": _("Rank and suit fill the card, instead of a picture."),
            "peel": _("At some games it waits face down until you pull its corner or tap it."),
            "vibration": _("When it is your turn, if your phone can."),
            "keys": _("At the table, on a computer: R to hit, D to stand and so on."),
            "coach": _("A few words on what matters, in your first rounds of each game."),
        }

    instance: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(animal=self.instance.animal, disc=self.instance.disc)

    def save(self, commit: bool = True) -> User:
        self.instance.avatar = f"{self.cleaned_data['animal']}-{self.cleaned_data['disc']}"
        if commit:
            self.instance.save(update_fields=[*self.Meta.fields, "avatar"])
        return self.instance


class QuickForm(forms.Form):
    """One tap on the globe, the moon or the deck. What is left out stays."""

    language = forms.ChoiceField(required=False, choices=[("", ""), *settings.LANGUAGES])
    theme = forms.ChoiceField(required=False, choices=[("", ""), *User.Theme.choices])
    deck = forms.ChoiceField(required=False, choices=[("", ""), *User.Deck.choices])

    def chosen(self) -> dict[str, str]:
        return {name: value for name, value in self.cleaned_data.items() if name in self.data}
