"""The back office shows no hidden card: not on a page, not in a count, not in an order."""

import base64
import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, label_for_field
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone, translation

from accounts import middleware
from accounts.back_office import LongList
from accounts.models import User
from games.people.models import Standing, Suspicion
from games.rounds.models import Move, Round, RoundQuerySet, RoundSeat, RoundSecret, Score
from lobby import services
from lobby.admin import EVENTS
from lobby.models import ChatLine, Presence, Room, RoomEvent
from tests.back_office import PASSWORD, come_in
from tests.plans import asked, sorts

BET, OTHER_BET = 7777, 8888
SEED, OTHER_SEED = bytes.fromhex("5eed" * 16), bytes.fromhex("cafe" * 16)
AT = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
READ_ONLY = [Room, RoomEvent, ChatLine, Round, Move, Score, Standing, Suspicion]


OURS = [model for model in admin.site._registry if model._meta.app_label in ("accounts", "lobby", "games")]


def test_every_list_is_a_long_one():
    """But that of groups: there are a few."""
    short = [model for model, one in admin.site._registry.items() if not isinstance(one, LongList)]
    assert short == [Group]


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name, password=PASSWORD) for name in ("cai", "an")}


@pytest.fixture
def staff(client, db):
    staff = User.objects.create_superuser(username="chu", password=PASSWORD)
    assert come_in(client, "chu").request["PATH_INFO"] == reverse("admin:index")
    return staff


@pytest.fixture
def room(people):
    room = services.create_room(by=people["cai"], game="xidach", visibility="password", password="mở ra")
    services.join_with_password(room_id=room.pk, by=people["an"], password="mở ra")
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    services.say(room_id=room.pk, by=people["an"], text="chào")
    return room


def play(room, people, *, number, status):
    """A round in which an bet 7777 and drew."""
    room.rounds.filter(status=Round.Status.NEXT).delete()
    round_ = Round.objects.create(
        room=room, number=number, status=status, game="xidach", ruleset="vipgame", server_commit="c" * 64,
        transcript="deck=52", move_count=2, started_at=AT,
    )  # fmt: skip
    RoundSecret.objects.create(round=round_, server_seed=SEED)
    for seat, name in enumerate(people):
        RoundSeat.objects.create(
            round=round_, number=seat, chair=seat, user=people[name], name=name, kind="D", seed="d" * 64
        )
    words = [{"seat": 1, "do": "bet", "stake": BET}, {"seat": 1, "do": "draw"}]
    for n, word in enumerate(words):
        Move.objects.create(round=round_, number=n, seat=1, word=word, by="person", at=AT)
    return round_


@pytest.fixture
def running(room, people):
    return play(room, people, number=1, status=Round.Status.RUNNING)


@pytest.fixture
def over(room, people):
    round_ = play(room, people, number=2, status=Round.Status.OVER)
    Score.objects.create(round=round_, room=room, seat=1, user=people["an"], name="an", points=1, sheet=1)
    Standing.objects.create(user=people["an"], game="xidach", ruleset="vipgame", season="all", points=1)
    suspect(people)
    return round_


def suspect(people):
    """Rounds that run are named among those to look at, which they never are."""
    Suspicion.objects.create(
        game="xidach", giver=people["an"], taker=people["cai"], together=40, score=5, found_at=AT,
        worst=list(Round.objects.values_list("pk", flat=True)),
        signs=[
            {"sign": "one_way", "giver": people["an"].pk, "taker": people["cai"].pk, "share": 0.3,
             "errors": 5, "rounds": 40},
            {"sign": "same_address"},
        ],
    )  # fmt: skip


# --- every page, as the one who may see the most ----------------------------------------------


def names_of(model):
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def addresses():
    """Every page of the back office, with every way of asking that it offers."""
    yield reverse("admin:index")
    for model, page in admin.site._registry.items():
        yield reverse("admin:app_list", args=[model._meta.app_label])
        listing = reverse(f"{names_of(model)}_changelist")
        yield listing
        yield from (f"{listing}?o={column}" for column in range(1, len(page.list_display) + 1))
        yield from (f"{listing}?q={wanted}" for wanted in (BET, "draw", "bet", SEED.hex()[:8]))
        yield from (f"{listing}?{field.name}__icontains={BET}" for field in model._meta.fields)
        yield f"{listing}?_facets=True"
        yield reverse(f"{names_of(model)}_add")
        for pk in model.objects.values_list("pk", flat=True):
            for kind in ("change", "history", "delete"):
                yield reverse(f"{names_of(model)}_{kind}", args=[pk])


BY_ITSELF = re.compile(r'csrfmiddlewaretoken" value="[^"]*|nonce="[^"]*|\d\d:\d\d:\d\d')


