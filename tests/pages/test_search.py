"""Staff find people, rooms, rounds and addresses in one place; a search by an address is on record."""

from time import perf_counter

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts import middleware
from accounts.back_office import search
from accounts.models import ModAction, OldName, User, Whereabouts
from accounts.whereabouts import finding, noting
from accounts.whereabouts.addresses import holds_address, place, read_address
from games.rounds.models import Round
from lobby import services
from lobby.models import Room, Seat
from tests.back_office import PASSWORD, come_in
from tests.edges.garbage import Garbage
from tests.plans import asked, scans

HOME, NEXT_DOOR, ELSEWHERE = "203.0.113.7", "203.0.113.8", "198.51.100.4"
SIX = "2001:db8:0:1::5"
NONSENSE = [
    "?", "999.999.1.1", "::::", "⊥" * 50, "/rooms/", "abcdef 999999999", "9" * 19, "#", "' OR 1=1", "a\tb",
    "%", "_",
]  # fmt: skip
pytestmark = pytest.mark.django_db


@pytest.fixture
def moderator(client):
    User.objects.create_user("Trông Coi", password=PASSWORD)
    call_command("make_moderator", "Trông Coi")
    come_in(client, "Trông Coi")
    return User.objects.get(username="Trông Coi")


@pytest.fixture
def people():
    return {name: User.objects.create_user(name, password=PASSWORD) for name in ("An", "An Nhiên", "Bình")}


@pytest.fixture
def room(people):
    return services.create_room(by=people["An"], game="xidach", visibility="unlisted")


@pytest.fixture
def finds(client, moderator):
    """Where one is led by a word, or the page that answers."""

    def post(wanted, **said):
        middleware.pages.clear()
        answer = client.post(
            reverse("admin:search"), {"q": wanted, **said}, headers={"accept-language": "en"}
        )
        return answer.url if answer.status_code == 302 else answer

    return post


def seen(*people, at):
    for person in people:
        noting.notes.note(person.pk, read_address(at))
    noting.write()


def of(kind, row):
    return reverse(f"admin:{kind}_change", args=[row.pk])


def named(answer):
    return [hit.name for hit in answer.context["hits"]]


# --- people, rooms, rounds --------------------------------------------------------------------


@pytest.mark.slow
def test_every_page_leads_to_it_and_the_first_one_has_it(client, moderator):
    for page in (reverse("admin:index"), reverse("admin:accounts_user_changelist"), reverse("admin:search")):
        assert f'<a href="{reverse("admin:search")}">' in client.get(page).content.decode(), page
    for page in (reverse("admin:index"), reverse("admin:search")):
        assert 'name="q"' in client.get(page).content.decode()
    assert reverse("admin:search") not in Client().get("/accounts/login/").content.decode()


@pytest.mark.slow
def test_a_name_leads_to_its_person(finds, people):
    for wanted in ("Bình", "  bình ", "BÌNH"):
        assert finds(wanted) == of("accounts_user", people["Bình"])
    assert finds("An") == of("accounts_user", people["An"]), "the whole name comes before its beginnings"
    assert named(finds("a")) == ["An", "An Nhiên"]
    assert finds("an nh") == of("accounts_user", people["An Nhiên"])


@pytest.mark.slow
def test_a_name_of_before_leads_to_who_had_it(finds, people):
    OldName.objects.create(whom=people["Bình"], username="Trùm")
    assert finds("trùm") == of("accounts_user", people["Bình"])
    User.objects.create_user("Trùm")
    assert named(finds("Trùm")) == ["Trùm", "Bình"]


@pytest.mark.slow
def test_a_code_leads_to_its_room(finds, room):
    for wanted in (
        room.code,
        room.code.upper(),
        f"/rooms/{room.code}/",
        f"https://x.example/rooms/{room.code}/",
    ):
        assert finds(wanted) == of("lobby_room", room)


@pytest.mark.slow
def test_a_number_leads_to_its_round(finds, room):
    (round_,) = room.rounds.all()
    ways = [
        str(round_.pk), f"#{round_.pk}", f"/rounds/{round_.pk}/", f"{room.code} 1", f"{room.code}/1",
        f"{room.code.upper()} #1", f"{room.code} · 1",
    ]  # fmt: skip
    assert {wanted: finds(wanted) for wanted in ways} == dict.fromkeys(ways, of("games_round", round_))


@pytest.mark.slow
def test_what_several_things_are_called_is_a_list(finds, people, room):
    Room.objects.filter(pk=room.pk).update(code="binh22")
    User.objects.create_user("binh22")
    answer = finds("binh22")
    assert [hit.url for hit in answer.context["hits"]] == [
        of("accounts_user", User.objects.get(username="binh22")), of("lobby_room", room)
    ]  # fmt: skip


@pytest.mark.slow
def test_the_table_where_one_sits_is_not_found(finds, room, moderator):
    Seat.objects.create(room=room, number=3, user=moderator)
    assert named(finds(room.code)) == []
    seat = room.rounds.get().seats.create(
        number=0, chair=3, user=moderator, name="x", kind="D", seed="d" * 64
    )
    Round.objects.update(status=Round.Status.RUNNING)
    assert named(finds(f"{room.code} 1")) == [] and seat.pk


