"""Tables that the house opens for one person, with its bots, to try a game: nobody else is let in, nothing of
it is rated, and it closes when they have left."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from lobby import site_clock
from lobby.catalogue import GAMES, Game
from lobby.facts import HOUSE_CHAIR
from lobby.models import Admission, Room, Seat
from lobby.refusals import Code, Refusal, refuse
from lobby.rounds import rounds
from lobby.services.bots import BOT_NAMES
from lobby.services.changes import lock, record, save
from lobby.services.rooms import free_code
from lobby.services.seats import free

AN_HOUR: Final = 30  # practice tables of one person
NEXT: Final = 8  # seconds after a result
SEATS: Final = 3  # or as few as the game takes: so one's turn comes soon
CHAIR: Final = HOUSE_CHAIR + 1  # whoever plays next to the house begins in most games
TOO_MANY: Final = Refusal(
    Code.TOO_MANY_ROOMS,
    words=gettext_lazy("You have started too many practice tables. Try again in an hour."),
)
FULL: Final = Refusal(
    Code.TOO_MANY_ROOMS,
    words=gettext_lazy("Every practice table is taken just now. Try again in a few minutes."),
)


def practice_is_full() -> Refusal | None:
    """Bots cost the tables of all others their time: so many tables at once, whoever asks."""
    playing = Room.objects.filter(practice=True).exclude(status=Room.Status.CLOSED)
    return FULL if playing.count() >= settings.TABLE["PRACTICE_TABLES"] else None


@transaction.atomic
def open_practice(*, by: User, game: str, ruleset: str = "") -> Room | Refusal:
    """A table of this game by its usual rules, which begins at once; or the one where they sit already. Who
    opens another leaves the one before."""
    played = GAMES.get(game)
    if played is None or ruleset not in ("", *played.rulesets):
        return refuse(Code.BAD_OPTIONS, field="ruleset" if played else "game")
    person = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    ruleset = ruleset or played.usual_ruleset
    mine = Room.objects.filter(
        Q(practice=True), ~Q(status=Room.Status.CLOSED), seats__user=person, seats__leaving=False
    )
    same = mine.filter(game=game, ruleset=ruleset).first()
    if same is not None:
        return same
    if no := _why_not(person):
        return no
    for room_id in list(mine.order_by("pk").values_list("pk", flat=True)):
        _leave(room_id, person)
    return _open(played, ruleset, person)


def _why_not(person: User) -> Refusal | None:
    if not person.is_active:
        return refuse(Code.NOT_ALLOWED)
    hour = site_clock.now() - timedelta(hours=1)
    lately = Admission.objects.filter(user=person, room__practice=True, at__gte=hour)
    return TOO_MANY if lately.count() >= AN_HOUR else practice_is_full()


def _leave(room_id: int, person: User) -> None:
    room = lock(room_id)
    seat = room.seats.filter(user=person).first()
    if seat is not None and room.status != Room.Status.CLOSED:
        free(room, seat)


def _open(game: Game, ruleset: str, person: User) -> Room:
    options = game.complete(ruleset, {})
    assert not isinstance(options, Refusal), "what is as usual is complete"
    room = Room.objects.create(
        code=free_code(Room.Visibility.UNLISTED),
        name=_("Practice table"),
        game=game.key,
        ruleset=ruleset,
        options=options,
        seat_count=min(max(SEATS, game.fewest), game.most),
        visibility=Room.Visibility.UNLISTED,
        spectators=False,
        spectators_chat=False,
        auto_start=True,
        auto_next=NEXT,
        practice=True,
        owner=None,
        start_at=site_clock.now(),
    )
    Admission.objects.create(room=room, user=person)
    Seat.objects.create(room=room, number=CHAIR, user=person, ready=True)
    chairs = [chair for chair in range(room.seat_count) if chair != CHAIR]
    for chair, name in zip(chairs, random.sample(BOT_NAMES, len(chairs)), strict=True):
        Seat.objects.create(room=room, number=chair, bot_name=name, bot_level=game.usual_level, ready=True)
    record(room, "create", by=None)
    rounds().opened(room)
    return save(room, listed=False)
