"""What accounts keep of a person goes once the account is closed; and how such steps are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from accounts.models import Appeal, Block, Mute, Notice, User, Whereabouts

STEP: Final = 500  # rows


def deleted(rows: QuerySet[Any]) -> Iterator[int]:
    while some := list(rows.order_by("pk").values_list("pk", flat=True)[:STEP]):
        yield rows.model._base_manager.filter(pk__in=some).delete()[0]


def written_over(rows: QuerySet[Any], **fields: object) -> Iterator[int]:
    """Rows that are none of these any more once they say this."""
    while some := list(rows.order_by("pk").values_list("pk", flat=True)[:STEP]):
        yield rows.model._base_manager.filter(pk__in=some).update(**fields)


def _whose(kind: type[Model], *fields: str) -> Callable[[User], Iterator[int]]:
    def erase(person: User) -> Iterator[int]:
        for field in fields:
            yield from deleted(kind._base_manager.filter(**{field: person}))

    return erase


def erase_from_the_back_office(person: User) -> Iterator[int]:
    """What Django's own lines call the rows that staff changed: a person by the name, an address as it is."""
    named = LogEntry.objects.filter(_of(User), object_id=str(person.pk)).exclude(object_repr=person.username)
    yield from written_over(named, object_repr=person.username)
    for address in EmailAddress.objects.filter(user=person).values_list("pk", flat=True):
        told = LogEntry.objects.filter(_of(EmailAddress), object_id=str(address)).exclude(object_repr="")
        yield from written_over(told, object_repr="")


def erase_addresses(person: User) -> Iterator[int]:
    """Last, as their numbers lead to what was written down of them."""
    yield from deleted(EmailAddress.objects.filter(user=person))


def _of(kind: type[Model]) -> Q:
    return Q(content_type=ContentType.objects.get_for_model(kind))


ERASERS: Final = (
    _whose(Notice, "whom"),
    _whose(Appeal, "whom"),
    _whose(Block, "by", "whom"),
    _whose(Mute, "by", "whom"),
    _whose(Whereabouts, "whom"),
    erase_from_the_back_office,
    erase_addresses,
)
