"""From where somebody was seen."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Whereabouts(models.Model):
    """One person at one address, which is kept as keyed hashes only (`accounts/whereabouts/addresses.py`)."""

    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="whereabouts",
        verbose_name=_("person"),
        db_index=False,
    )
    address = models.CharField(max_length=32)
    network = models.CharField(max_length=32)
    first_seen = models.DateField(_("first seen"))
    last_seen = models.DateField(_("last seen"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["whom", "address"], name="one_row_an_address")]
        indexes = [  # with the id: the newest are found without sorting all
            models.Index(fields=["address", "id"], name="people_of_an_address"),
            models.Index(fields=["network", "id"], name="people_of_a_network"),
            models.Index(fields=["last_seen"], name="whereabouts_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.whom_id}, {self.first_seen} – {self.last_seen}"
