"""Names that people had before."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.people import NameKey


class OldName(models.Model):
    """Kept from others for a while, so that nobody is taken for who was called so until yesterday."""

    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="old_names",
        verbose_name=_("person"),
        db_index=False,
    )
    username = models.CharField(_("name"), max_length=32)
    folded = NameKey(key="folded", max_length=64, editable=False)
    skeleton = NameKey(key="skeleton", max_length=96, editable=False)
    given_up = models.BooleanField(default=True)  # by themselves; else staff took it
    until = models.DateTimeField(_("until"), auto_now_add=True)

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        indexes = [
            models.Index(fields=["whom", "-until"], name="old_names_of_a_person"),
            models.Index(fields=["folded", "until"], name="old_names_by_spelling"),
            models.Index(fields=["skeleton", "until"], name="old_names_by_look"),
        ]

    def __str__(self) -> str:
        return self.username
