"""What people have won: a fold of the ledger."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

ALL_GAMES: Final = ""  # of a person's all of time: what all their games came to, so that places are found


class StandingQuerySet(models.QuerySet["Standing"]):
    def of(self, *, game: str = "", ruleset: str = "") -> StandingQuerySet:
        """Of one game, or of all; of one of its rulesets, or of all."""
        which = Q(game=game) if game else ~Q(game=ALL_GAMES)
        return self.filter(which, **({"ruleset": ruleset} if ruleset else {}))

    def shown(self, season: str) -> StandingQuerySet:
        """Of those who may be shown."""
        return self.filter(season=season, user__is_active=True, user__is_guest=False)

    def board(self, season: str) -> Any:
        """A line for each person who may be shown and has played, the best first."""
        lines = self.shown(season).values("user", "user__username", "user__avatar")
        lines = lines.annotate(net=Sum("points"), played=Sum("rounds"), won=Sum("wins"))
        return lines.filter(played__gt=0).order_by("-net", "user__username")

    def people(self, season: str) -> int:
        """How many lines the board has."""
        return self.shown(season).filter(rounds__gt=0).values("user").distinct().count()

    def place_of(self, points: int, season: str) -> int:
        """Who has as many points shares a place."""
        sums = self.shown(season).values("user").annotate(net=Sum("points"), played=Sum("rounds"))
        return 1 + int(sums.filter(played__gt=0, net__gt=points).count())


class Standing(models.Model):
    """A fold of the ledger: what a person has won in one game and ruleset, on a day, in a month or ever; and
    in all games ever."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="standings",
        verbose_name=_("person"),
        db_index=False,
    )
    game = models.CharField(_("game"), max_length=16)
    ruleset = models.CharField(_("ruleset"), max_length=16)
    season = models.CharField(_("season"), max_length=10)  # "2026-11-18", "2026-11", or "all"
    points = models.IntegerField(_("points"), default=0)
    rounds = models.PositiveIntegerField(_("rounds"), default=0)
    wins = models.PositiveIntegerField(_("wins"), default=0)

    objects = StandingQuerySet.as_manager()

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "ruleset", "season"], name="one_standing_a_season"
            )
        ]
        indexes = [
            models.Index(fields=["season", "game", "ruleset"], name="standings_of_a_season"),
            models.Index(fields=["season", "user"], name="standings_by_person"),  # a board is read by people
            models.Index(
                fields=["points"], condition=Q(game=ALL_GAMES, rounds__gt=0), name="places_of_people"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.season}: {self.points:+d}"


class SuspicionQuerySet(models.QuerySet["Suspicion"]):
    def shown_to(self, staff: Any) -> SuspicionQuerySet:
        """Nobody is told that they are in one."""
        return self.exclude(giver=staff.pk).exclude(taker=staff.pk)

    def waiting(self) -> SuspicionQuerySet:
        return self.filter(looked_at__isnull=True)


class Suspicion(models.Model):
    """Two people who may play for one, as a nightly look found them. A hint for staff, never a verdict."""

    game = models.CharField(_("game"), max_length=16)
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("gives"), db_index=False
    )
    taker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("takes"), db_index=False
    )
    together = models.PositiveIntegerField(_("rounds together"))
    score = models.FloatField(_("strength"))
    signs = models.JSONField(_("signs"), default=list)  # games/people/collusion.py
    worst = models.JSONField(_("rounds to look at"), default=list)  # their keys
    found_at = models.DateTimeField(_("found"))
    looked_at = models.DateTimeField(_("looked at"), null=True)
    looked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("looked at by")
    )
    note = models.TextField(_("note of the staff"), max_length=500, blank=True)

    objects = SuspicionQuerySet.as_manager()

    class Meta:
        verbose_name = _("suspicion")
        verbose_name_plural = _("suspicions")
        constraints = [
            models.UniqueConstraint(fields=["giver", "taker", "game"], name="one_suspicion_a_pair"),
        ]
        indexes = [
            models.Index(
                fields=["-score", "id"],
                condition=Q(looked_at__isnull=True),
                name="suspicions_that_wait",
            ),
            models.Index(fields=["giver", "id"], name="suspicions_of_a_giver"),
            models.Index(fields=["taker", "id"], name="suspicions_of_a_taker"),
        ]

    def __str__(self) -> str:
        return f"{self.giver} → {self.taker}"
