"""All live tables of this process: found or opened by room, told the news, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import Error, transaction

from accounts import logins
from games.live.catching_up import Stand, load_stands, read_table
from games.live.hub import Hub
from games.live.pauses import Pauses
from games.live.speaker import Limits
from games.live.viewing import Person, sight_of
from games.live.writer import Writer
from games.rounds import services
from games.rounds.models import Heartbeat, Round
from games.table.sight import Sight
from lobby import services as rooms
from lobby import site_clock
from lobby.models import Presence, Room
from lobby.wire import crowd, hearing, notices
from lobby.wire.closes import Close
from lobby.wire.pump import Pump
from lobby.wire.threads import in_database
from lobby.wire.together import Together

T = TypeVar("T")
log = structlog.get_logger()
A_MOMENT = 1.0  # seconds
PAGES_WAIT = 30.0  # seconds at most, for their tables


class Hall:
    def __init__(self) -> None:
        self.hubs: dict[int, Hub] = {}
        self.people: dict[Pump, tuple[Person, Hub]] = {}
        self._silent: set[Pump] = set()  # of who seems to be gone, though nothing was closed
        self.limits: dict[tuple[int, int], Limits] = {}  # of forms, by room and person
        self.writer = Writer(late=lambda entry: self._touch(entry.room_id))
        self.loop: asyncio.AbstractEventLoop | None = None
        self.moved: Callable[[int], None] = lambda room_id: None  # the bus, where there are other processes
        self._opening: dict[int, asyncio.Task[Hub]] = {}
        self._arriving: Counter[int] = Counter()  # by room: those at the door now
        self._idle: set[int] = set()  # rooms where nobody was when we looked last
        self._closed: defaultdict[int, Pauses] = defaultdict(Pauses)  # by room: which did not open
        self._stands = Together(_load_stands)
        self._waking: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def wake_up(self) -> None:
        """Before the first table is opened: deadlines that passed while all were down get the time back."""
        if self._waking is None:
            self._waking = asyncio.get_running_loop().create_task(in_database(_wake_up))
        try:
            await asyncio.shield(self._waking)
        except Exception:
            self._waking = None
            raise

    # --- coming and going ------------------------------------------------------------------

    async def open(self, room_id: int) -> Hub:
        """The table of this room; read once, however many ask at the same time."""
        self.loop = asyncio.get_running_loop()
        if room_id in self.hubs:
            return self.hubs[room_id]
        if room_id not in self._opening:
            self._opening[room_id] = self.loop.create_task(self._open(room_id))
        return await asyncio.shield(self._opening[room_id])

    async def _open(self, room_id: int) -> Hub:
        try:
            await self.wake_up()
            hub = Hub(room_id, self.writer, moved=lambda room_id: self.moved(room_id))
            await hub.refresh()
            self.hubs[room_id] = hub
            return hub
        finally:
            del self._opening[room_id]

    @asynccontextmanager
    async def arrival(self, room_id: int, person: Person) -> AsyncIterator[Hub]:
        """Someone is at the door: noted first, so that their own first frame shows them present."""
        rooms.note_seen(room_id=room_id, user_id=person.id)
        async with self.as_it_stands(room_id, person) as hub:
            yield hub

    @asynccontextmanager
    async def as_it_stands(self, room_id: int, person: Person) -> AsyncIterator[Hub]:
        """The table, with all that was done to it by now; read anew only where something was.

        It is not forgotten meanwhile: two hubs of one room would not hear of each other.
        """
        self._arriving[room_id] += 1
        self._idle.discard(room_id)
        try:
            known = self.hubs.get(room_id)
            hub = known or await self.open(room_id)
            if known is not None:
                await known.reach(await self._stands.ask(room_id))
            hub.meet(hub.facts.room.here | {person.id})
            yield hub
        finally:
            self._arriving[room_id] -= 1
            if not self._arriving[room_id]:
                del self._arriving[room_id]

    def limits_of(self, room_id: int, person: Person) -> Limits:
        """Of the forms that somebody posts at this table."""
        return self.limits.setdefault((room_id, person.id), Limits(person.id))

    def join(self, hub: Hub, person: Person, pump: Pump) -> None:
        hub.pumps.add(pump)
        self.people[pump] = (person, hub)
        hub.wake()

    def leave(self, hub: Hub, pump: Pump) -> None:
        hub.pumps.discard(pump)
        person, _hub = self.people.pop(pump, (None, hub))
        if person is not None:
            self._miss_soon(hub, person, site_clock.now())

    def _miss_soon(self, hub: Hub, person: Person, since: datetime) -> None:
        """Who sits there; after a while, since lines break and are mended."""
        if hub.facts.room.chair_of(person.id) is not None:
            pause = settings.TABLE["GONE"]
            asyncio.get_running_loop().call_later(pause, self._miss, hub, person.id, since)

    def _miss(self, hub: Hub, user_id: int, since: datetime) -> None:
        """They may have come back, or be here in another tab."""
        if not any(self.people[pump][0].id == user_id and not pump.seems_gone for pump in hub.pumps):
            self._telling.add(
                task := asyncio.get_running_loop().create_task(self._tell_gone(hub, user_id, since))
            )
            task.add_done_callback(self._telling.discard)

    async def _tell_gone(self, hub: Hub, user_id: int, since: datetime) -> None:
        try:
            await in_database(rooms.note_gone, room_id=hub.room_id, user_id=user_id, since=since)
        except Error:
            log.warning("hall.gone_not_told")  # it shows once the lease has run out

    def seen_by(self, room_id: int, person: Person) -> Sight:
        """From a page's thread: the table as it would be shown first to a socket of theirs.

        Where no server runs (in a command, in a test) no table lives, and one is read for this look alone.
        """
        if self.loop is None or not self.loop.is_running():
            return sight_of(person, *read_table(room_id))
        return self.ask(self._seen_by(room_id, person))

    async def _seen_by(self, room_id: int, person: Person) -> Sight:
        async with self.as_it_stands(room_id, person) as hub:
            return sight_of(person, hub.facts, hub.round)

    def ask(self, work: Coroutine[Any, Any, T]) -> T:
        """From a page's thread: done where the tables live, and to its end though the browser may be gone."""
        if self.loop is None:
            work.close()
            raise RuntimeError("no server is running here, so no table is")
        asked = Context().run(
            asyncio.run_coroutine_threadsafe, work, self.loop
        )  # nothing of the page's thread
        return asked.result(PAGES_WAIT)

    # --- news, from any thread -------------------------------------------------------------

    def room_changed(self, room_id: int) -> None:
        self._in_loop(self._touch, room_id)

    def round_moved(self, room_id: int, stand: Stand) -> None:
        """Another process accepted a move there: so far the table has come with it."""
        if room_id in self.hubs:
            self.hubs[room_id].hear_of(stand)

    def has_come_to(self, room_id: int) -> tuple[int, int, int]:
        """What other processes are told of a table where something was done here."""
        stand = self.hubs[room_id].stand if room_id in self.hubs else Stand()
        return stand.room, stand.round_id, stand.moves

    def login_ended(self, user_id: int, session_key: str | None, *, why: Close = Close.LOGGED_OUT) -> None:
        self._in_loop(self._end_login, user_id, session_key, why)

    def told(self, user_id: int, notice_id: int) -> None:
        self._in_loop(self._tell, user_id, notice_id)

    def hears_anew(self) -> None:
        """What some do not read is known here, and is another: so may be the rooms there are for them."""
        self._in_loop(self._tell_who_hears_anew)

    def quiet_changed(self, user_ids: Iterable[int]) -> None:
        """At another process."""
        self._in_loop(self._learn_soon, set(user_ids))

    def _learn_soon(self, user_ids: set[int]) -> None:
        here = user_ids & crowd.people.holders
        if here:
            self._telling.add(task := asyncio.get_running_loop().create_task(self._learn(here)))
            task.add_done_callback(self._telling.discard)

    async def _learn(self, user_ids: set[int]) -> None:
        try:
            await in_database(hearing.learn, user_ids)
        except Error:
            log.warning("hall.quiet_not_learnt")  # who is here is read again now and then
        self._tell_who_hears_anew()

    def _tell_who_hears_anew(self) -> None:
        for user_id in hearing.take_news():
            for socket in crowd.people.of(user_id):
                socket.look_again()
        self._send_away_who_is_kept_out()

    def _send_away_who_is_kept_out(self) -> None:
        """In a moment: what they were just saying is answered first."""
        loop = asyncio.get_running_loop()
        for pump in self.people:
            if not pump.closing and self._is_kept_out(pump):
                loop.call_later(A_MOMENT, self._send_away, pump)

    def _is_kept_out(self, pump: Pump) -> bool:
        """Has no chair in a room whose owner and they are kept apart."""
        person, hub = self.people[pump]
        room = hub.facts.room
        return room.owner_id in hearing.quiet_of(person.id).apart and room.chair_of(person.id) is None

    def _send_away(self, pump: Pump) -> None:
        if pump in self.people and self._is_kept_out(pump):
            pump.close(Close.NOT_ALLOWED)

    def _in_loop(self, function: Any, *args: Any) -> None:
        if self.loop is not None and not self.loop.is_closed():
            # In a context of its own: nothing of the thread that told us is carried into the loop.
            self.loop.call_soon_threadsafe(function, *args, context=Context())

    def _tell(self, user_id: int, notice_id: int) -> None:
        telling = asyncio.get_running_loop().create_task(notices.bring(user_id, notice_id))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def _touch(self, room_id: int) -> None:
        if room_id in self.hubs:
            self.hubs[room_id].touch()

    def _end_login(self, user_id: int, session_key: str | None, why: Close) -> None:
        for pump, (person, _hub) in list(self.people.items()):
            if person.id == user_id and session_key in (None, person.session_key):
                pump.close(why)

    # --- what is looked after --------------------------------------------------------------

    async def note_presence(self) -> None:
        """Everyone with a socket here was seen just now, but for who does not answer on it."""
        for pump, (person, hub) in self.people.items():
            if pump.silent_for < A_MOMENT:
                rooms.note_seen(room_id=hub.room_id, user_id=person.id)

    def notice_the_silent(self) -> None:
        """A line that dies tells nobody: who does not answer is gone for the others before it is closed."""
        before, self._silent = self._silent, {pump for pump in self.people if pump.seems_gone}
        for pump in self._silent - before:
            person, hub = self.people[pump]
            since = site_clock.now() - timedelta(seconds=pump.silent_for - A_MOMENT)
            self._miss_soon(hub, person, since)
        for pump in before - self._silent:
            if pump in self.people:
                person, hub = self.people[pump]
                rooms.note_seen(room_id=hub.room_id, user_id=person.id)
                hub.meet(hub.facts.room.here | {person.id})

    async def check_logins(self) -> None:
        """The net under the signals: sessions that ended and people who were banned elsewhere."""
        hearing.forget_all_but(crowd.people.holders)
        await self._learn(crowd.people.holders)
        people = {person for person, _hub in self.people.values()}
        if not people:
            return
        gone, banned = await in_database(_ended, people)
        for person in gone:
            self._end_login(person.id, person.session_key, Close.LOGGED_OUT)
        for user_id in banned:
            self._end_login(user_id, None, Close.BANNED)

    async def look(self) -> None:
        """Compare versions with the database: a hint that was lost costs a few seconds, never more."""
        resting = {room_id for room_id, pauses in self._closed.items() if pauses.left}
        seen, overdue = await in_database(_look_up, list(self.hubs), resting)
        for room_id, (stand, here) in seen.items():
            self._compare(room_id, stand, here)
        for room_id in overdue:
            await self._open_overdue(room_id)
        for room_id in self._closed.keys() - resting - set(overdue):
            del self._closed[room_id]
        self._tell_who_hears_anew()
        self._forget_the_empty()

    def _compare(self, room_id: int, stand: Stand | None, here: set[int]) -> None:
        """With what the table knows by now: a busy one has gone on while the database was asked."""
        hub = self.hubs.get(room_id)
        if hub is None:
            return
        hub.meet(here | rooms.seen_here(room_id))
        if stand is None:
            hub.touch()
        else:
            hub.hear_of(stand)

    async def _open_overdue(self, room_id: int) -> None:
        """What is wrong with one room keeps no other waiting."""
        try:
            await self.open(room_id)
        except Exception:
            log.exception("hall.room_does_not_open", room=room_id)
            self._closed[room_id].fail()
        else:
            self._closed.pop(room_id, None)

    def _forget_the_empty(self) -> None:
        """Not at the first look: whoever reads a page of it opens a socket in a moment."""
        idle = {room_id for room_id, hub in self.hubs.items() if hub.is_idle and not self._arriving[room_id]}
        for room_id in idle & self._idle:
            self.hubs.pop(room_id).close()
        self._idle = idle.intersection(self.hubs)
        for who, limits in list(self.limits.items()):
            if limits.are_forgotten:
                del self.limits[who]


