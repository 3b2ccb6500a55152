"""Rooms and the people in them. A room knows the name of its game, never its rules."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.blocks.quiet import apart_from
from lobby import site_clock
from lobby.attendance import attendance, presence

# Without the letters and digits that are misread when a code is called across a room.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH, LINK_LENGTH = 6, 26


class RoomQuerySet(models.QuerySet["Room"]):
    def listed(self, *, apart: Collection[int] = ()) -> RoomQuerySet:
        """What the lobby shows, newest first; to whom is kept apart from some, without their rooms."""
        rooms = self.filter(
            status__in=[Room.Status.OPEN, Room.Status.PLAYING],
            visibility__in=[Room.Visibility.PUBLIC, Room.Visibility.PASSWORD],
        )
        return (rooms.exclude(owner__in=apart) if apart else rooms).order_by("-pk")

    def called(self, code: str) -> RoomQuerySet:
        """The room of a code, typed in any case. Who knows the code of an unlisted room holds its key."""
        return self.filter(code=code.lower())

    def visible_to(self, user: AbstractBaseUser | AnonymousUser | None) -> RoomQuerySet:
        """Rooms that exist for this person however they found the number: the public ones, and those they
        own, sit in, gave the password of, or have been to by its link. Where they do not sit, none whose
        owner and they are kept apart."""
        if user is None or not user.is_authenticated:
            return self.none()
        mine = {"room": OuterRef("pk"), "user": user.pk}
        apart = apart_from(user)
        rooms = self.filter(Exists(Seat.objects.filter(**mine)) | ~Q(owner__in=apart)) if apart else self
        return rooms.filter(
            Q(visibility=Room.Visibility.PUBLIC)
            | Q(owner=user.pk)
            | Exists(Seat.objects.filter(**mine))
            | Exists(Admission.objects.filter(**mine))
            | Exists(Presence.objects.filter(**mine))
            | Q(pk__in=attendance.rooms_of(user.pk))
        )


class Room(models.Model):
    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public")
        UNLISTED = "unlisted", _("By link")
        PASSWORD = "password", _("Password")

    class Back(models.TextChoices):
        SON = "son", _("Vermilion")
        CHAM = "cham", _("Indigo")
        NGOC = "ngoc", _("Jade")

    code = models.CharField(_("code"), max_length=26, unique=True)
    name = models.CharField(_("name"), max_length=40)
    game = models.CharField(_("game"), max_length=16)
    ruleset = models.CharField(_("ruleset"), max_length=16)
    options = models.JSONField(_("house options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC
    )
    password = models.CharField(_("password"), max_length=128, blank=True)
    turn_seconds = models.PositiveSmallIntegerField(_("seconds per turn"), default=30)
    spectators = models.BooleanField(_("spectators"), default=True)
    # With a default of the database too: a process from before it still opens rooms.
    spectators_chat = models.BooleanField(_("spectators may chat"), default=True, db_default=True)
    auto_start = models.BooleanField(_("auto start"), default=False)
    auto_deal = models.BooleanField(_("auto deal"), default=False, db_default=False)
    auto_next = models.PositiveSmallIntegerField(_("seconds to the next round"), default=0, db_default=0)
    # The house opened it for one person, whom `Admission` names: no owner, and nobody else is let in.
    practice = models.BooleanField(_("practice"), default=False, db_default=False, editable=False)
    back = models.CharField(_("card back"), max_length=4, choices=Back, default=Back.SON)
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.OPEN)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rooms", verbose_name=_("owner")
    )
    owner_up_at = models.DateTimeField(null=True, editable=False)  # when the owner left their chair
    # Grows with every change to the room or its seats: how other processes see that there is news.
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    start_at = models.DateTimeField(
        _("starts"), null=True, editable=False
    )  # when the table itself will say it
    created_at = models.DateTimeField(_("created"), default=site_clock.now, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = RoomQuerySet.as_manager()

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        indexes = [
            models.Index(fields=["status", "visibility"]),
            models.Index(fields=["status", "id"], name="rooms_by_status"),  # the newest are found unsorted
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @staticmethod
    def new_code(visibility: str) -> str:
        """Short enough to call out; or, where the link is the key, too long to guess."""
        length = LINK_LENGTH if visibility == Room.Visibility.UNLISTED else CODE_LENGTH
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


class Seat(models.Model):
    """A chair somebody sits on: a person, or a house bot. Empty chairs have no row."""

    class Level(models.TextChoices):
        EASY = "easy", _("Easy")
        HOUSE = "house", pgettext_lazy("level of a bot", "Medium")
        SHARP = "sharp", _("Sharp")

    room = models.ForeignKey(
        Room, models.CASCADE, related_name="seats", verbose_name=_("room"), db_index=False
    )
    number = models.PositiveSmallIntegerField(_("chair"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("person"),
    )
    bot_name = models.CharField(_("bot"), max_length=40, blank=True)
    bot_level = models.CharField(_("level"), max_length=8, choices=Level, blank=True)
    ready = models.BooleanField(_("ready"), default=False)
    in_round = models.BooleanField(_("in the round"), default=False)  # plays the running round
    played = models.BooleanField(default=False, db_default=False, editable=False)  # the last one
    away = models.BooleanField(_("away"), default=False)
    timeouts = models.PositiveSmallIntegerField(default=0, editable=False)  # in a row
    leaving = models.BooleanField(_("leaving"), default=False, editable=False)  # freed when the round ends
    since = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_seat_a_chair"),
            models.UniqueConstraint(fields=["room", "user"], name="one_chair_a_person"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot_level="") | (Q(user__isnull=True) & ~Q(bot_level="")),
                name="a_person_or_a_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.user or self.bot_name}"

    @property
    def is_bot(self) -> bool:
        return bool(self.bot_level)


class PresenceQuerySet(models.QuerySet["Presence"]):
    def fresh(self) -> PresenceQuerySet:
        """Whoever counts as being there."""
        return self.since(site_clock.now() - presence())

    def since(self, lately: datetime) -> PresenceQuerySet:
        """Who was seen since then and has not left again."""
        return self.filter(Q(left_at=None) | Q(left_at__lt=F("seen_at")), seen_at__gte=lately)

    def people_of(self, room_ids: Collection[int]) -> dict[int, set[int]]:
        """Who is in each of these rooms: as everybody knows, and as this process saw a moment ago."""
        here = {room_id: attendance.people_of(room_id) for room_id in room_ids}
        for room_id, user_id in self.fresh().filter(room__in=room_ids).values_list("room_id", "user_id"):
            here[room_id].add(user_id)
        return here


class Presence(models.Model):
    """When a person was last seen in a room. Leases, not log-outs: a socket may die without a word."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="presences", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="presences")
    seen_at = models.DateTimeField(db_index=True)
    left_at = models.DateTimeField(null=True)  # if that is later

    objects = PresenceQuerySet.as_manager()

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="one_presence_a_room")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.room_id}"


