"""Sample players, rooms with bots and some played rounds, to look around in."""

import random
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from games.live.live_round import LiveRound
from games.live.writer import Entry, write
from games.registry import ENGINES
from games.rounds.models import Move, Round
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from lobby import services as rooms
from lobby.models import Room
from lobby.refusals import Refusal

PLAYERS = ("Cô Hạnh", "Bác Ba", "Minh Thư", "Dì Sáu", "Khoa", "Tí", "Văn", "Mei", "Chú Huy", "Linh")
PASSWORD = "chieubai-demo"  # noqa: S105  (said aloud below; never in production)
ROOMS = (
    ("Nhà Cô Hạnh", 0, (1, 2, 3), 0, 24),
    ("Xóm Chùa", 3, (4, 5, 7), 0, 16),
    ("Tối thứ Bảy", 5, (4,), 1, 4),
    ("Ngõ 9", 6, (8, 9, 2), 0, 18),
)  # name, owner, guests, bots, rounds played; without bots they are rated
DAYS = 45  # over so many the rounds are spread, some evenings without any


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=1, help="so many times the usual number of rounds")

    def handle(self, *, rounds: int, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Not in production: everybody knows these people's password.")
        people = [person(name) for name in PLAYERS]
        opened = [(open_room(game, number, people), played * rounds) for game in ENGINES
                  for number, (*_who, played) in enumerate(ROOMS)]  # fmt: skip
        evenings = [(room, evening) for room, played in opened for evening in some_evenings(played)]
        for room, evening in sorted(evenings, key=lambda one: one[1]):
            play_round(room, at=evening)
        for room, played in opened:
            leave_a_chair(room)
            self.stdout.write(
                f"/rooms/{room.code}/  {room.name} · {room.game} {room.ruleset}, {played} rounds"
            )
        self.stdout.write(f"Log in as {', '.join(PLAYERS)}; the password is {PASSWORD}")


def person(name: str) -> User:
    found = User.objects.filter(username=name).first()
    long_ago = timezone.now() - timedelta(days=DAYS)
    return found or User.objects.create_user(username=name, password=PASSWORD, date_joined=long_ago)


def open_room(game: str, number: int, people: list[User]) -> Room:
    """Through the same services as everybody. Where a round needs every chair, every chair is taken."""
    engine, (name, owner, guests, bots, _played) = ENGINES[game], ROOMS[number]
    ruleset = engine.rulesets[number % len(engine.rulesets)]
    taken = min(max(1 + len(guests) + bots, engine.seats[0]), engine.seats[-1])
    seats = min(taken + 2, engine.seats[-1])
    room: Room = done(rooms.create_room(by=people[owner], game=game, ruleset=ruleset, name=name, seats=seats))
    for chair, guest in enumerate(guests[: taken - 1], start=1):
        done(rooms.sit(room_id=room.pk, by=people[guest], seat=chair))
        done(rooms.set_ready(room_id=room.pk, by=people[guest], ready=True))
    for chair in range(1 + len(guests), taken):
        done(rooms.add_bot(room_id=room.pk, by=people[owner], seat=chair, level="house"))
    return room


def some_evenings(played: int) -> list[datetime]:
    chance, now = random.SystemRandom(), timezone.now()
    return [now - timedelta(days=chance.randrange(DAYS), minutes=chance.randrange(90)) for _ in range(played)]


def leave_a_chair(room: Room) -> None:
    """The last one goes home, person or bot, so that whoever looks around finds a chair."""
    last = room.seats.order_by("number").last()
    if last is None or last.number == 0 or room.seats.count() < room.seat_count:
        return
    if last.user:
        done(rooms.stand_up(room_id=room.pk, by=last.user))
    elif room.owner:
        done(rooms.remove_bot(room_id=room.pk, by=room.owner, seat=last.number))


def done(outcome: Any) -> Any:
    if isinstance(outcome, Refusal):
        raise CommandError(f"The house refuses: {outcome.code} {dict(outcome.facts)}")
    return outcome


def play_round(room: Room, at: datetime | None = None) -> None:
    """One round, now or as if `at`."""
    owner = User.objects.get(rooms=room)
    started = done(start_round(room_id=room.pk, by=owner))
    if at:
        Round.objects.filter(pk=started.pk).update(started_at=at)
    play_on(started.pk, at)


def play_on(round_id: int, at: datetime | None = None) -> None:
    """To the end, the house bot choosing for everybody, each move made durable."""
    round_ = Round.objects.select_related("room", "secret").get(pk=round_id)
    live = LiveRound(load_stored(round_))
    chance = random.SystemRandom()
    while not live.ending:
        seat = chance.choice(live.to_act)
        word, state = done(live.judge(seat, live.engine.choose(live.view(seat), "house", chance)))
        outcome, now = live.engine.outcome(state), at or timezone.now()
        entry = Entry(
            round_id=live.facts.id,
            room_id=round_.room_id,
            number=live.version,
            seat=seat,
            word=word,
            by=Move.By.BOT,
            mover_id=None,
            at=now,
            to_act=live.engine.to_act(state),
            deadline=None,
            due_at=None if outcome else now,
            outcome=outcome,
        )
        (answer,) = write([entry])
        if isinstance(answer, Exception):
            raise CommandError("A move could not be kept.") from answer
        live.advance(seat, state, now, None, answer.ending if answer else None)
