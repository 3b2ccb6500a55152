"""What people report to the staff: who, why, and by number what it was about."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import retention
from accounts.reports import tables

LONGEST: Final = 500  # of what one writes


class ReportQuerySet(models.QuerySet["Report"]):
    def visible_to(self, person: Any) -> ReportQuerySet:
        """One's own. What others report is for the staff."""
        return self.filter(by=person.pk)

    def judged_by(self, staff: Any) -> ReportQuerySet:
        """Nobody judges a report that they wrote, or that is about them; nor, while a round runs, one from
        the table where they sit."""
        others = self.exclude(person=staff.pk).exclude(by=staff.pk)
        playing = tables.played_at(staff.pk)
        return others.exclude(room__in=playing) if playing else others

    def open(self) -> ReportQuerySet:
        return self.filter(status__in=Report.OPEN)

    def first_ones(self) -> ReportQuerySet:
        """Of several open reports about one person the first; the others are gathered under it."""
        return self.filter(gathered_under__isnull=True)

    def waiting_for(self, staff: Any) -> ReportQuerySet:
        """What this member of staff may take: the first ones, and each that is gathered under one that they
        do not see: their own, or from the table where they play."""
        firsts = Report.objects.open().first_ones()
        unseen = list(firsts.filter(by=staff.pk).values_list("pk", flat=True))
        if playing := tables.played_at(staff.pk):
            unseen += firsts.filter(room__in=playing).values_list("pk", flat=True)
        first = Q(gathered_under__isnull=True)
        if unseen:
            first |= Q(gathered_under__in=unseen)
        return self.judged_by(staff).filter(first, status=Report.Status.NEW)

    def in_hands_of(self, staff: Any) -> ReportQuerySet:
        """What they took: each one that is not answered together with another of these."""
        taken = self.judged_by(staff).filter(taken_by=staff.pk, status=Report.Status.TAKEN)
        return taken.filter(~Exists(taken.filter(pk=OuterRef("gathered_under")).order_by()))

    def keeping(self, *, room: Any, line: Any) -> ReportQuerySet:
        """Those for which a chat line of a room is evidence, until some time after they are answered."""
        held = Q(answered_at__isnull=True) | Q(answered_at__gt=timezone.now() - retention.EVIDENCE)
        return self.filter(held, room=room, first_line__lte=line, last_line__gte=line)


class Report(models.Model):
    """What one person says of another. Of rooms, rounds and lines it holds numbers only: what they show is
    asked anew of whoever owns them, each time and for whoever looks."""

    class Reason(models.TextChoices):
        CHEATING = "cheating", _("Cheating or playing together in secret")
        ABUSE = "abuse", _("Insults or harassment")
        NAME = "name", _("An offensive name")
        STALLING = "stalling", _("Holding up the table on purpose")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        NEW = "new", _("new")
        TAKEN = "taken", _("being looked at")
        RESOLVED = "resolved", _("acted on")
        DISMISSED = "dismissed", _("dismissed")

    OPEN: Final = (Status.NEW, Status.TAKEN)

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="reports_by",
        verbose_name=_("by"),
        db_index=False,
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_about", verbose_name=_("about")
    )
    name = models.CharField(_("called then"), max_length=150)  # a name may be what it is about
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    text = models.CharField(_("text"), max_length=LONGEST, blank=True)
    room = models.PositiveBigIntegerField(_("room"), null=True, blank=True)
    round = models.PositiveBigIntegerField(_("round"), null=True, blank=True)
    version = models.PositiveIntegerField(_("moves by then"), null=True, blank=True)
    line = models.PositiveBigIntegerField(_("chat line"), null=True, blank=True)
    first_line = models.PositiveBigIntegerField(null=True, editable=False)  # of the chat around it
    last_line = models.PositiveBigIntegerField(null=True, editable=False)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.NEW)
    weight = models.PositiveIntegerField(_("weight"), default=0)  # with all that are gathered under it
    gathered_under = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="gathered",
        verbose_name=_("gathered under"),
        db_index=False,
    )
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="reports_taken",
        verbose_name=_("taken by"),
        db_index=False,
    )
    touched_at = models.DateTimeField(null=True, editable=False)  # by who has taken it
    note = models.TextField(_("note of the staff"), max_length=2000, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "person"],
                condition=Q(status__in=["new", "taken"]),
                name="one_open_report_a_pair",
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(status__in=["new", "taken"], gathered_under__isnull=True),
                name="one_first_report_a_person",
            ),
        ]
        indexes = [
            models.Index(fields=["by", "-id"], name="reports_of_a_person"),
            models.Index(
                fields=["status", "-weight", "id"],
                condition=Q(gathered_under__isnull=True),
                name="reports_that_wait",
            ),
            models.Index(fields=["taken_by", "status", "-id"], name="reports_taken"),
            models.Index(fields=["id"], condition=Q(answered_at__isnull=False), name="reports_answered"),
            models.Index(
                fields=["gathered_under", "id"],
                condition=Q(gathered_under__isnull=False),
                name="reports_gathered",
            ),
            models.Index(fields=["room", "last_line"], name="reports_of_a_room"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.get_reason_display()}"

    @property
    def is_open(self) -> bool:
        return self.status in self.OPEN
