"""Rounds, their moves, and what they moved in the ledger. A round is setup + moves; the rest is copies."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from lobby import site_clock
from lobby.models import Room, Seat


class NamedQuerySet(models.QuerySet[Any]):
    """Rows of who played, with their name of that day: an account may have another one by now."""

    def named(self) -> Any:
        """`who`: the name of the account today; of a bot, and where the account is gone, the one it had."""
        return self.annotate(who=Coalesce("user__username", "name"))


class Way(StrEnum):
    """How somebody comes to a round."""

    ADDRESS = "address"  # its page, or its room's: from the table, or by a link that was sent on
    NAME = "name"  # from the page of a person: whoever reads there knows nothing of the room


class RoundQuerySet(models.QuerySet["Round"]):
    MOST_CRASHES = 3
    LATELY = timedelta(hours=1)
    OVERDUE = timedelta(seconds=30)  # by then a round that can go on has gone on

    def visible_to(
        self, viewer: AbstractBaseUser | AnonymousUser | None, way: Way = Way.ADDRESS
    ) -> RoundQuerySet:
        """Rounds that exist for this person. Whoever played one sees it for good. By its address so does
        everybody for whom its room exists, and anybody where that is public; on the page of a person who sits
        in that room or owns it, and strangers where it is public and the round was rated."""
        me = viewer.pk if viewer is not None and viewer.is_authenticated else None
        if way is Way.NAME:
            return self.known_by_name(me)
        public = Q(room__visibility=Room.Visibility.PUBLIC)
        if me is None:
            return self.filter(public)
        known = Exists(Room.objects.visible_to(viewer).filter(pk=OuterRef("room")))
        return self.filter(public | _played_by(me) | known)

    def known_by_name(self, me: int | None) -> RoundQuerySet:
        """The same on the page of a person, told all that it depends on: the id of who looks, if any."""
        public = Q(room__visibility=Room.Visibility.PUBLIC, rated=True)
        if me is None:
            return self.filter(public)
        sits = Exists(Seat.objects.filter(room=OuterRef("room"), user=me))
        return self.filter(public | _played_by(me) | Q(room__owner=me) | sits)

    def visible_in(self, room: Room, viewer: AbstractBaseUser | AnonymousUser | None) -> RoundQuerySet:
        """The same of one room, of which it is asked only once whether it exists for them."""
        here = self.filter(room=room)
        if room.visibility == Room.Visibility.PUBLIC:
            return here
        exists = Room.objects.visible_to(viewer).filter(pk=room.pk).exists()
        return here if exists else here.visible_to(viewer)

    def newest_in(self, room_ids: Collection[int]) -> RoundQuerySet:
        """The last number of each room: if one is to come or running there, it is this. The rounds before it
        are not looked at."""
        last = Round.objects.filter(room=OuterRef("pk")).order_by("-number").values("pk")[:1]
        return self.filter(pk__in=Room.objects.filter(pk__in=room_ids).values(last=Subquery(last)))

    def counted(self) -> RoundQuerySet:
        """Those that are over and were not taken back. What is told of people's play asks these alone."""
        return self.filter(status=Round.Status.OVER, void_cause="")

    def standing_still(self) -> RoundQuerySet:
        """Those that should have gone on by now, and did not."""
        return self.filter(status=Round.Status.RUNNING, due_at__lt=site_clock.now() - self.OVERDUE)

    def crash_too_often(self) -> bool:
        """Have as many been voided lately as may be, without anybody having looked?"""
        crash = RawSQL("'crash'", ())  # written out: what is bound finds no partial index on SQLite
        crashed = self.filter(void_cause=crash, ended_at__gte=site_clock.now() - self.LATELY)
        return crashed.count() >= self.MOST_CRASHES


def _played_by(user_id: int) -> Exists:
    return Exists(RoundSeat.objects.filter(round=OuterRef("pk"), user=user_id))