@pytest.mark.slow
@pytest.mark.parametrize("wanted", NONSENSE)
def test_nonsense_finds_nothing_and_says_so(finds, people, room, wanted):
    assert "Nothing is called" in finds(wanted).content.decode()


@pytest.mark.slow
def test_nothing_and_far_too_much_are_asked_again(finds, people):
    for wanted in ("", "   ", "a" * 101, "a\0b"):
        answer = finds(wanted)
        assert answer.status_code == 200 and answer.context["search"].errors


@pytest.mark.slow
def test_whatever_is_typed_there_is_an_answer(client, moderator, people):
    garbage = Garbage("search")
    for _ in range(300):
        middleware.pages.clear()
        said = garbage.form(["q", "reason", "list", "before"]) | garbage.chance.choice([{}, {"q": HOME}])
        assert client.post(reverse("admin:search"), said).status_code in (200, 302, 400), said


@pytest.mark.slow
def test_many_are_cut_off(finds):
    User.objects.bulk_create(User(username=f"Bạn {n:03}") for n in range(search.MOST + 5))
    assert len(named(finds("bạn"))) == search.MOST


# --- addresses --------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_address_asks_why_and_then_tells_who_was_seen(finds, people, moderator):
    an, nhien, binh = people.values()
    seen(an, binh, at=HOME)
    seen(nhien, binh, at=NEXT_DOOR)
    seen(User.objects.create_user("Xa Lắm"), at=ELSEWHERE)
    before = ModAction.objects.count()
    asked_why = finds(HOME)
    assert "found" not in asked_why.context and ModAction.objects.count() == before
    assert "Bình" not in asked_why.content.decode()
    answer = finds(HOME, reason="hai tài khoản")
    found = {name: {one.person for one in there.people} for name, there in answer.context["found"].items()}
    assert found == {"address": {an, binh}, "network": {nhien, binh}}
    line = ModAction.objects.latest("pk")
    assert (line.by, line.act, line.kind, line.target, line.reason) == (
        moderator, "search", "address", "IPv4", "hai tài khoản"
    )  # fmt: skip
    assert line.facts == {"address": 2, "network": 2}
    kept = str(ModAction.objects.filter(pk=line.pk).values().get())
    assert not [told for told in (HOME, *place(HOME)) if told in kept]


@pytest.mark.slow
def test_ipv6_and_however_it_is_written(finds, people):
    seen(people["An"], at=SIX)
    for wanted in (SIX, SIX.upper(), f"[{SIX}]", "2001:db8:0:1:aaaa::9"):
        found = finds(wanted, reason="x").context["found"]
        assert [one.person for one in found["address"].people] == [people["An"]], wanted
    found = finds("2001:db8:0:2::1", reason="x").context["found"]
    assert not found["address"].people and [one.person for one in found["network"].people] == [people["An"]]


@pytest.mark.slow
def test_an_address_of_nobody_says_so_and_is_on_record_too(finds):
    answer = finds(ELSEWHERE, reason="x")
    assert answer.content.decode().count("Nobody.") == 2
    assert ModAction.objects.filter(act="search").count() == 1