def _ended(people: Iterable[Person]) -> tuple[list[Person], set[int]]:
    """Those whose session is over, and the ids of those who may no longer come in."""
    people = list(people)
    alive = logins.going_on(person.session_key for person in people)
    inactive = get_user_model().objects.filter(pk__in={person.id for person in people}, is_active=False)
    return [p for p in people if p.session_key not in alive], set(inactive.values_list("pk", flat=True))


def _load_stands(room_ids: Sequence[int]) -> list[Stand]:
    stands = load_stands(room_ids)
    return [stands[room_id] for room_id in room_ids]


def _look_up(
    known: Collection[int], resting: set[int]
) -> tuple[dict[int, tuple[Stand | None, set[int]]], list[int]]:
    """How far these rooms have come and who is there; and other rooms where something is overdue."""
    now = site_clock.now()
    stands, here = load_stands(known), Presence.objects.people_of(known)
    late, others = now - timedelta(seconds=2), resting.union(known)
    due = Round.objects.filter(status=Round.Status.RUNNING, due_at__lt=late).exclude(room_id__in=others)
    starting = Room.objects.filter(status=Room.Status.OPEN, start_at__lt=late).exclude(pk__in=others)
    overdue = [*due.values_list("room_id", flat=True)[:100], *starting.values_list("pk", flat=True)[:100]]
    return {room_id: (stands.get(room_id), here[room_id]) for room_id in known}, overdue


@transaction.atomic
def _wake_up() -> None:
    """Processes that start together ask one after another, and only the first finds an outage."""
    site_clock.set_for_certain()
    last = Heartbeat.objects.select_for_update().first()
    now = site_clock.now()
    if last is not None:
        outage = now - last.at
        if outage > timedelta(seconds=3 * settings.TABLE["LOOK"]):
            rounds = services.give_back_the_outage(outage=outage)
            log.info("hall.outage_given_back", seconds=outage.total_seconds(), rounds=rounds)
    beat()


def beat() -> None:
    site_clock.set_by_the_database()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": site_clock.now()})


hall = Hall()
