"""Two groups of staff, and what each may. Each app lays in the rights to its own things.

Written here and not by hand: after every migration the groups are there, and have all of these rights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from django.apps import AppConfig
from django.apps import apps as installed

MODERATORS: Final = "Moderators"  # look, and act upon people, rooms, rounds and lines
ADMINS: Final = "Admins"  # the same, and look after the accounts of players
_rights: defaultdict[str, set[str]] = defaultdict(set)  # by group, as "app.codename"


def lay_in(*, moderators: Iterable[str] = (), admins: Iterable[str] = ()) -> None:
    """Admins may all that moderators may."""
    both = set(moderators)
    _rights[MODERATORS] |= both
    _rights[ADMINS] |= both | set(admins)


def rights_of(group: str) -> frozenset[str]:
    return frozenset(_rights[group])


def give_rights(app_config: AppConfig, using: str, apps: Any = installed, **kwargs: Any) -> None:
    """After an app was migrated and its permissions made; and after a flush, which names no apps."""
    try:
        Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    except LookupError:
        return
    for name, rights in _rights.items():
        group, _made = Group.objects.using(using).get_or_create(name=name)
        own = [
            codename for app, codename in (right.split(".") for right in rights) if app == app_config.label
        ]
        wanted = Permission.objects.using(using).filter(content_type__app_label=app_config.label)
        group.permissions.add(*wanted.filter(codename__in=own).exclude(group=group))
