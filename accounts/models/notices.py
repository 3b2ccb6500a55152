"""What a person is told by the house, until they have read it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """Kept as what happened, and put into words when it is shown, in the language of whoever reads."""

    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="notices",
        verbose_name=_("person"),
        db_index=False,
    )
    kind = models.CharField(max_length=24)
    reason = models.TextField(_("reason"), blank=True)  # in somebody's own words
    until = models.DateTimeField(_("until"), null=True)
    facts = models.JSONField(default=dict)  # what the sentence needs
    room = models.PositiveBigIntegerField(null=True)  # that it speaks of: whose title is in the facts
    at = models.DateTimeField(_("at"), auto_now_add=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["whom", "id"], name="notices_to_read", condition=Q(seen_at=None)),
            models.Index(fields=["whom", "id"], name="notices_of_a_person"),
            models.Index(fields=["room"], name="notices_of_a_room", condition=Q(room__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.at:%Y-%m-%d}"