class Round(models.Model):
    """One deal of one game in a room, from the commitment of its server seed to its result."""

    class Status(models.TextChoices):
        NEXT = "next", _("to come")  # the commit is shown; seats and options are still open
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        VOID = "void", _("void")

    class VoidCause(models.TextChoices):
        WITHHELD = "withheld", _("two seeds were withheld")
        OWNER = "owner", _("the room was closed")
        CRASH = "crash", _("a crash that could not resume")
        MODERATOR = "moderator", _("a moderator")

    room = models.ForeignKey(
        Room, models.CASCADE, related_name="rounds", verbose_name=_("room"), db_index=False
    )
    number = models.PositiveIntegerField(_("round"))  # within the room, never reused
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.NEXT)
    game = models.CharField(_("game"), max_length=16)
    ruleset = models.CharField(_("ruleset"), max_length=16)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1)
    options = models.JSONField(_("options"), default=dict)  # every option with its value
    server_commit = models.CharField(_("server commit"), max_length=64)
    transcript = models.TextField(_("transcript"), blank=True)
    move_count = models.PositiveIntegerField(_("moves"), default=0)
    to_act = models.JSONField(
        default=list, editable=False
    )  # seats; every move is written with those after it
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)  # of whoever is to act
    due_at = models.DateTimeField(null=True, blank=True, editable=False)  # when the table acts by itself
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    rated = models.BooleanField(_("rated"), default=False)
    results = models.JSONField(_("results"), null=True, blank=True)
    points = models.JSONField(_("points"), null=True, blank=True)
    sheet = models.JSONField(_("sheet"), null=True, blank=True)
    ranks = models.JSONField(_("ranks"), null=True, blank=True)
    void_cause = models.CharField(_("void because"), max_length=10, choices=VoidCause, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["room", "number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["room"], condition=Q(status__in=["next", "running"]), name="one_live_round_a_room"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status="running"), name="rounds_that_are_due"),
            models.Index(fields=["ended_at"], condition=Q(void_cause="crash"), name="rounds_that_crashed"),
        ]

    def __str__(self) -> str:
        """As it can be typed into the search of the back office."""
        return f"{self.room.code} · {self.number}"

    @property
    def is_annulled(self) -> bool:
        """Taken back after its end: its record and its seed stay as they are, and it counts for nothing."""
        return self.status == self.Status.OVER and bool(self.void_cause)


class RoundSecret(models.Model):
    """The server seed of a round until it is over. Not in the admin, not in any serializer."""

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return "(sealed)"


class RoundSeat(models.Model):
    """Who plays an engine seat of a round, from which chair, and what it mixed into the deal."""

    class Kind(models.TextChoices):
        REVEALED = "R", _("mixed in")
        DEFAULT = "D", _("not mixed in")
        BOT = "B", _("bot")

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("seat"))
    chair = models.PositiveSmallIntegerField(_("chair"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="round_seats",
        verbose_name=_("person"),
    )
    name = models.CharField(_("name"), max_length=150)  # as it was shown in this round
    bot_level = models.CharField(_("level"), max_length=8, blank=True)
    kind = models.CharField(_("kind"), max_length=1, choices=Kind)
    commit = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64)  # the seed that counts

    objects = NamedQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat of a round")
        verbose_name_plural = _("seats of a round")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_player_a_seat")]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"


class Move(models.Model):
    """One accepted move. These rows are the round; nothing derived is stored beside them."""

    class By(models.TextChoices):
        PERSON = "person", _("person")
        BOT = "bot", _("bot")
        TABLE = "table", _("time-out")
        ROOM = "room", _("as the room has chosen")

    round = models.ForeignKey(
        Round, models.CASCADE, related_name="moves", verbose_name=_("round"), db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    word = models.JSONField(_("move"))
    by = models.CharField(_("by"), max_length=6, choices=By)
    at = models.DateTimeField(_("at"))
    key = models.BigIntegerField(null=True, editable=False)  # the writer's own: whose row this is

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_move_a_number")]

    def __str__(self) -> str:
        return f"{self.round_id}.{self.number}"


class AppendOnlyError(RuntimeError):
    """A ledger row was about to be changed or deleted."""


class Score(models.Model):
    """A line of the ledger: what one seat won or lost in one round. Never updated, never deleted."""

    round = models.ForeignKey(
        Round, models.PROTECT, related_name="scores", verbose_name=_("round"), db_index=False
    )
    room = models.ForeignKey(
        Room, models.PROTECT, related_name="scores", verbose_name=_("room"), db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="scores",
        verbose_name=_("person"),
        db_index=False,
    )
    name = models.CharField(_("name"), max_length=150)  # as it was shown in this round
    points = models.IntegerField(_("points"))
    sheet = models.IntegerField(_("sheet"))
    reverses = models.BooleanField(_("reverses"), default=False)  # a moderator's opposite of an earlier line
    at = models.DateTimeField(_("at"), auto_now_add=True)

    objects = NamedQuerySet.as_manager()

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["round", "seat", "reverses"], name="one_score_a_seat")]
        indexes = [  # with the id: the newest lines are found without sorting all
            models.Index(fields=["room", "id"], name="scores_of_a_room"),
            models.Index(fields=["user", "id"], name="scores_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.points:+d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("A score is never changed; its opposite is added.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError("A score is never deleted; its opposite is added.")


class Heartbeat(models.Model):
    """When any server process was last alive; after an outage, passed deadlines get the time back."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
