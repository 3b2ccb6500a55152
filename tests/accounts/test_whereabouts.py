"""From where somebody came is kept as keyed hashes, once a day, for a while, and found again by staff."""

import io
import json
import zipfile
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import closing
from accounts.export import pieces
from accounts.models import User, Whereabouts
from accounts.services import make_guest
from accounts.whereabouts import finding, noting
from accounts.whereabouts.addresses import is_a_place, older_places, place, read_address
from accounts.whereabouts.noting import MANY, Notes, notes
from games.live import leftovers
from tests.accounts.conftest import PASSWORD

HOME, NEXT_DOOR, AWAY = "203.0.113.7", "203.0.113.8", "198.51.100.4"
TODAY = date(2026, 11, 19)
BOSS = User(is_staff=True, is_superuser=True)


@pytest.fixture
def day(monkeypatch):
    """It can be another day: `day(1)` is tomorrow."""

    def is_day(days):
        monkeypatch.setattr(noting.timezone, "localdate", lambda: TODAY + timedelta(days))

    is_day(0)
    return is_day


def seen(*people, at=HOME):
    for person in people:
        notes.note(person.pk, read_address(at))
    noting.write()


def rows():
    return {(row.whom.username, row.first_seen, row.last_seen) for row in Whereabouts.objects.all()}


# --- an address -------------------------------------------------------------------------------

READ = [
    ("203.0.113.7", "203.0.113.7"),
    (" 203.0.113.7 ", "203.0.113.7"),
    ("::ffff:203.0.113.7", "203.0.113.7"),
    ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
    ("[2001:DB8:1:2:0:0:0:5]", "2001:db8:1:2::/64"),
    *[(nonsense, None) for nonsense in ("", "An", "203.0.113", "203.0.113.300", "7/24", "7", "::g", "٢")],
]  # fmt: skip


@pytest.mark.parametrize(("typed", "read"), READ)
def test_what_is_typed_is_read_as_limits_count_it(typed, read):
    assert read_address(typed) == read


SAME = [
    # one              another            address  network
    ("203.0.113.7",     "203.0.113.7",     True,    True),
    ("203.0.113.7",     "203.0.113.200",   False,   True),
    ("203.0.113.7",     "203.0.112.7",     False,   False),
    ("2001:db8:0:1::1", "2001:db8:0:1::9", True,    True),
    ("2001:db8:0:1::1", "2001:db8:0:2::1", False,   True),
    ("2001:db8:0:1::1", "2001:db8:1:1::1", False,   False),
]  # fmt: skip


@pytest.mark.parametrize(("one", "another", "same_address", "same_network"), SAME)
def test_an_address_and_its_network(one, another, same_address, same_network):
    first, second = place(read_address(one)), place(read_address(another))
    assert ((first.address == second.address), (first.network == second.network)) == (
        same_address,
        same_network,
    )


@pytest.mark.parametrize("typed", ["127.0.0.1", "127.9.9.9", "::1"])
def test_the_machine_itself_is_no_place(typed):
    assert not is_a_place(read_address(typed)) and is_a_place(HOME)


def test_without_the_key_a_hash_says_nothing(settings):
    before = place(HOME)
    settings.SECRET_KEY = "another key " * 5
    assert not {*place(HOME)} & {*before}
    assert HOME not in "".join(before) and len({*before}) == 2


# --- noted ------------------------------------------------------------------------------------

