"""Who people are: registered persons and guests, and how each likes the table set."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

ANIMALS = (
    "rat", "ox", "tiger", "cat", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig",
)  # fmt: skip
DISCS = 8


def any_avatar() -> str:
    """A zodiac animal on a coloured disc: `tiger-3`."""
    return f"{secrets.choice(ANIMALS)}-{secrets.randbelow(DISCS)}"


class User(AbstractUser):
    """A person. A guest is a real account without a password, kept by choosing one."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As the device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Deck(models.TextChoices):
        TWO = "two", _("Two colours")
        FOUR = "four", _("Four colours")

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    is_guest = models.BooleanField(_("guest"), default=False)
    avatar = models.CharField(_("avatar"), max_length=16, default=any_avatar)
    language = models.CharField(_("language"), max_length=10, blank=True)  # empty: as the browser asks
    theme = models.CharField(_("theme"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    deck = models.CharField(_("deck"), max_length=4, choices=Deck, default=Deck.TWO)
    keys = models.BooleanField(_("keyboard shortcuts"), default=True)
    sound = models.BooleanField(_("sound"), default=True)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username
