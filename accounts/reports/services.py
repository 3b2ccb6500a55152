"""Reports are filed, taken and answered. One transaction each; the person they are about is locked first."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import notices
from accounts.models import ModAction, Report, User
from accounts.reports import tables
from accounts.reports.evidence import Scene, Shown, shown
from accounts.reports.takers import judges, put_back, release, write_down

MOST_OPEN: Final = 5  # reports of one person at a time, and the most that one of them weighs
OF_A_GUEST: Final = 2
LOOKED_BACK: Final = 10  # answers
TOLD: Final = {Report.Status.RESOLVED: "report_resolved", Report.Status.DISMISSED: "report_dismissed"}

notices.lay_in({
    "report_resolved": _("A moderator did something about your report of %(name)s. Thank you."),
    "report_dismissed": _("A moderator found nothing against the rules in your report of %(name)s."),
})  # fmt: skip


class No(StrEnum):
    """Why a report is not taken."""

    ONESELF = "oneself"
    ALREADY = "already"  # one about this person is open
    TOO_MANY = "too_many"


def weight_of(person: User) -> int:
    """How much a report of theirs weighs, and how many they may have open: less for each that was dismissed,
    more again for each that was right."""
    most = OF_A_GUEST if person.is_guest else MOST_OPEN
    answered = Report.objects.filter(by=person, answered_at__isnull=False).order_by("-pk")
    last = answered.values_list("status", flat=True)[:LOOKED_BACK]
    lost = sum(1 if status == Report.Status.DISMISSED else -1 for status in last)
    return min(most, max(1, most - lost))


@transaction.atomic
def file_report(*, by: User, about: User, reason: str, text: str, scene: Scene | None) -> Report | No:
    """Who writes is told at once if it cannot be; the others learn nothing of it. It joins those that
    somebody looks into already."""
    if about.pk == by.pk:
        return No.ONESELF
    firsts = Report.objects.open().first_ones().filter(person=about)
    taker = firsts.values_list("taken_by", flat=True).first()
    _lock({by.pk, about.pk} | ({taker} if taker else set()))
    mine = list(Report.objects.open().filter(by=by).values_list("person", flat=True)[:MOST_OPEN])
    weight = weight_of(by)
    if about.pk in mine:
        return No.ALREADY
    if len(mine) >= weight:
        return No.TOO_MANY
    if taker:
        release([taker])
    first = firsts.first()
    joins = first if first and first.taken_by_id == taker else None  # else it was taken this very moment
    if scene and taker and scene.room in tables.sat_at(taker):
        joins = None
    report = Report.objects.create(
        by=by,
        person=about,
        name=about.username,
        reason=reason,
        text=text,
        weight=weight,
        gathered_under=first,
        status=joins.status if joins else Report.Status.NEW,
        taken_by=joins.taken_by if joins else None,
        touched_at=joins.touched_at if joins else None,
        **_numbers(scene),
    )
    if first:
        Report.objects.filter(pk=first.pk).update(weight=F("weight") + weight)
    return report


def _lock(ids: set[int]) -> None:
    """Two who report one person at once are gathered; one who reports twice at once is counted."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk"))


def _numbers(scene: Scene | None) -> dict[str, int | None]:
    names = ("room", "line", "first_line", "last_line", "round", "version")
    return {name: getattr(scene, name) for name in names} if scene else {}


@transaction.atomic
def take(*, report: Report, by: User) -> list[Report]:
    """From here on it is this member of staff's, with all that is gathered under it. But what is told of a
    table where they sit is for others: as soon as a round runs they would not see it."""
    here = _with_gathered(report, by)
    if not judges([by.pk]):  # any more
        return []
    own = tables.sat_at(by.pk)
    taken = [one for one in here if one.is_open and one.taken_by_id != by.pk and one.room not in own]
    return _change(taken, by, ModAction.Act.TAKE, status=Report.Status.TAKEN, touched_at=timezone.now())


@transaction.atomic
def give_back(*, report: Report, by: User) -> list[Report]:
    """It waits again for all, with whatever under it is in the same hands: what its taker wrote, too."""
    if not _with_gathered(report, by):
        return []
    both = Q(pk=report.pk) | Q(gathered_under=report.pk)
    return put_back(Report.objects.filter(both, taken_by=by), by=by)


@transaction.atomic
def resolve(*, report: Report, by: User) -> list[Report]:
    """Something was done. Also takes back that it was dismissed."""
    return _answer(report, by, ModAction.Act.RESOLVE, Report.Status.RESOLVED)


@transaction.atomic
def dismiss(*, report: Report, by: User) -> list[Report]:
    """There was nothing in it. Also takes back that it was acted on."""
    return _answer(report, by, ModAction.Act.DISMISS, Report.Status.DISMISSED)


def _answer(report: Report, by: User, act: str, status: Report.Status) -> list[Report]:
    answered = [one for one in _with_gathered(report, by) if one.status != status]
    for one in _change(answered, by, act, status=status, answered_at=timezone.now()):
        transaction.on_commit(partial(_tell, one, status), robust=True)
    if answered:
        _gather_anew(report)
    return answered


def _gather_anew(answered: Report) -> None:
    """What was gathered under it and is open still waits on, under the first that nobody has taken. What its
    taker wrote themselves is for somebody else to judge."""
    left = list(Report.objects.open().filter(gathered_under=answered).select_for_update().order_by("pk"))
    may_judge = judges(one.taken_by_id for one in left)
    for one in left:
        if one.taken_by_id == one.by_id or one.taken_by_id not in may_judge:
            one.status, one.taken_by = Report.Status.NEW, None
    left.sort(key=lambda one: one.status != Report.Status.NEW)
    for one in left:
        one.gathered_under = None if one is left[0] else left[0]
    if left:
        left[0].weight = sum(one.weight for one in left)
    for one in left:
        one.save(update_fields=["gathered_under", "status", "taken_by", "weight"])


@transaction.atomic
def _tell(report: Report, status: Report.Status) -> None:
    """After the answer, not with it: who reported may be reporting again, and waits for the same lock."""
    notices.tell(whom=report.by, kind=TOLD[status], name=report.name)


def _with_gathered(report: Report, by: User) -> list[Report]:
    """It, and under a first one those that stand as it does: what was answered apart stays answered so.
    All are held, in the order of their keys."""
    _lock({report.person_id, by.pk})
    both = Report.objects.filter(Q(pk=report.pk) | Q(gathered_under=report.pk))
    list(both.select_for_update().order_by("pk").values_list("pk"))
    here = Report.objects.judged_by(by).select_related("by")
    found = here.filter(pk=report.pk).first()
    if found is None:
        return []
    return [found, *here.filter(gathered_under=found, status=found.status).order_by("pk")]


def _change(reports: list[Report], by: User, act: str, **fields: object) -> list[Report]:
    """With one line of the record for each."""
    Report.objects.filter(pk__in=[one.pk for one in reports]).update(taken_by=by, **fields)
    for one in reports:
        write_down(by=by, act=act, report=one)
    return reports


def look(*, by: User, report: Report) -> list[Shown]:
    """The evidence, as this member of staff may see it now. That hidden hands were opened is written down."""
    pieces = shown(report, by)
    if any(piece.shows_hands for piece in pieces):
        with transaction.atomic():
            write_down(by=by, act=ModAction.Act.LOOK, report=report)
    return pieces
