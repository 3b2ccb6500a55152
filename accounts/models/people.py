"""Who people are: registered persons and guests, and how each likes the table set."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AbstractUser, AnonymousUser, UserManager
from django.db import connection, models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import names

ANIMALS = (
    "rat", "ox", "tiger", "cat", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig",
)  # fmt: skip
DISCS = range(1, 9)
FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)  # the end of a ban or a mute that has none


def any_avatar() -> str:
    """A zodiac animal on a coloured disc: `tiger-3`."""
    return f"{secrets.choice(ANIMALS)}-{secrets.choice(DISCS)}"


class NameKey(models.CharField):  # type: ignore[type-arg]
    """What makes two names the same, kept beside the name whenever a row is written, in bulk too."""

    def __init__(self, *args: Any, key: str, **kwargs: Any) -> None:
        self.key = key
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, kwargs | {"key": self.key}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value: str = getattr(names, self.key)(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value


class PeopleQuerySet(models.QuerySet["User"]):
    def visible_to(self, viewer: AbstractBaseUser | AnonymousUser | None) -> PeopleQuerySet:
        """People who have a page for this viewer: all who are registered and not shown out, and oneself."""
        return self.filter(Q(is_active=True, is_guest=False) | Q(pk=viewer.pk if viewer else None))

    def called(self, name: str) -> PeopleQuerySet:
        """The person of a name, however it is capitalised and its words are joined."""
        return self.filter(folded=names.folded(name)) if name.isprintable() else self.none()

    def beginning_with(self, name: str) -> PeopleQuerySet:
        """Whose name begins so, in the order of names."""
        folded = names.folded(name) if name.isprintable() else ""
        found = self.filter(folded__startswith=folded) if folded else self.none()
        if connection.vendor == "sqlite":  # which looks for no LIKE in an index, where it may be escaped
            found = found.filter(folded__gte=folded, folded__lt=f"{folded}\U0010ffff")
        return found.order_by("folded")


class User(AbstractUser):
    """A person. A guest is a real account without a password, kept by choosing one."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As the device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Motion(models.TextChoices):
        SYSTEM = "system", _("As the device")
        STILL = "still", _("Always")

    class Deck(models.TextChoices):
        TWO = "two", _("Two colours")
        FOUR = "four", _("Four colours")

    class Chat(models.TextChoices):
        ALL = "all", _("Everything")
        WORDS = "words", _("Words only, no pictures")
        NONE = "none", _("Nothing")

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=32,
        unique=True,
        validators=[names.validate],
        error_messages={"unique": _("Somebody already has that name.")},
    )
    folded = NameKey(key="folded", max_length=64, unique=True, editable=False)
    skeleton = NameKey(key="skeleton", max_length=96, unique=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    avatar = models.CharField(_("avatar"), max_length=16, default=any_avatar)
    language = models.CharField(_("language"), max_length=10, blank=True)  # empty: as the browser asks
    theme = models.CharField(_("theme"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    motion = models.CharField(_("motion"), max_length=6, choices=Motion, default=Motion.SYSTEM)
    deck = models.CharField(_("deck"), max_length=4, choices=Deck, default=Deck.TWO)
    keys = models.BooleanField(_("keyboard shortcuts"), default=True)
    sound = models.BooleanField(_("sound"), default=True)
    vibration = models.BooleanField(_("vibration"), default=True, db_default=True)
    large_figures = models.BooleanField(_("large figures"), default=False, db_default=False)
    peel = models.BooleanField(_("peels the last card"), default=False, db_default=False)
    coach = models.BooleanField(_("tips at the table"), default=True, db_default=True)
    # Of each thing a table need not point out any more its game and its name there, as "game.mark".
    coached = models.TextField(blank=True, default="", db_default="", editable=False)
    chat = models.CharField(_("chat"), max_length=5, choices=Chat, default=Chat.ALL, db_default=Chat.ALL)
    # Kept apart from somebody, or does not read all that is said: of everybody else nobody needs to ask.
    quiet = models.BooleanField(default=False, db_default=False, editable=False)
    banned_until = models.DateTimeField(_("banned until"), null=True, editable=False)  # and not active
    muted_until = models.DateTimeField(_("muted until"), null=True, editable=False)
    has_notice = models.BooleanField(default=False, db_default=False, editable=False)  # that waits to be read
    # Unless taken back by then; and then nobody's any more.
    closes_at = models.DateTimeField(_("to be closed"), null=True, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)
    log_ins_ended = models.PositiveIntegerField(default=0, db_default=0, editable=False)  # how often all were

    objects: ClassVar[UserManager[Self]] = UserManager()
    people = PeopleQuerySet.as_manager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        permissions = [("moderate_user", "Can moderate")]
        indexes = [
            models.Index(
                fields=["banned_until"], name="bans_by_end", condition=Q(banned_until__isnull=False)
            ),
            models.Index(fields=["closes_at"], name="closings", condition=Q(closes_at__isnull=False)),
            models.Index(
                fields=["id"], name="people_not_shown", condition=Q(is_active=False, is_guest=False)
            ),
        ]

    def get_full_name(self) -> str:
        return str(self.username)

    def get_short_name(self) -> str:
        return str(self.username)

    @property
    def has_page(self) -> bool:
        """May anybody see who this is? Guests and those who were shown out have no page."""
        return self.is_active and not self.is_guest

    @property
    def is_muted(self) -> bool:
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_banned(self) -> bool:
        """Shown out by staff; who closed the account themselves is not."""
        return not self.is_active and self.banned_until is not None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a log-in was made with. It counts until the password is another, or all of them are ended."""
        if not self.log_ins_ended:
            return super()._get_session_auth_hash(secret)  # type: ignore[misc]
        value = f"{self.password}:{self.log_ins_ended}"
        return salted_hmac("accounts.log_in", value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def animal(self) -> str:
        return self.avatar.partition("-")[0]

    @property
    def disc(self) -> str:
        return self.avatar.partition("-")[2]
