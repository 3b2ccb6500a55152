"""What staff did, for good: one line an act, never changed and never deleted."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AppendOnlyError(Exception):
    """Somebody tried to change or delete what is only ever added to."""


class Act(models.TextChoices):
    WARN = "warn", pgettext_lazy("act", "Warned")
    MUTE = "mute", pgettext_lazy("act", "Muted in chat")
    UNMUTE = "unmute", pgettext_lazy("act", "Unmuted")
    BAN = "ban", pgettext_lazy("act", "Banned")
    LET_BACK_IN = "let_back_in", pgettext_lazy("act", "Let back in")
    RENAME = "rename", pgettext_lazy("act", "Renamed")
    END_LOG_INS = "end_log_ins", pgettext_lazy("act", "Log-ins ended")
    CLOSE_ROOM = "close_room", pgettext_lazy("act", "Room closed")
    REOPEN_ROOM = "reopen_room", pgettext_lazy("act", "Room opened again")
    REMOVE_LINE = "remove_line", pgettext_lazy("act", "Chat line removed")
    RESTORE_LINE = "restore_line", pgettext_lazy("act", "Chat line put back")
    VOID_ROUND = "void_round", pgettext_lazy("act", "Round voided")
    TAKE = "take", pgettext_lazy("act", "Report taken")
    GIVE_BACK = "give_back", pgettext_lazy("act", "Report given back")
    RESOLVE = "resolve", pgettext_lazy("act", "Report resolved")
    DISMISS = "dismiss", pgettext_lazy("act", "Report dismissed")
    KEEP_OUT = "keep_out", pgettext_lazy("act", "Appeal turned down")
    LOOK = "look", pgettext_lazy("act", "Looked at")
    SEARCH = "search", pgettext_lazy("act", "Searched")
    RESET_LINK = "reset_link", pgettext_lazy("act", "Link to a new password made")
    RESET_SECOND_FACTOR = "reset_second_factor", pgettext_lazy("act", "Second factor taken off")
    MAKE_MODERATOR = "make_moderator", pgettext_lazy("act", "Made staff")
    MAKE_PERSON = "make_person", pgettext_lazy("act", "Account made")
    EDIT = "edit", pgettext_lazy("act", "Account edited")
    CHANGE_MAIL = "change_mail", pgettext_lazy("act", "Mail address changed")
    SET_PASSWORD = "set_password", pgettext_lazy("act", "Password changed")
    GIVE_RIGHTS = "give_rights", pgettext_lazy("act", "Rights given")
    TAKE_RIGHTS = "take_rights", pgettext_lazy("act", "Rights taken")


class Kind(models.TextChoices):
    PERSON = "person", pgettext_lazy("kind of thing", "Person")
    ROOM = "room", pgettext_lazy("kind of thing", "Room")
    ROUND = "round", pgettext_lazy("kind of thing", "Round")
    LINE = "line", pgettext_lazy("kind of thing", "Chat line")
    REPORT = "report", pgettext_lazy("kind of thing", "Report")
    ADDRESS = "address", pgettext_lazy("kind of thing", "Address")
    PAIR = "pair", pgettext_lazy("kind of thing", "Pair")
    GROUP = "group", pgettext_lazy("kind of thing", "Group of staff")


def acts() -> list[tuple[str, Any]]:
    """Asked for by name, so that a new act needs no migration; as do the kinds."""
    return Act.choices


def kinds() -> list[tuple[str, Any]]:
    return Kind.choices


class ModActionQuerySet(models.QuerySet["ModAction"]):
    def shown_to(self, staff: Any) -> ModActionQuerySet:
        """Not what was done with reports about this member of staff; superusers read all."""
        if staff.is_superuser:
            return self
        return self.exclude(kind=Kind.REPORT, whom=staff.pk)


class ModAction(models.Model):
    """An act of staff, or of the house itself. A wrong one is taken back by its opposite: one more."""

    Act, Kind = Act, Kind

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,  # the house itself
        related_name="acts",
        verbose_name=_("by"),
        db_index=False,
    )
    act = models.CharField(_("act"), max_length=24, choices=acts)
    kind = models.CharField(_("kind"), max_length=12, choices=kinds)
    target = models.CharField(_("id"), max_length=64)  # of what it was done to, within its kind
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="acts_about",
        verbose_name=_("person"),
        db_index=False,
    )
    reason = models.TextField(_("reason"), max_length=500, blank=True)
    until = models.DateTimeField(_("until"), null=True)  # empty: for good
    facts = models.JSONField(_("facts"), default=dict)  # what else it takes to understand the act
    at = models.DateTimeField(_("at"), auto_now_add=True)

    objects = ModActionQuerySet.as_manager()

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        ordering = ["-pk"]
        indexes = [  # with the id: the newest are found without sorting all
            models.Index(fields=["by", "id"], name="acts_by_a_person"),
            models.Index(fields=["whom", "id"], name="acts_about_a_person"),
            models.Index(fields=["kind", "target", "id"], name="acts_on_a_thing"),
            models.Index(fields=["act", "id"], name="acts_of_a_kind"),
            models.Index(fields=["kind", "id"], name="acts_on_things_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.get_act_display()}: {self.whom or self.target}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("An act is never changed; its opposite is added.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError("An act is never deleted; its opposite is added.")
