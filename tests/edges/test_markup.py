"""T27  What people write is words on every page: it has the elements and attributes that it has with "x".

Five hundred payloads in lists; where a page shows one text some of them, with FULL=1 all.
"""

import csv
import io
import os
from html.parser import HTMLParser

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from accounts import names, notices
from accounts.models import Appeal, ModAction, Report, User
from games.rounds.services import take_back
from lobby.models import ChatLine, Room, RoomEvent
from lobby.words import NAME_LENGTH
from tests.edges.world import NAMES, PASSWORD
from tests.payloads import PAYLOADS, SOME

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

ONE_BY_ONE = PAYLOADS if os.environ.get("FULL") else SOME[::4]
PLAIN = "x"


class Shape(HTMLParser):
    """Elements and the names of their attributes, in order. The back office shows new lines as bare `br`s."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        if (tag, attrs) != ("br", []):
            self.found.append((tag, *sorted(name for name, _value in attrs)))


def shape_of(answer):
    assert answer.status_code in (200, 403), answer.status_code
    return Shape(answer.content.decode()).found


def batches(size, most=None):
    for at in range(0, len(PAYLOADS), size):
        yield [text[:most] for text in PAYLOADS[at : at + size]]


def test_there_are_five_hundred():
    assert len(set(PAYLOADS)) >= 500 and len(set(SOME)) == 100
    assert all(Shape(text).found for text in PAYLOADS if text.startswith("<script>"))


# --- many on a page ---------------------------------------------------------------------------


def held(world, write, asked, size, most=None):
    """For each batch of payloads, written where as many plain texts were: the pages have the same shape."""
    plain = {}
    for texts in batches(size, most):
        for said in ([PLAIN] * len(texts), texts):
            write(said)
            found = [shape_of(world.asks(who, "GET", address)) for who, address in asked]
            assert plain.setdefault(len(said), found) == found, texts


def test_chat(world):
    """T27"""
    line = reverse("admin:lobby_chatline_changelist")

    def write(texts):
        room, user = world.table, world.people["player"]
        ChatLine.objects.filter(room=room).delete()
        ChatLine.objects.bulk_create(ChatLine(room=room, user=user, text=text) for text in texts)

    asked = [("muted", world.address("/rooms/{table}/")), ("superuser", line)]
    held(world, write, asked, 20)
    assert PAYLOADS[-1] not in world.asks("muted", "GET", asked[0][1]).content.decode()


def test_names_of_rooms(world):
    def write(texts):
        Room.objects.filter(name__startswith="\u2063").delete()
        Room.objects.bulk_create(
            Room(
                code=f"{number:06}", name=f"\u2063{text}", game="xidach", ruleset="classic", seat_count=4,
                owner=world.people["owner"], options=world.waiting.options,
            )
            for number, text in enumerate(texts)
        )  # fmt: skip

    asked = [
        ("anonymous", "/lobby/?window=768"),
        ("player", "/lobby/?window=768"),
        ("superuser", reverse("admin:lobby_room_changelist")),
    ]
    held(world, write, asked, 100, most=NAME_LENGTH - 1)


def test_why_somebody_was_sent_away(world):
    def write(texts):
        RoomEvent.objects.filter(room=world.table, kind="kick").delete()
        to, by = world.people["guest"], world.people["owner"]
        kicks = RoomEvent.objects.bulk_create(
            RoomEvent(room=world.table, kind="kick", by=by, to=to, facts={"seat": 1}) for _text in texts
        )
        ChatLine.objects.bulk_create(
            ChatLine(room=world.table, user=by, text=text, event=kick)
            for kick, text in zip(kicks, texts, strict=True)
        )

    asked = [
        ("player", world.address("/rooms/{table}/")),
        ("superuser", reverse("admin:lobby_chatline_changelist")),
        ("superuser", reverse("admin:lobby_room_change", args=[world.table.pk])),
    ]
    held(world, write, asked, 20)


def test_what_staff_wrote(world):
    first = ModAction.objects.create(
        by=world.people["superuser"],
        act="warn",
        kind="person",
        target="0",
        whom=world.people["owner"],
        reason=PLAIN,
    )

    def write(texts):
        ModAction.objects.bulk_create(
            ModAction(
                by=first.by, act="warn", kind="person", target=str(first.pk), whom=first.whom, reason=text
            )
            for text in texts
        )

    write([PLAIN] * 60)
    listing = reverse("admin:accounts_modaction_changelist")
    plain = shape_of(world.asks("superuser", "GET", listing))
    for texts in batches(50):
        write(texts)
        assert shape_of(world.asks("superuser", "GET", listing)) == plain, texts


# --- one on a page ----------------------------------------------------------------------------


def held_each(write, asks, payloads=ONE_BY_ONE, most=None):
    write(PLAIN)
    plain = [shape_of(answer) for answer in asks()]
    for text in payloads:
        write(text[:most])
        assert [shape_of(answer) for answer in asks()] == plain, text


def test_the_name_of_a_room_at_its_table(world):
    def write(text):
        Room.objects.filter(pk__in=[world.waiting.pk, world.closed.pk]).update(name=text)

    def asks():
        for place in ("/rooms/{waiting}/", "/rooms/{closed}/", "/rounds/{over}/"):
            yield world.asks("player", "GET", world.address(place))
        for place in ("/rooms/{waiting}/", "/rooms/{closed}/"):  # the invitation
            yield world.asks("anonymous", "GET", world.address(place))

    held_each(write, asks, most=NAME_LENGTH)


def test_reports(world):
    report = Report.objects.get()
    page = reverse("admin:accounts_report_change", args=[report.pk])

    def write(text):
        Report.objects.update(text=text)

    def asks():
        yield world.asks("player", "GET", "/reports/")
        yield world.asks("superuser", "GET", page)

    held_each(write, asks)


def test_appeals(world):
    appeal = Appeal.objects.get()
    page = reverse("admin:accounts_appeal_change", args=[appeal.pk])

    def write(text):
        Appeal.objects.update(text=text)

    def asks():
        yield world.asks("moderator", "GET", page)

    held_each(write, asks)


def test_why_the_house_acted(world):
    whom = world.people["player"]

    def write(text):
        whom.notices.all().delete()
        notices.tell(whom=whom, kind=ModAction.Act.WARN, reason=text)

    def asks():
        yield world.asks("player", "GET", "/leaderboard/")

    held_each(write, asks)


def test_what_staff_did_to_a_room(world):
    """Void, close and open again, each with its reason: at the table, in its history, on the round's page."""
    room = world.closed
    take_back(round_id=world.over.pk, by=world.people["superuser"], reason=PLAIN)
    kinds = [("void", {"round": world.over.number}), ("close", {}), ("reopen", {})]
    RoomEvent.objects.filter(room=room).exclude(kind="create").delete()
    events = [RoomEvent.objects.create(room=room, kind=kind, facts=facts) for kind, facts in kinds]

    def write(text):
        for event in events:
            RoomEvent.objects.filter(pk=event.pk).update(facts=event.facts | {"reason": text})

    def asks():
        for place in ("/rooms/{closed}/", "/rooms/{closed}/history/", "/rounds/{over}/"):
            yield world.asks("player", "GET", world.address(place))
        yield world.asks("superuser", "GET", reverse("admin:lobby_room_change", args=[room.pk]))

    held_each(write, asks)
    write("because <i> said so")
    told = ["because &lt;i&gt; said so" in answer.content.decode() for answer in asks()]
    assert told == [True, True, False, True], "the page of a round says that it was voided, not why"