def crawl(client):
    """What each address answers, without what differs by itself."""
    asked = {address: partial(client.get, address) for address in addresses()}
    for pk in Round.objects.values_list("pk", flat=True):
        page = whole(pk)
        asked |= {
            page: partial(client.get, page),
            f"{page}, and why": partial(client.post, page, {"reason": "x"}),
        }
    for wanted in (
        *Room.objects.values_list("code", flat=True),
        "an",
        BET,
        SEED.hex()[:8],
        "1",
        "203.0.113.7",
    ):
        for said in (str(wanted), f"{wanted} 1"):
            asked[f"search for {said}"] = partial(client.post, reverse("admin:search"), {"q": said})
    pages = {}
    for address, ask in asked.items():
        middleware.pages.clear()  # nobody reads so fast
        response = ask()
        text = BY_ITSELF.sub("", response.content.decode())
        pages[address] = (response.status_code, text.replace(address, ""))
    return pages


def whole(pk):
    return reverse("admin:games_round_whole", args=[pk])


def shapes_of(secret):
    """A seed as somebody might print it, and any eight bytes of it."""
    pieces = [secret, *(secret[i : i + 8] for i in range(0, len(secret), 8))]
    yield from (piece.hex() for piece in pieces)
    yield from (base64.b64encode(piece).decode().rstrip("=") for piece in pieces)
    yield from (repr(piece)[2:-1] for piece in pieces)


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_shows_a_hidden_move_or_a_sealed_seed(client, staff, running):
    for address, (_status, text) in crawl(client).items():
        asked = str(BET) in address or SEED.hex()[:8] in address  # a search shows what was searched for
        assert asked or str(BET) not in text, address
        assert "&quot;draw&quot;" not in text, address
        assert not [shape for shape in shapes_of(SEED) if shape in text and not asked], address


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_tells_two_worlds_apart(client, staff, running, people):
    """T5  The same round twice, the hidden things exchanged: every page, count and order is the same."""
    suspect(people)
    one = crawl(client)
    Move.objects.filter(number=0).update(word={"seat": 1, "do": "bet", "stake": OTHER_BET})
    Move.objects.filter(number=1).update(word={"seat": 1, "do": "stand"})
    RoundSecret.objects.update(server_seed=OTHER_SEED)
    assert len(one) > 100
    other = crawl(client)
    assert [address for address in one if other[address] != one[address]] == []


@pytest.mark.slow
@pytest.mark.django_db
def test_the_crawl_would_notice(client, staff, over):
    """Once the round is over, the page that hid its moves shows them to who says why, and no other does."""
    shown = {address for address, (_status, text) in crawl(client).items() if str(BET) in text}
    assert {address for address in shown if str(BET) not in address} == {f"{whole(over.pk)}, and why"}