WAYS_IN = [
    ("/accounts/signup/", {"username": "Lan Anh", "password1": PASSWORD}),
    ("/accounts/login/", {"login": "An", "password": PASSWORD}),
    ("/accounts/guest/", {}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("way", "said"), WAYS_IN, ids=lambda part: str(part)[:20])
def test_every_way_in_is_noted(way, said, day):
    User.objects.create_user("An", password=PASSWORD)
    assert Client(REMOTE_ADDR=HOME).post(way, said).status_code == 302
    noting.write()
    ((_who, first, last),) = rows()
    assert first == last == TODAY
    row = Whereabouts.objects.values().get()
    assert HOME not in str(row) and (row["address"], row["network"]) == place(HOME)


@pytest.mark.django_db
def test_a_wrong_password_and_a_stranger_are_not(day):
    User.objects.create_user("An", password=PASSWORD)
    stranger = Client(REMOTE_ADDR=HOME)
    stranger.get("/")
    stranger.post("/accounts/login/", {"login": "An", "password": "wrong"})
    noting.write()
    assert rows() == set()


@pytest.mark.django_db
@pytest.mark.parametrize("here", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_nobody_comes_from_the_machine_itself(here, day, settings):
    for settings.PRODUCTION in (False, True):
        Client(REMOTE_ADDR=here).post("/accounts/guest/")
    noting.write()
    assert User.objects.count() == 2 and rows() == set()


@pytest.mark.django_db
def test_behind_the_proxy_it_is_what_the_proxy_says(settings, day):
    """As for limits: its header counts, whatever else somebody sends; who comes past it has no address."""
    settings.PRODUCTION, settings.ALLAUTH_TRUSTED_CLIENT_IP_HEADER = True, "X-Real-IP"
    forged = {"X-Forwarded-For": AWAY, "Forwarded": f"for={AWAY}"}
    Client().post("/accounts/guest/", headers=forged)
    noting.write()
    assert rows() == set()
    Client(REMOTE_ADDR="127.0.0.1").post("/accounts/guest/", headers=forged | {"X-Real-IP": HOME})
    noting.write()
    assert Whereabouts.objects.get().address == place(HOME).address


@pytest.mark.slow
@pytest.mark.django_db
def test_once_a_day_and_address_something_is_written(day, an, django_assert_num_queries):
    browser = Client(REMOTE_ADDR=HOME)
    browser.force_login(an)
    for days in (0, 0, 1, 5):
        day(days)
        browser.get("/accounts/settings/")
        browser.get("/accounts/settings/")
        assert len(notes._waiting) == (
            Whereabouts.objects.filter(last_seen__gte=TODAY + timedelta(days)).count() == 0
        )
        noting.write()
    assert rows() == {("An", TODAY, TODAY + timedelta(5))}
    browser.get("/accounts/settings/")
    with django_assert_num_queries(0):
        noting.write()
    notes.clear()  # as another process, which knows nothing of it
    notes.note(an.pk, HOME)
    with django_assert_num_queries(3) as asked:
        noting.write()
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "DELETE"))]
    assert rows() == {("An", TODAY, TODAY + timedelta(5))}


@pytest.mark.django_db
def test_a_note_asks_nothing(day, an, django_assert_num_queries):
    with django_assert_num_queries(0):
        notes.note(an.pk, HOME)
        notes.note(an.pk, None)


@pytest.mark.slow
def test_notes_of_a_day_have_a_bound(day):
    kept = Notes()
    for who in range(MANY + 2):
        kept.note(who, HOME)
    assert len(kept._noted) == 2 and len(kept.take()) == MANY + 2


@pytest.mark.django_db
def test_whose_account_is_gone_or_closed_is_left_out(day, an):
    guest = make_guest()
    for who in (guest, an):
        notes.note(who.pk, HOME)
    notes.note(10**9, HOME)
    closing.ask_to_close(user=guest)
    assert list(closing.close(guest.pk))
    noting.write()
    assert {name for name, *_ in rows()} == {"An"}


@pytest.mark.django_db
def test_what_could_not_be_written_waits(day, an, monkeypatch):
    def away(*args):
        raise noting.transaction.TransactionManagementError

    with monkeypatch.context() as broken:
        broken.setattr(noting, "_write", away)
        notes.note(an.pk, HOME)
        with pytest.raises(noting.transaction.TransactionManagementError):
            noting.write()
    noting.write()
    assert len(rows()) == 1


# --- another key ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_new_key_finds_what_the_old_one_hashed(settings, day, an):
    binh, chi = (User.objects.create_user(name) for name in ("Bình", "Chi"))
    seen(an, binh)
    seen(chi, at=NEXT_DOOR)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key " * 5
    day(1)
    seen(an)
    assert place(HOME) not in older_places(HOME)
    assert {one.person for one in finding.at_address(HOME, to=BOSS).people} == {an, binh}
    assert {one.person for one in finding.around(HOME, to=BOSS).people} == {chi}
    assert ("An", TODAY, TODAY + timedelta(1)) in rows(), "the row goes on"
    assert {one.person for one in finding.at_address(NEXT_DOOR, to=BOSS).people} == {chi}, (
        "as it is searched for"
    )
    settings.SECRET_KEY_FALLBACKS = []
    assert {one.person for one in finding.at_address(HOME, to=BOSS).people} == {an, binh}, "and for good"


@pytest.mark.django_db
def test_one_by_both_keys_stays_one(settings, day, an):
    """A process that was started before has the old key still."""
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key " * 5, [old]
    seen(an)
    Whereabouts.objects.create(whom=an, first_seen=TODAY, last_seen=TODAY, **older_places(HOME)[0]._asdict())
    day(1)
    notes.clear()
    seen(an)
    assert [one.person for one in finding.at_address(HOME, to=BOSS).people] == [an]