HELD = [
    "", HOME, f"xem ({HOME})", f"spam from {HOME}: see report", f"{HOME}:8080", f"IP:{HOME}",
    f"{HOME}-abuse", f"“{HOME}”", f"\u2018{HOME}\u2019", f"«{HOME}»", f"{HOME}…", f"{HOME}.", f"{HOME}/24",
    f"a{HOME}b", f"300.{HOME}", f"là_{HOME}_đó", "203[.]0[.]113[.]7", "203(.)0(.)113(.)7", "203.000.113.007",
    "\uff12\uff10\uff13\uff0e0.113.7", "203。0。113。7", "203.0\u200b.113.7", f"300[{HOME}]",
    f"::ffff:{HOME}", f"có {SIX}, lạ", f"IP:{SIX}", f"{SIX}: spam", f"“{SIX}”", f"{SIX}…", f"{SIX}.",
    f"[{SIX}]:8080", f"{SIX}-x", f"{SIX}%eth0", f"{SIX}/64", SIX.upper(), "cafe 2001:db8:: bé",
    "2001\uff1adb8\uff1a0\uff1a1\uff1a\uff1a5", "e:2001:db8:0:1:0:0:0:5", "2001:db8:0:1:0:0:0:5:80",
    "mã 2001[:]db8[::]1", "abuse2001:db8::1",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reason", HELD)
def test_the_reason_holds_no_address(finds, people, reason):
    seen(people["An"], at=HOME)
    answer = finds(HOME, reason=reason)
    assert answer.context["why"].errors and "found" not in answer.context
    assert not ModAction.objects.filter(act="search").exists()


FREE = [
    "hai tài khoản", "lúc 20:15:30 ngày 20.11.2026", "bậc 1.2.3", "ván 12: đổi 5:3, 4:2", "999.1.2.3",
    "1.2.3.4444", "12345.2.3.4", "lạ :: thật", "std::cout", "aa:bb:cc:dd:ee:ff", "...", ":::", "abcdef 12",
    "10:20:30:40:50:60:70",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reason", FREE)
def test_other_numbers_and_signs_are_a_reason(finds, people, reason):
    seen(people["An"], at=HOME)
    assert "found" in finds(HOME, reason=reason).context
    assert ModAction.objects.get(act="search").reason == reason


def test_a_long_reason_is_read_at_once():
    for worst in ("1:" * 250, "f" * 500, "1." * 250, ":" * 500, "1::" * 166, "[1:]" * 125):
        begun = perf_counter()
        holds_address(worst)
        assert perf_counter() - begun < 1, worst


@pytest.mark.slow
def test_many_come_page_by_page_and_each_page_is_on_record(finds):
    seen(*User.objects.bulk_create(User(username=f"Bạn {n:03}") for n in range(finding.PAGE + 7)), at=HOME)
    first = finds(HOME, reason="x").context["found"]["address"]
    answer = finds(HOME, reason="x", list="address", before=first.older)
    (name, rest), *others = answer.context["found"].items()
    assert (name, others, len(first.people), len(rest.people)) == ("address", [], finding.PAGE, 7)
    assert not {one.person for one in first.people} & {one.person for one in rest.people}
    assert ModAction.objects.filter(act="search").count() == 2
    assert finds(HOME, reason="x", list="?", before="-9 ' x").status_code == 200


@pytest.mark.slow
def test_no_hash_is_on_any_page(finds, client, people):
    seen(people["An"], people["Bình"], at=HOME)
    pages = [finds(HOME, reason="x"), client.get(of("accounts_user", people["An"]))]
    for row in Whereabouts.objects.all():
        assert not [
            page for page in pages if row.address in str(page.content) or row.network in str(page.content)
        ]


def test_who_only_looks_does_not_search_by_address(client, people):
    """A right to see people is none to see from where they come."""
    looker = User.objects.create_user("Chỉ Xem", password=PASSWORD, is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_user"))
    come_in(client, "Chỉ Xem")
    seen(people["An"], at=HOME)
    answer = client.post(reverse("admin:search"), {"q": HOME, "reason": "x"})
    assert answer.status_code == 200 and not {"why", "found"} & answer.context.keys()
    assert not ModAction.objects.filter(act="search").exists()
    assert named(client.post(reverse("admin:search"), {"q": "abcdef"})) == []


# --- the page of a person ----------------------------------------------------------------------


@pytest.mark.slow
def test_the_page_of_a_person_names_who_else_came_from_there(client, moderator, people):
    an, nhien, binh = people.values()
    page = of("accounts_user", an)
    assert not client.get(page).context["others"].at_address
    seen(an, binh, at=HOME)
    seen(nhien, at=NEXT_DOOR)
    seen(User.objects.create_user("Xa Lắm"), at=ELSEWHERE)
    answer = client.get(page, headers={"accept-language": "en"})
    others, text = answer.context["others"], answer.content.decode()
    assert ([one.person for one in others.at_address], [one.person for one in others.in_network]) == (
        [binh],
        [nhien],
    )
    assert of("accounts_user", binh) in text and "weaker sign" in text and "Xa Lắm" not in text


@pytest.mark.slow
def test_no_moderator_is_told_from_where_staff_come(finds, client, moderator, people):
    """Not by an address, and not on the page of who shares it."""
    owner = User.objects.create_superuser("Chủ Nhà", password=PASSWORD)
    seen(people["An"], owner, moderator, at=HOME)
    for where in (HOME, NEXT_DOOR):
        found = finds(where, reason="x").context["found"]
        assert [one.person for there in found.values() for one in there.people] == [people["An"]]
    page = of("accounts_user", people["An"])
    assert client.get(page).context["others"].at_address == []
    client.logout()
    come_in(client, "Chủ Nhà")
    found = finds(HOME, reason="x").context["found"]["address"]
    assert {one.person for one in found.people} == {people["An"], owner, moderator}
    assert {one.person for one in client.get(page).context["others"].at_address} == {owner, moderator}


@pytest.mark.slow
def test_nobody_is_told_with_whom_they_share_an_address(client, moderator, people):
    seen(moderator, *people.values(), at=HOME)
    answer = client.get(of("accounts_user", moderator))
    assert answer.status_code == 200 and not answer.context.get("others")


# --- plans ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_everything_is_found_by_an_index(finds, people, room, client):
    seen(*people.values(), at=HOME)
    words = ["An", "a", "không ai", room.code, f"{room.code} 1", str(room.rounds.get().pk)]
    with asked() as statements:
        for wanted in words:
            finds(wanted)
        finds(HOME, reason="x")
        finds(HOME, reason="x", list="network", before="5")
        client.get(of("accounts_user", people["An"]))
    assert len(statements) > 20 and scans(statements) == []