QUESTIONS_ABOUT_MOVES = [
    "word__contains=7777", "word__stake=7777", "word__do=draw", "word__isnull=0",
    "round__secret__server_seed__isnull=0", "round__results__isnull=1",
]  # fmt: skip
QUESTIONS_ABOUT_ROOMS = [
    "password__startswith=argon", "owner__password__startswith=a", "rounds__moves__word__contains=7777",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("question", QUESTIONS_ABOUT_MOVES)
def test_moves_answer_no_question_about_themselves(client, staff, running, question):
    assert client.get(f"{reverse('admin:games_move_changelist')}?{question}").status_code == 400


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("question", QUESTIONS_ABOUT_ROOMS)
def test_nor_do_rooms(client, staff, running, question):
    assert client.get(f"{reverse('admin:lobby_room_changelist')}?{question}").status_code == 400


@pytest.mark.slow
@pytest.mark.django_db
def test_the_filters_that_are_offered_do_answer(client, staff, running):
    for question in ("status__exact=running", "rated__exact=0", "game=xidach"):
        assert client.get(f"{reverse('admin:games_round_changelist')}?{question}").status_code == 200
    assert client.get(f"{reverse('admin:games_move_changelist')}?round__game=xidach").status_code == 200


@pytest.mark.slow
@pytest.mark.django_db
def test_staff_do_not_open_a_round_they_play_themselves(client, staff, running):
    RoundSeat.objects.filter(round=running, number=0).update(user=staff)
    round_page = reverse("admin:games_round_change", args=[running.pk])
    move_page = reverse("admin:games_move_change", args=[running.moves.first().pk])
    listing = reverse("admin:games_move_changelist")
    assert [client.get(page).status_code for page in (round_page, move_page)] == [302, 302]  # no such row
    assert 'class="field-number' not in client.get(listing).content.decode()
    Round.objects.update(status=Round.Status.OVER)
    assert [client.get(page).status_code for page in (round_page, move_page)] == [200, 200]


@pytest.mark.slow
@pytest.mark.django_db
def test_staff_see_which_rounds_stand_still_and_that_too_many_were_voided(client, staff, running):
    listing = f"{reverse('admin:games_round_changelist')}?stands_still=yes"

    def seen():
        page = client.get(listing, headers={"accept-language": "en"}).content.decode()
        return page.count('class="field-id"'), "voided within an hour" in page

    assert seen() == (0, False)
    Round.objects.filter(pk=running.pk).update(due_at=timezone.now() - timedelta(seconds=31))
    for number in range(10, 10 + RoundQuerySet.MOST_CRASHES):
        assert seen() == (1, False)
        Round.objects.create(
            room=running.room, number=number, status="void", void_cause="crash", ended_at=timezone.now(),
            game="xidach", ruleset="vipgame",
        )  # fmt: skip
    assert seen() == (1, True)
    Round.objects.filter(void_cause="crash").update(ended_at=timezone.now() - timedelta(minutes=61))
    assert seen() == (1, False)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_page_of_a_room_tells_its_newest_events(client, staff, room):
    made = RoomEvent.objects.bulk_create(
        RoomEvent(room=room, kind="rename", facts={"number": number}) for number in range(EVENTS + 20)
    )
    with asked() as statements:
        page = client.get(reverse("admin:lobby_room_change", args=[room.pk]))
    (events,) = (one for one in page.context["inline_admin_formsets"] if one.opts.model is RoomEvent)
    shown = [row.original for row in events if row.original]
    assert shown == made[: -EVENTS - 1 : -1]
    read = [sql for sql, _values in statements if 'FROM "lobby_roomevent"' in sql]
    assert read and all("LIMIT" in sql for sql in read) and sorts(statements) == []


@pytest.mark.slow
def test_a_rooms_password_is_not_shown_even_hashed(client, staff, room):
    text = client.get(reverse("admin:lobby_room_change", args=[room.pk])).content.decode()
    assert room.password not in text
    assert room.password.split("$")[-1] not in text


# --- looked at, never changed -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model.__name__)
def test_nothing_is_changed_by_hand(client, staff, running, over, model):
    row = model.objects.order_by("pk").first()
    before = list(model.objects.order_by("pk").values())
    names = names_of(model)
    assert client.get(reverse(f"{names}_add")).status_code == 403
    assert client.post(reverse(f"{names}_add"), {}).status_code == 403
    assert client.post(reverse(f"{names}_change", args=[row.pk]), {"name": "x"}).status_code == 403
    assert client.post(reverse(f"{names}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(reverse(f"{names}_changelist"), action)
    assert list(model.objects.order_by("pk").values()) == before


def test_what_has_no_page():
    assert not {RoundSecret, RoundSeat, Presence} & set(admin.site._registry)


# --- who comes in -----------------------------------------------------------------------------


def inside():
    """The front of the back office, and a page of everything in it."""
    return [reverse("admin:index"), *(reverse(f"{names_of(model)}_changelist") for model in OURS)]


@pytest.mark.slow
@pytest.mark.django_db
def test_a_stranger_is_sent_to_log_in(client):
    for address in inside():
        door = client.get(address, follow=True)
        assert door.status_code == 200 and door.request["PATH_INFO"] == reverse("account_login")
        assert door.context["redirect_field_value"] == address


@pytest.mark.django_db
def test_staff_log_in_at_the_front_door_and_are_sent_back(client, people):
    User.objects.filter(username="an").update(is_staff=True)
    page = come_in(client, "an")
    assert page.status_code == 200 and page.request["PATH_INFO"] == reverse("admin:index")


@pytest.mark.django_db
def test_the_first_admin_is_made_on_the_machine(client, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", interactive=False, username="Chủ Nhà", email="", verbosity=0)
    assert come_in(client, "Chủ Nhà").request["PATH_INFO"] == reverse("admin:index")


@pytest.mark.django_db
def test_wrong_guesses_open_nothing(client, people):
    User.objects.filter(username="an").update(is_staff=True)
    assert come_in(client, "an", "wrong").request["PATH_INFO"] == reverse("account_login")
    assert client.get(reverse("admin:index")).status_code == 302


@pytest.mark.slow
@pytest.mark.django_db
def test_who_is_no_staff_is_turned_away(client, people):
    assert come_in(client, "an").status_code == 403
    for address in inside():
        assert client.get(address, follow=True).status_code == 403


@pytest.mark.slow
@pytest.mark.django_db
def test_who_logs_out_is_outside(client, staff):
    client.post(reverse("admin:logout"))
    assert client.get(reverse("admin:index"), follow=True).request["PATH_INFO"] == reverse("account_login")


# --- words ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", ["vi", "zh-hans"])
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_label_is_in_the_language_of_the_staff(model, language, rf, staff):
    office, request = admin.site._registry[model], rf.get("/")
    request.user = staff
    shown = {*office.get_list_display(request), *flatten_fieldsets(office.get_fieldsets(request, model()))}

    def said(in_language):
        with translation.override(in_language):
            return [str(label_for_field(name, model, office)) for name in sorted(shown)]

    same = [label for label, own in zip(said("en"), said(language), strict=True) if label == own]
    assert {label.lower() for label in same} <= {"e-mail", "email", "id"}