def test_what_the_banned_read_at_the_door(world):
    """Why they are out, what they answered, and what they were told then."""
    Appeal.objects.update(status=Appeal.Status.KEPT)
    whom, door = world.people["banned"], {"login": NAMES["banned"], "password": PASSWORD}

    def write(text):
        act = ModAction.Act.BAN
        ban = ModAction.objects.create(act=act, kind="person", target=whom.pk, whom=whom, reason=text)
        Appeal.objects.update(against=ban, text=text, answer=text)

    def asks():
        yield world.asks("anonymous", "POST", reverse("account_login"), door)

    held_each(write, asks)


def test_what_staff_noted_of_a_report(world):
    report = Report.objects.get()

    def write(text):
        Report.objects.update(note=text)

    def asks():
        yield world.asks("moderator", "GET", reverse("admin:accounts_report_change", args=[report.pk]))
        yield world.asks("moderator", "GET", reverse("admin:accounts_user_change", args=[report.person.pk]))

    held_each(write, asks)


def test_what_a_passkey_is_called(world):
    key = Authenticator.objects.create(
        user=world.people["player"], type=Authenticator.Type.WEBAUTHN, data={"name": PLAIN, "credential": {}}
    )

    def write(text):
        key.data["name"] = text
        key.save(update_fields=["data"])

    def asks():
        yield world.asks("player", "GET", reverse("mfa_index"))

    write("<i>")
    assert "&lt;i&gt;" in next(asks()).content.decode()
    held_each(write, asks)


