"""What forms of staff change about accounts and rights is on record, and told to whom it concerns.

Lines name fields, groups and rights. A password or an address is in none of them, as they stay for good.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.db.models import QuerySet

from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import hold, tell
from accounts.reports import takers

Act, Kind = ModAction.Act, ModAction.Kind
FLAGS: Final = ("is_staff", "is_superuser")
Rights = frozenset[tuple[str, str]]  # of which kind, and what it is called
OF_AN_ADDRESS: Final = ("user_id", "email", "primary", "verified")


@dataclass(frozen=True, slots=True)
class Account:
    """As it is in the database."""

    columns: dict[str, Any]
    rights: Rights


def account(person_id: int) -> Account:
    """Held until it was changed."""
    (person,) = hold([person_id])
    columns: dict[str, Any] = {**User.objects.values().get(pk=person_id)}
    flags = {("fields", name) for name in FLAGS if columns[name]}
    groups = {("groups", name) for name in person.groups.values_list("name", flat=True)}
    return Account(columns, frozenset(flags | groups) | _named(person.user_permissions.all()))


def _named(permissions: QuerySet[Permission]) -> Rights:
    rows = permissions.order_by().values_list("content_type__app_label", "codename")
    return frozenset(("permissions", f"{app}.{codename}") for app, codename in rows)


def _facts(rights: Rights) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for kind, name in sorted(rights):
        facts.setdefault(kind, []).append(name)
    return facts


# --- people -----------------------------------------------------------------------------------


def note_made(*, by: User, whom: User) -> None:
    _note(by, Act.MAKE_PERSON, whom)


def note_password(*, by: User, whom: User) -> None:
    _note(by, Act.SET_PASSWORD, whom)


def note_changed(*, by: User, whom: User, before: Account, fields: Iterable[str]) -> None:
    """Of the columns only those that the form wrote: others may have been acted upon meanwhile."""
    after = account(whom.pk)
    _note_rights(by, whom, before.rights, after.rights)
    written = set(fields) & before.columns.keys() - set(FLAGS)
    changed = sorted(name for name in written if before.columns[name] != after.columns[name])
    if "email" in changed:
        changed.remove("email")
        _note(by, Act.CHANGE_MAIL, whom, fields=["email"])
    if changed:
        _note(by, Act.EDIT, whom, fields=changed)


def _note_rights(by: User, whom: User, before: Rights, after: Rights) -> None:
    for act, rights in ((Act.GIVE_RIGHTS, after - before), (Act.TAKE_RIGHTS, before - after)):
        if rights:
            _note(by, act, whom, **_facts(rights))
    if before - after:
        takers.release([whom.pk])


def _note(by: User, act: str, whom: User, **facts: Any) -> None:
    record(by=by, act=act, kind=Kind.PERSON, target=whom.pk, whom=whom, **facts)
    tell(whom=whom, kind=act)


# --- groups -----------------------------------------------------------------------------------


def group(group_id: int) -> tuple[str, Rights]:
    """Held until it was changed."""
    row = Group.objects.select_for_update(no_key=True).get(pk=group_id)
    return row.name, _named(row.permissions.all())


def note_group(*, by: User, of: Group, before: tuple[str, Rights] | None) -> None:
    """Each member is told of what they may by it."""
    name, rights = group(of.pk)
    old_name, old_rights = before or (name, frozenset())
    if old_name != name:
        record(by=by, act=Act.RENAME, kind=Kind.GROUP, target=of.pk, before=old_name, after=name)
    given, taken = rights - old_rights, old_rights - rights
    if given or before is None:
        _note_of_group(by, Act.GIVE_RIGHTS, of.pk, name, given)
    if taken:
        _note_of_group(by, Act.TAKE_RIGHTS, of.pk, name, taken)
    members = hold(of.user_set.values_list("pk", flat=True)) if given or taken else []
    if taken:
        takers.release([person.pk for person in members])
    for person in members:
        for act, some in ((Act.GIVE_RIGHTS, given), (Act.TAKE_RIGHTS, taken)):
            if some:
                tell(whom=person, kind=act)


def note_no_group(*, by: User, of: Group) -> None:
    """Before it is deleted: whoever is in it, is in it no more."""
    name, rights = group(of.pk)
    for person in hold(of.user_set.values_list("pk", flat=True)):
        _note(by, Act.TAKE_RIGHTS, person, groups=[name])
    _note_of_group(by, Act.TAKE_RIGHTS, of.pk, name, rights)


def _note_of_group(by: User, act: str, group_id: int, name: str, rights: Rights) -> None:
    record(by=by, act=act, kind=Kind.GROUP, target=group_id, group=name, **_facts(rights))


# --- addresses of mail ------------------------------------------------------------------------


def address(address_id: int) -> dict[str, Any]:
    """Held until it was changed."""
    return EmailAddress.objects.select_for_update(no_key=True).values(*OF_AN_ADDRESS).get(pk=address_id)


def note_address(*, by: User, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
    """None: it is new, or it is gone."""
    old, new = before or {}, after or {}
    changed = [name for name in OF_AN_ADDRESS if old.get(name) != new.get(name)]
    for person in hold({row["user_id"] for row in (old, new) if row}) if changed else ():
        _note(by, Act.CHANGE_MAIL, person, fields=[name.removesuffix("_id") for name in changed])
