"""For load tests: public rooms with every seat taken and ready, and a log-in for each person."""

import json
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.logins import session_store
from accounts.models import User
from games.rounds.services import commit_next
from lobby.catalogue import GAMES
from lobby.models import Room, Seat
from lobby.refusals import Refusal


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tables", type=int)
        parser.add_argument("--game", default=next(iter(GAMES)))
        parser.add_argument("--ruleset", default="")
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--spectators", type=int, default=0)
        parser.add_argument("--turn-seconds", type=int, default=30)
        parser.add_argument("--options", type=json.loads, default={})

    def handle(self, *, tables: int, game: str, ruleset: str, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Not in production: these people have no passwords.")
        if game not in GAMES:
            raise CommandError(f"No such game: {game}. There are: {', '.join(GAMES)}.")
        played = GAMES[game]
        ruleset = ruleset or played.usual_ruleset
        if ruleset not in played.rulesets:
            raise CommandError(f"No such ruleset: {ruleset}. There are: {', '.join(played.rulesets)}.")
        if options["seats"] not in played.seats:
            raise CommandError(f"{game} is played by {played.fewest} to {played.most}.")
        house = played.complete(ruleset, options["options"])
        if isinstance(house, Refusal):
            raise CommandError(f"These options do not fit: {dict(house.facts)}.")
        for _ in range(tables):
            for line in open_table(game, ruleset, house, **options):
                self.stdout.write(json.dumps(line))


@transaction.atomic
def open_table(
    game: str, ruleset: str, house: Any, *, seats: int, spectators: int, turn_seconds: int, **_: Any
) -> list[dict[str, Any]]:
    """One room and its people; nobody counts as gone before having come."""
    people = [new_person() for _ in range(seats + spectators)]
    room = Room.objects.create(
        code=Room.new_code(Room.Visibility.PUBLIC),
        name=f"Bàn thử {secrets.token_hex(2)}",
        game=game,
        ruleset=ruleset,
        options=house,
        seat_count=seats,
        turn_seconds=turn_seconds,
        owner=people[0],
    )
    chairs = [Seat(room=room, number=number, user=person, ready=True) for number, person in enumerate(people)]
    Seat.objects.bulk_create(chairs[:seats])
    commit_next(room)
    return [
        {
            "room": room.code,
            "seat": number if number < seats else None,
            "cookie": f"{settings.SESSION_COOKIE_NAME}={log_in(person)}",
        }
        for number, person in enumerate(people)
    ]


def new_person() -> User:
    """Nobody can log in as them but with the cookie printed here. A program needs no tips."""
    person = User(username=f"tải-{secrets.token_hex(5)}", coach=False)
    person.set_unusable_password()
    person.save()
    return person


def log_in(person: User) -> str:
    session = session_store()()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)