class Admission(models.Model):
    """A person who gave a room's password, or one who was kicked and may not sit again."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="admissions", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="admissions")
    kicked = models.BooleanField(_("kicked"), default=False)
    at = models.DateTimeField(default=site_clock.now, editable=False)

    class Meta:
        verbose_name = _("admission")
        verbose_name_plural = _("admissions")
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="one_admission_a_person")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.room_id}"


OPENED_AGAIN = "reopen"  # the kind of that event


class RoomEvent(models.Model):
    """What was done to a room and by whom. Append-only: kicks, hand-overs, changed options, closing."""

    room = models.ForeignKey(
        Room, models.CASCADE, related_name="events", verbose_name=_("room"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=16)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("to")
    )
    facts = models.JSONField(_("facts"), default=dict)
    at = models.DateTimeField(_("at"), default=site_clock.now, editable=False)

    class Meta:
        verbose_name = _("room event")
        verbose_name_plural = _("room events")
        ordering = ["pk"]
        indexes = [models.Index(fields=["room", "id"], name="events_of_a_room")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.room_id}"


class Passage(models.Model):
    """Somebody sat down, left, or is not there any more. The chat tells it for the evening; then it goes."""

    class Kind(models.TextChoices):
        SAT = "sat", _("sat down")
        WENT = "went", _("left the table")
        LOST = "lost", _("lost the connection")
        LATE = "late", _("ran out of time twice")

    room = models.ForeignKey(Room, models.CASCADE, related_name="passages", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=4, choices=Kind)
    at = models.DateTimeField(default=site_clock.now, editable=False)

    class Meta:
        verbose_name = _("passage")
        verbose_name_plural = _("passages")
        ordering = ["pk"]
        indexes = [models.Index(fields=["room", "id"], name="passages_of_a_room")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} in {self.room_id}"


class ChatLineQuerySet(models.QuerySet["ChatLine"]):
    def of_chat(self) -> ChatLineQuerySet:
        """What was said there, without the reasons of what was done."""
        return self.filter(event=None)


class ChatLine(models.Model):
    room = models.ForeignKey(
        Room, models.CASCADE, related_name="chat", verbose_name=_("room"), db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("person"),
        db_index=False,
    )
    text = models.CharField(_("text"), max_length=300)
    at = models.DateTimeField(_("at"), default=site_clock.now, editable=False)
    removed_at = models.DateTimeField(_("removed"), null=True, editable=False)  # then nobody is told it
    # Not said in the chat, but why the owner sent somebody away: shown where that is told, and nowhere else.
    event = models.OneToOneField(
        RoomEvent, models.CASCADE, null=True, editable=False, related_name="said", verbose_name=_("reason of")
    )

    objects = ChatLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["user", "at"], name="chat_of_a_person"),
            models.Index(fields=["user", "id"], name="chat_of_a_person_by_key"),
            models.Index(fields=["room", "id"], name="chat_of_a_room"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {len(self.text)} characters"
