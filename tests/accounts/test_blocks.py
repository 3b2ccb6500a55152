"""Whom somebody keeps away and whom they do not read: the pages, and what is kept."""

import pytest
from django.test import Client

from accounts.blocks import services, views
from accounts.blocks.quiet import LOUD, Quiet, read_quiets, without_pictures
from accounts.models import Block, Mute, User

BACK = "/rooms/abc234/"


@pytest.fixture
def binh(db):
    return User.objects.create_user("Bình")


@pytest.fixture
def hers(an, english):
    """An, logged in, with a browser that asks for English."""
    english.force_login(an)
    return english


def test_a_block_holds_both_ways_and_is_only_the_blockers_to_take_back(hers, an, binh):
    assert hers.post("/players/Bình/block/", {"next": BACK}).url == BACK
    quiets = read_quiets([an.pk, binh.pk])
    assert quiets == {an.pk: Quiet(apart=frozenset({binh.pk})), binh.pk: Quiet(apart=frozenset({an.pk}))}
    his = Client()
    his.force_login(binh)
    his.post("/players/An/unblock/")
    assert read_quiets([an.pk, binh.pk]) == quiets
    hers.post("/players/Bình/unblock/")
    assert read_quiets([an.pk, binh.pk]) == {}


def test_two_who_block_each_other_are_apart_until_both_have_thought_better_of_it(an, binh):
    services.block(by=an, whom=binh)
    services.block(by=binh, whom=an)
    services.unblock(by=an, whom=binh)
    assert read_quiets([an.pk])[an.pk].apart == {binh.pk}
    services.unblock(by=binh, whom=an)
    assert read_quiets([an.pk]) == {}


def test_a_mute_is_for_one_person_alone(hers, an, binh):
    hers.post("/players/bình/mute/")  # however it is capitalised
    assert read_quiets([an.pk, binh.pk]) == {an.pk: Quiet(muted=frozenset({binh.pk}))}
    hers.post("/players/Bình/unmute/")
    assert read_quiets([an.pk]) == {}


@pytest.mark.slow
def test_whoever_is_blocked_cannot_tell(hers, an, binh):
    """All that is theirs to ask says the same as before."""
    his = Client(headers={"accept-language": "en"})
    his.force_login(binh)
    pages = ("/accounts/person/?name=An", "/accounts/blocked/", "/accounts/settings/", "/players/An/")

    def told():
        return [without_token(his.get(page)) for page in pages]

    before = told()
    hers.post("/players/Bình/block/")
    hers.post("/players/Bình/mute/")
    assert told() == before


def without_token(answer):
    token = answer.context["csrf_token"]
    return answer.content.decode().replace(str(token), "")


@pytest.mark.slow
def test_the_lists_show_whom_and_the_way_back(hers, an, binh, khach):
    assert hers.get("/accounts/blocked/").content.decode().count("Nobody.") == 2
    hers.post("/players/Bình/block/")
    hers.post(f"/players/{khach.username}/mute/")
    page = hers.get("/accounts/blocked/").content.decode()
    assert 'action="/players/B%C3%ACnh/unblock/"' in page and khach.username in page
    assert hers.post("/players/Bình/unblock/").url == "/accounts/blocked/"
    assert 'href="/accounts/blocked/"' in hers.get("/accounts/settings/").content.decode()


def test_the_page_about_somebody_offers_what_is_not_so_yet(hers, binh):
    page = hers.get("/accounts/person/", {"name": "Bình", "next": BACK}).content.decode()
    assert "/mute/" in page and "/block/" in page and f'href="{BACK}"' in page
    answer = hers.post("/players/Bình/block/", {"next": BACK}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in part and "/unblock/" in part
    assert "You and Bình no longer read each other" in part
    assert "/accounts/person/?name=B%C3%ACnh" in hers.get("/players/Bình/").content.decode()


@pytest.mark.parametrize("next_", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_one_is_never_sent_elsewhere(hers, binh, next_):
    assert hers.post("/players/Bình/mute/", {"next": next_}).url == "/accounts/blocked/"
    page = hers.get("/accounts/person/", {"name": "Bình", "next": next_}).content.decode()
    assert f'="{next_}"' not in page


@pytest.mark.parametrize("what", ["block", "unblock", "mute", "unmute"])
def test_nothing_is_done_to_oneself_nobody_or_by_a_stranger(client, hers, what):
    hers.post(f"/players/An/{what}/")
    assert hers.get(f"/players/An/{what}/").status_code == 405
    assert hers.post(f"/players/Nobody/{what}/").status_code == 404
    assert client.post(f"/players/An/{what}/").url.startswith("/accounts/login/")
    assert not Block.objects.exists() and not Mute.objects.exists()


def test_a_list_has_an_end(an, binh, khach, monkeypatch):
    monkeypatch.setattr(services, "MOST", 1)
    services.block(by=an, whom=binh)
    assert isinstance(services.block(by=an, whom=binh), Block)
    assert services.block(by=an, whom=khach) == services.No.TOO_MANY
    services.unblock(by=an, whom=binh)
    assert isinstance(services.block(by=an, whom=khach), Block)


def test_so_many_changes_an_hour(hers, binh, monkeypatch):
    monkeypatch.setattr(views, "AN_HOUR", 2)
    assert [hers.post("/players/Bình/mute/").status_code for _ in range(3)] == [302, 302, 429]


def test_how_much_of_the_chat_one_reads(hers, an):
    assert hers.post("/accounts/blocked/", {"chat": "words", "next": BACK}).url == BACK
    assert read_quiets([an.pk]) == {an.pk: Quiet(chat="words")}
    assert hers.post("/accounts/blocked/", {"chat": "loud"}).status_code == 200
    assert read_quiets([an.pk])[an.pk].chat == "words"
    hers.post("/accounts/blocked/", {"chat": "all"})
    assert read_quiets([an.pk]) == {}


LINES = [
    # what was written        its words
    ("chào cả nhà",           "chào cả nhà"),
    ("😂",                    ""),
    ("👨‍👩‍👧 🧧🧧",              ""),
    ("hay 👏🏽 quá!",           "hay quá!"),
    ("7♥ rồi 🇻🇳 nhé ❤️",        "7♥ rồi nhé"),
    ("你好 ☀️",                "你好"),
    ("1️⃣ :)",                 "1 :)"),
    (":laugh:",               ""),
    ("he :laugh: again",      "he :laugh: again"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), LINES)
def test_pictures_are_taken_out(text, words):
    assert without_pictures(text) == words


def test_what_one_reads():
    quiet = Quiet(apart=frozenset({2}), muted=frozenset({3}), chat="words")
    assert [quiet.reads(writer, "hay 😂", me=1) for writer in (1, 2, 3, 4, None)] == [
        "hay 😂", "", "", "hay", "hay",
    ]  # fmt: skip
    nothing = Quiet(chat="none")
    assert [nothing.reads(writer, "hay", me=1) for writer in (1, 2)] == ["hay", ""]
    assert LOUD.reads(2, "hay 😂", me=1) == "hay 😂"
    assert Quiet(apart=frozenset({2})).among({3, 4}) is LOUD
    assert quiet.among({3, 4}) == Quiet(muted=frozenset({3}), chat="words")
