"""What people have won: a fold of the ledger."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Sum
from django.utils.translation import gettext_lazy as _


class StandingQuerySet(models.QuerySet["Standing"]):
    def of(self, *, game: str = "", ruleset: str = "") -> StandingQuerySet:
        """Of one game, or of all; of one of its rulesets, or of all."""
        which = {"game": game} if game else {}
        return self.filter(**which | ({"ruleset": ruleset} if ruleset else {}))

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
    """A fold of the ledger: what a person has won in one game and ruleset, on a day, in a month or ever."""

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
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.season}: {self.points:+d}"