# --- it goes ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_it_is_kept_for_180_days(an):
    now = timezone.now()
    for at, days in ((HOME, 179), (AWAY, 182)):
        last = now.date() - timedelta(days=days)
        Whereabouts.objects.create(
            whom=an, first_seen=last - timedelta(days=300), last_seen=last, **place(at)._asdict()
        )
    assert list(leftovers.clear(now)) == [("addresses", 1)]
    assert Whereabouts.objects.get().address == place(HOME).address
    assert list(leftovers.clear(now)) == []


@pytest.mark.django_db
def test_it_keeps_no_guest(day):
    guest = make_guest()
    seen(guest)
    long_ago = timezone.now() - timedelta(days=15)
    User.objects.filter(pk=guest.pk).update(date_joined=long_ago, last_login=long_ago)
    assert ("guests", 1) in list(leftovers.clear(timezone.now()))
    assert rows() == set()


@pytest.mark.django_db
def test_it_goes_with_the_account_after_its_term(day, an):
    seen(an)
    closing.ask_to_close(user=an)
    assert list(closing.close(an.pk)) == [] and rows(), "not before"
    User.objects.filter(pk=an.pk).update(closes_at=timezone.now() - timedelta(minutes=1))
    assert list(closing.close(an.pk)) and rows() == set()


@pytest.mark.django_db
def test_the_file_about_me_has_the_days_and_no_hash(day, an):
    seen(an)
    day(3)
    seen(an)
    seen(User.objects.create_user("Bình"))
    whole = b"".join(pieces(an, ""))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        told = json.loads(archive.read("addresses.json"))
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
    assert told == [{"first_seen": "2026-11-19", "last_seen": "2026-11-22"}]
    assert place(HOME).address not in everything and place(HOME).network not in everything


# --- others from there ------------------------------------------------------------------------


@pytest.mark.django_db
def test_others_of_the_same_address_and_of_the_network(day, an):
    binh, chi, dung = (User.objects.create_user(name) for name in ("Bình", "Chi", "Dũng"))
    seen(an, binh)
    seen(an, at=AWAY)
    seen(binh, chi, at=NEXT_DOOR)
    seen(dung, at="192.0.2.1")
    found = finding.others(an, to=User(is_staff=True))
    assert [one.person for one in found.at_address] == [binh]
    assert [one.person for one in found.in_network] == [chi] and not found.crowded


@pytest.mark.django_db
@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_of_the_staff_only_superusers_are_told(day, an, right):
    """On the page of a person, and where an address is searched for."""
    one = User.objects.create_user("Điều Hành", **{right: True})
    seen(an, one)
    staff = User(is_staff=True)
    for to, told in ((staff, []), (BOSS, [one])):
        assert [somebody.person for somebody in finding.others(an, to=to).at_address] == told
        there = {somebody.person for somebody in finding.at_address(HOME, to=to).people}
        assert there == {an, *told}
        near = {somebody.person for somebody in finding.around(NEXT_DOOR, to=to).people}
        assert near == {an, *told}


@pytest.mark.django_db
def test_a_crowd_is_not_read_whole(day, an, django_assert_max_num_queries):
    seen(an, *(User.objects.create_user(f"Bạn {n}") for n in range(finding.PAGE + finding.EACH)))
    with django_assert_max_num_queries(3):
        found = finding.others(an, to=User(is_staff=True))
    assert len(found.at_address) == finding.EACH and found.crowded
    first = finding.at_address(HOME, to=BOSS)
    assert len(first.people) == finding.PAGE and first.older
    second = finding.at_address(HOME, first.older, to=BOSS)
    assert len(second.people) == finding.EACH + 1 and second.older is None
    assert not {one.person for one in first.people} & {one.person for one in second.people}


@pytest.mark.django_db
def test_who_shares_a_home(day, an):
    binh, chi, late = (User.objects.create_user(name) for name in ("Bình", "Chi", "Muộn"))
    crowd = [User.objects.create_user(f"Bạn {n}") for n in range(finding.HOUSEHOLD + 1)]
    seen(an, binh, at=HOME)
    seen(chi, at=NEXT_DOOR)
    seen(*crowd, at=AWAY)
    day(1)
    seen(late, at=HOME)
    everybody = [person.pk for person in (an, binh, chi, late, *crowd)]
    assert finding.sharing(everybody) == {frozenset((an.pk, binh.pk))}
