"""Sample players, rooms with bots and some played rounds, to look around in."""

import random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from games.engines.core.refusal import Refusal
from games.live.live_round import LiveRound
from games.live.writer import Entry, write
from games.models import Move, Round
from games.reading import load_play
from games.registry import ENGINES
from games.services import start_round
from lobby import services as lobby
from lobby.models import Room

PLAYERS = ("Cô Hạnh", "Bác Ba", "Minh Thư", "Dì Sáu", "Khoa", "Tí")
PASSWORD = "chieubai-demo"  # noqa: S105  (said aloud below; never in production)
ROOMS = (
    ("Nhà Cô Hạnh", 0, (1, 2), 2, 6),
    ("Xóm Chùa", 3, (4,), 3, 3),
    ("Tối thứ Bảy", 5, (), 1, 0),
)  # name, owner, guests, bots, rounds played


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=1, help="so many times the usual number of rounds")

    def handle(self, *, rounds: int, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Not in production: everybody knows these people's password.")
        people = [person(name) for name in PLAYERS]
        for game, engine in ENGINES.items():
            for number, (name, owner, guests, bots, played) in enumerate(ROOMS):
                ruleset = engine.rulesets[number % len(engine.rulesets)]
                room = open_room(game, ruleset, name, people[owner], [people[g] for g in guests], bots)
                for _ in range(played * rounds):
                    play_round(room)
                self.stdout.write(f"/rooms/{room.code}/  {name} · {game} {ruleset}, {played * rounds} rounds")
        self.stdout.write(f"Log in as {', '.join(PLAYERS)}; the password is {PASSWORD}")


def person(name: str) -> User:
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(username=name, password=PASSWORD)


def open_room(game: str, ruleset: str, name: str, owner: User, guests: list[User], bots: int) -> Room:
    """Through the same services as everybody."""
    engine = ENGINES[game]
    seats = min(max(1 + len(guests) + bots, engine.seats[0]), engine.seats[-1])
    room = done(lobby.create_room(by=owner, game=game, ruleset=ruleset, name=name, seats=seats))
    guests = guests[: seats - 1]
    for chair, guest in enumerate(guests, start=1):
        done(lobby.sit(room_id=room.pk, by=guest, seat=chair))
        done(lobby.set_ready(room_id=room.pk, by=guest, ready=True))
    for chair in range(1 + len(guests), seats):
        done(lobby.add_bot(room_id=room.pk, by=owner, seat=chair, level="house"))
    return room


def done(outcome: Any) -> Any:
    if isinstance(outcome, Refusal):
        raise CommandError(f"The house refuses: {outcome.code} {dict(outcome.facts)}")
    return outcome


def play_round(room: Room) -> None:
    """One round, the house bot choosing for everybody, each move made durable like any other."""
    owner = User.objects.get(pk=Room.objects.get(pk=room.pk).owner_id)
    started = done(start_round(room_id=room.pk, by=owner))
    live = LiveRound(load_play(Round.objects.select_related("room", "secret").get(pk=started.pk)))
    chance = random.SystemRandom()
    while not live.ending:
        seat = chance.choice(live.to_act)
        word, state = done(live.judge(seat, live.engine.choose(live.view(seat), "house", chance)))
        outcome, at = live.engine.outcome(state), timezone.now()
        entry = Entry(
            round_id=live.facts.id,
            room_id=room.pk,
            number=live.version,
            seat=seat,
            word=word,
            by=Move.By.BOT,
            mover_id=None,
            at=at,
            deadline=None,
            due_at=None if outcome else at,
            outcome=outcome,
        )
        (answer,) = write([entry])
        if isinstance(answer, Exception):
            raise CommandError("A move could not be kept.") from answer
        live.advance(seat, state, at, None, answer)
