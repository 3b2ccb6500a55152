"""Whom somebody is kept apart from, and whom they do not hear."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models.people import User


class Block(models.Model):
    """Two people who are kept apart. One of them wished it, it holds both ways, and nobody is told."""

    by = models.ForeignKey(User, models.CASCADE, related_name="blocks", db_index=False)
    whom = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["by", "whom"], name="one_block_a_pair"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.whom_id}"


class Mute(models.Model):
    """One person does not hear another; everybody else does, and who is not heard is not told."""

    by = models.ForeignKey(User, models.CASCADE, related_name="mutes", db_index=False)
    whom = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [
            models.UniqueConstraint(fields=["by", "whom"], name="one_mute_a_pair"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="nobody_mutes_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} mutes {self.whom_id}"
