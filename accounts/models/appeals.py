"""What somebody who is banned has to say to that."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models.acts import ModAction


class Appeal(models.Model):
    """One answer to one ban. It waits for staff, or until that ban is over anyway or another comes in its
    place, which may be answered anew."""

    class Status(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("appeal", "waiting")
        LET_IN = "let_in", pgettext_lazy("appeal", "let back in")
        KEPT = "kept", pgettext_lazy("appeal", "kept out")
        REPLACED = "replaced", pgettext_lazy("appeal", "banned anew")

    LONGEST = 1000

    against = models.OneToOneField(
        ModAction, models.PROTECT, related_name="appeal", verbose_name=_("against")
    )
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="appeals", verbose_name=_("person")
    )
    text = models.TextField(_("what they say"), max_length=LONGEST)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    answer = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("answered by"),
        db_index=False,
    )
    answered_at = models.DateTimeField(_("answered at"), null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [models.Index(fields=["status", "id"], name="appeals_by_status")]

    def __str__(self) -> str:
        return f"{self.whom}: {self.text[:60]}"
