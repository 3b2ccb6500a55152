"""One evening with everybody in it: who may be what to a room, and the rooms there are. Nothing is committed.

The tables live in this thread: what a page asks of them is answered at once, in the test's own transaction.
"""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cached_property

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import middleware, sanctions
from accounts.blocks.services import block
from accounts.groups import ADMINS, MODERATORS
from accounts.models import Appeal, ModAction, User
from accounts.reports.services import file_report
from accounts.services import make_guest
from games.live.dues import Dues
from games.live.hall import Hall, hall
from games.live.hub import Hub
from games.live.live_round import LiveRound
from games.management.commands.demo import play_round
from games.people.models import Suspicion
from games.rounds.models import Round, RoundSecret
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from games.table import without_socket
from lobby import services
from lobby.models import ChatLine
from lobby.wire import threads
from tests.pages.test_admin import shapes_of

PASSWORD = "xì dách tối thứ bảy"
PEOPLE = (
    "anonymous", "guest", "player", "owner", "blocked", "muted", "banned", "moderator", "admin", "superuser",
)  # fmt: skip
NAMES = {
    "player": "An", "owner": "Cái", "blocked": "Bình", "muted": "Mơ", "banned": "Lý", "moderator": "Minh",
    "admin": "Quân", "superuser": "Chủ",
}  # fmt: skip
CODE = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK][CDHS]|X[12])(?![A-Za-z0-9])")