def test_what_staff_look_for(world):
    nothing = shape_of(world.asks("moderator", "POST", reverse("admin:search"), {"q": "x!"}))
    for text in ONE_BY_ONE:
        found = shape_of(world.asks("moderator", "POST", reverse("admin:search"), {"q": text}))
        assert found == nothing, text


# --- what is sent back to who wrote it --------------------------------------------------------

ECHOES = [
    ("anonymous", "/accounts/signup/", {"password1": "1"}, "username"),
    ("anonymous", "/accounts/login/", {"password": "1"}, "login"),
    ("player", "/rooms/new/", {"game": "xidach", "seats": "99"}, "name"),
    ("player", "/reports/new/", {"person": "?", "reason": "abuse"}, "text"),
    ("player", "/reports/new/", {"text": "", "reason": "abuse"}, "person"),
    ("guest", "/accounts/keep/", {"password1": "1"}, "username"),
    ("anonymous", "/rooms/{locked}/sit/", {"password": "sai"}, "name"),
    ("anonymous", "/rooms/{locked}/sit/", {"password": "sai"}, "made"),
    ("guest", "/rooms/{locked}/sit/", {}, "password"),
]


@pytest.mark.parametrize(("who", "address", "fields", "written"), ECHOES)
def test_a_form_that_comes_back(world, who, address, fields, written):
    """Whatever is refused is said in elements that a harmless text brings too."""
    address, harmless = world.address(address), ("x9 x9", "", "x" * 5000, "x9 !!!", "x9 对")
    known = {
        element
        for text in harmless
        for element in shape_of(world.asks(who, "POST", address, fields | {written: text}))
    }
    for text in ONE_BY_ONE:
        assert set(shape_of(world.asks(who, "POST", address, fields | {written: f"x9 {text}"}))) <= known, (
            text
        )


def test_a_question_of_an_address(world):
    for text in ONE_BY_ONE:
        for address in ("/lobby/", "/leaderboard/", "/rooms/new/"):
            names_asked = {"code": text, "game": text, "season": text, "page": text}
            found = shape_of(world.asks("player", "GET", address, names_asked))
            plain = shape_of(world.asks("player", "GET", address, dict.fromkeys(names_asked, "x!")))
            assert found == plain, (address, text)


def test_nobody_is_called_so():
    """What a name may hold opens no element."""
    for text in PAYLOADS:
        try:
            names.validate(name := names.tidy(text))
        except Exception as refused:
            assert type(refused).__name__ == "ValidationError"
        else:
            assert not {"<", ">", '"', "'", "&", "`", "="} & set(name), name


def test_the_file_of_a_room_begins_no_formula(world):
    """A sheet that opens it would take a name for one."""
    User.objects.filter(username=NAMES["player"]).update(username="=1+1")
    text = world.asks("owner", "GET", world.address("/rooms/{closed}/ledger.csv")).content.decode()
    cells = [cell for row in csv.reader(io.StringIO(text.lstrip("\ufeff"))) for cell in row]
    assert cells and not [cell for cell in cells if cell[:1] in "=@\t\r" and cell]
