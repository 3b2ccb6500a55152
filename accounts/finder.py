"""How staff find people: by a whole name, a former one, or how a name begins."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.back_office.search import MOST, Hit
from accounts.models import ModAction, OldName, User


def find_people(request: HttpRequest, wanted: str) -> Iterator[Hit]:
    if not (request.user.has_perm("accounts.view_user") and wanted.isprintable()):
        return
    folded = names.folded(wanted)
    people = list(User.people.called(wanted))
    former = OldName.objects.filter(folded=folded).select_related("whom").order_by("-until")[:MOST]
    if not people and not former:
        people = list(User.people.beginning_with(wanted)[:MOST])
    yield from (_hit(person) for person in people)
    others = {old.whom: old for old in former if old.whom not in people}
    yield from (_hit(person, _("was called %s") % old.username) for person, old in others.items())


def _hit(person: User, note: object = "") -> Hit:
    url = reverse("admin:accounts_user_change", args=[person.pk])
    return Hit(kind=ModAction.Kind.PERSON.label, name=person.username, url=url, note=note)