class AtOnce(Executor):
    """Does what it is given in the thread that asks."""

    def submit(self, function, /, *args, **kwargs):
        done, loop = Future(), asyncio.get_running_loop()
        asyncio._set_running_loop(None)  # else Django takes another connection
        try:
            done.set_result(function(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        finally:
            asyncio._set_running_loop(loop)
        return done


@contextmanager
def tables_here(monkeypatch):
    """As if a server ran in this process, without its clock and its writer."""
    loop = asyncio.new_event_loop()

    def ask(self, work):
        self.hubs.clear()  # what a test undid is not remembered
        return loop.run_until_complete(work)

    async def begin(self, *, by):
        """The writer has a thread and transactions of its own."""
        begun = await threads.in_database(start_round, room_id=self.room_id, by=User(pk=by))
        return isinstance(begun, Round)

    async def nobody_is_due(self):
        pass

    monkeypatch.setattr(threads, "_threads", AtOnce())
    monkeypatch.setattr(Hall, "ask", ask)
    monkeypatch.setattr(Hub, "begin", begin)
    monkeypatch.setattr(Dues, "act", nobody_is_due)
    monkeypatch.setattr(hall, "loop", None)
    monkeypatch.setattr(hall, "_waking", loop.create_future())
    hall._waking.set_result(None)
    yield loop
    hall.hubs.clear()
    hall.limits.clear()
    loop.run_until_complete(_all_done())
    loop.close()


async def _all_done():
    here = asyncio.current_task()
    left = [task for task in asyncio.all_tasks() if task is not here]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


class World:
    """The people, the rooms of `owner`, and a browser for each of `PEOPLE`."""

    undoes = True  # what a request did

    def __init__(self):
        self.people = {who: User.objects.create_user(name, password=PASSWORD) for who, name in NAMES.items()}
        self.people |= {"anonymous": None, "guest": make_guest()}
        self._give_rights()
        self.table = self._table("bigtwo", 4)
        self.waiting = self._table("xidach", 5)
        self.locked = self._table("xidach", 3, visibility="password", password="mở ra")
        self.closed = self._table("niuniu", 3)
        play_round(self.closed)
        services.close_room(room_id=self.closed.pk, by=self.people["owner"])
        self.over = self.closed.rounds.get(status=Round.Status.OVER)
        self.line = ChatLine.objects.create(room=self.table, user=self.people["player"], text="chào cả nhà")
        self.running = start_round(room_id=self.table.pk, by=self.people["owner"])
        self._judge()
        Group.objects.create(name="Khách quen")
        EmailAddress.objects.create(user=self.people["player"], email="an@example.com", primary=True)
        file_report(by=self.people["player"], about=self.people["muted"], reason="abuse", text="", scene=None)
        ban = ModAction.objects.get(whom=self.people["banned"])
        Appeal.objects.create(against=ban, whom=ban.whom, text="nhầm người")
        self._suspect()
        self.browsers = {who: self._browser(who) for who in PEOPLE}

    def _suspect(self):
        """What the nightly look might find of two who play."""
        giver, taker = self.people["player"], self.people["muted"]
        Suspicion.objects.create(
            game="niuniu",
            giver=giver,
            taker=taker,
            together=40,
            score=5.5,
            signs=[{"sign": "plays_only", "who": giver.pk, "whom": taker.pk, "rounds": 40}],
            worst=[self.over.pk],
            found_at=timezone.now(),
        )

    def _give_rights(self):
        """Two are staff by their group, and one may everything."""
        for who, group in (("moderator", MODERATORS), ("admin", ADMINS)):
            User.objects.filter(username=NAMES[who]).update(is_staff=True)
            self.people[who].groups.add(Group.objects.get(name=group))
        User.objects.filter(username=NAMES["superuser"]).update(is_staff=True, is_superuser=True)

    def _table(self, game, seats, **fields):
        owner = self.people["owner"]
        room = services.create_room(by=owner, game=game, seats=seats, name=f"Bàn {game}", **fields)
        for chair, who in ((1, "player"), (2, "muted")):
            person = self.people[who]
            if "password" in fields:
                services.join_with_password(room_id=room.pk, by=person, password=fields["password"])
            services.sit(room_id=room.pk, by=person, seat=chair)
            services.set_ready(room_id=room.pk, by=person, ready=True)
        if seats > 3:
            services.add_bot(room_id=room.pk, by=owner, seat=3, level="house")
        return room

    def _judge(self):
        """What staff and the owner did to them."""
        sanctions.mute(by=None, whom=self.people["muted"], reason="la lối")
        sanctions.ban(by=None, whom=self.people["banned"], reason="gian lận")
        self._block()
        self.people = {
            who: User.objects.get(pk=person.pk) if person else None for who, person in self.people.items()
        }

    def _block(self):
        """Asked to leave, and kept away from then on."""
        owner, blocked = self.people["owner"], self.people["blocked"]
        services.sit(room_id=self.waiting.pk, by=blocked, seat=4)
        services.kick(room_id=self.waiting.pk, by=owner, seat=4)
        block(by=owner, whom=blocked)

    def _browser(self, who):
        browser = Client(headers={"accept-language": "en"})
        if self.people[who] is not None:
            browser.force_login(self.people[who])
        return browser

    def address(self, template):
        """`/rooms/{table}/` and the like, filled in."""
        return template.format(
            table=self.table.code,
            waiting=self.waiting.code,
            locked=self.locked.code,
            closed=self.closed.code,
            running=self.running.pk,
            over=self.over.pk,
            number=self.over.number,
            line=self.line.pk,
            owner=NAMES["owner"],
            player=self.people["player"].pk,
        )

    @cached_property
    def hands(self):
        """The cards of the running round that only one of them knows, by who that is."""
        live = LiveRound(load_stored(self.running))
        seats = {player.user_id: player.seat for player in live.facts.players}
        return {
            who: set(CODE.findall(json.dumps(live.view(seats[person.pk]).as_json())))
            for who, person in self.people.items()
            if person is not None and person.pk in seats
        }

    @cached_property
    def seeds(self):
        """Of the running round and of those to come, as somebody might print them."""
        secrets = RoundSecret.objects.filter(round__status__in=[Round.Status.RUNNING, Round.Status.NEXT])
        return [shape for secret in secrets for shape in shapes_of(bytes(secret.server_seed))]

    def asks(self, who, method, address, data=None, **headers):
        """What they are answered. Nothing of it stays, and nobody waits because of those before."""
        cache.clear()
        for pace in (middleware.pages, middleware.records, middleware.strangers, without_socket.polls):
            pace.clear()
        hall.limits.clear()
        browser = self.browsers[who]
        kept = browser.cookies.copy()
        with transaction.atomic():
            answer = getattr(browser, method.lower())(address, data, headers=headers)
            transaction.set_rollback(self.undoes)
        browser.cookies = kept
        return answer
