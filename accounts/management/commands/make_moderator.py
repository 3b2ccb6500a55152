"""Put a registered person into the group Moderators, or take them out again."""

from typing import Any

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts import groups
from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import tell
from accounts.reports import takers


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME")
        parser.add_argument("--admin", action="store_true", help="into Admins, who look after accounts too")
        parser.add_argument("--undo", action="store_true", help="out of both groups, and no staff any more")

    @transaction.atomic
    def handle(self, *, name: str, admin: bool, undo: bool, **options: Any) -> None:
        person = _find(name)
        if not undo and (person.is_guest or not person.is_active):
            raise CommandError(f"{person} is a guest, or banned: staff are registered people.")
        group = "" if undo else groups.ADMINS if admin else groups.MODERATORS
        person.groups.remove(*Group.objects.filter(name__in=[groups.MODERATORS, groups.ADMINS]))
        if group:
            person.groups.add(Group.objects.get(name=group))
        person.is_staff = bool(group) or person.is_superuser
        person.save(update_fields=["is_staff"])
        takers.release([person.pk])
        act, kind = ModAction.Act.MAKE_MODERATOR, ModAction.Kind.PERSON
        record(by=None, act=act, kind=kind, target=person.pk, whom=person, group=group)
        if group:
            tell(whom=person, kind=act)
        self.stdout.write(f"{person} is in {group}." if group else f"{person} is no staff any more.")


def _find(name: str) -> User:
    """However it is capitalised."""
    person = User.people.called(name).select_for_update().first()
    if person is None:
        raise CommandError(f"Nobody is called {name}.")
    return person
