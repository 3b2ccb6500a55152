"""Reports: who may file how many, about whom, what of them, and who learns of it."""

import io
import json
import re
import zipfile
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts import closing, export, retention
from accounts.models import ModAction, Report, User
from accounts.reports import services
from accounts.reports.services import No
from accounts.services import make_guest
from lobby import services as rooms
from lobby.evidence import AROUND
from lobby.models import ChatLine
from lobby.services import clear_old_chat

NEW, MINE = "report_new", "reports"


@pytest.fixture
def binh(db):
    return User.objects.create_user("Bình")


@pytest.fixture
def judge(db):
    return User.objects.create_superuser("cô Tư")


@pytest.fixture
def room(an, binh):
    room = rooms.create_room(by=an, game="xidach", visibility="unlisted")
    rooms.sit(room_id=room.pk, by=binh, seat=1)
    return room


def people(count, begin=0):
    return [User.objects.create_user(f"Người {n}") for n in range(begin, begin + count)]


def filed(by, about, scene=None, **said):
    return services.file_report(by=by, about=about, scene=scene, **{"reason": "abuse", "text": ""} | said)


def line_of(room, person, text="đồ ngốc"):
    return ChatLine.objects.create(room=room, user=person, text=text)


def sent(client, by, **fields):
    client.force_login(by)
    return client.post(reverse(NEW), {"reason": "abuse", "text": ""} | fields)


# --- filing one -------------------------------------------------------------------------------


def test_a_report_keeps_numbers_of_what_it_is_about(client, an, binh, room):
    line = line_of(room, binh)
    client.force_login(an)
    link = client.get(reverse(NEW), {"person": binh.username, "room": room.code, "line": line.pk})
    assert link.status_code == 200 and "đồ ngốc" in link.content.decode()
    answer = sent(client, an, person=binh.username, room=room.code, line=line.pk, text="ba lần rồi")
    assert answer.status_code == 302 and answer.url == reverse(MINE)
    report = Report.objects.get()
    assert (report.by, report.person, report.name) == (an, binh, "Bình")
    assert (report.reason, report.text, report.status) == ("abuse", "ba lần rồi", "new")
    assert (report.room, report.line) == (room.pk, line.pk)
    assert (report.round, report.version) == (None, None), "no round has begun there"


@pytest.mark.parametrize(
    ("language", "called"),
    [("en", "Insults or harassment"), ("vi", "Xúc phạm hoặc quấy rối"), ("zh-hans", "辱骂或骚扰")],
)
def test_a_report_is_called_by_its_reason_in_the_language_of_who_looks(an, binh, language, called):
    report = filed(an, binh, reason="abuse")
    with override(language):
        assert str(report) == f"{report.pk}: {called}"


def test_a_line_alone_says_who_and_where(client, an, binh, room):
    line = line_of(room, binh)
    client.force_login(an)
    page = client.get(reverse(NEW), {"line": line.pk})
    assert page.context["about"] == binh and page.context["scene"].room == room.pk


def test_who_has_a_new_name_by_then_is_still_meant(client, an, binh, room):
    line = line_of(room, binh)
    User.objects.filter(pk=binh.pk).update(username="Bình Minh", folded="bình_minh")
    sent(client, an, person="Bình", room=room.code, line=line.pk)
    assert Report.objects.get().person == binh


def test_a_guest_reports_and_is_reported_where_they_met(client, an, room):
    guest = make_guest()
    rooms.sit(room_id=room.pk, by=guest, seat=2)
    assert sent(client, an, person=guest.username, room=room.code).status_code == 302
    assert sent(client, guest, person=an.username, room=room.code).status_code == 302
    assert set(Report.objects.values_list("by", "person")) == {(an.pk, guest.pk), (guest.pk, an.pk)}


@pytest.mark.slow
@pytest.mark.parametrize("asked", [
    {"person": "Không Ai"}, {"person": "An\x00"}, {"room": "zzzzzz"}, {"line": "999999"}, {"line": "x"},
    {"line": "9" * 40}, {"person": "Bình", "room": "zzzzzz"}, {"person": "Bình", "line": "-1"},
])  # fmt: skip
def test_a_link_to_nothing_is_no_page(client, an, binh, asked):
    client.force_login(an)
    assert client.get(reverse(NEW), asked).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(("field", "value"), [
    ("person", "Không Ai"), ("person", ""), ("person", "\x00"), ("reason", "hate"), ("reason", ""),
    ("text", "x" * 501), ("room", "zzzzzz"), ("line", "999999"), ("line", "2.5"), ("line", str(2**70)),
])  # fmt: skip
def test_what_does_not_fit_is_said_and_nothing_is_kept(client, an, binh, field, value):
    answer = sent(client, an, **{"person": "Bình", field: value})
    assert answer.status_code == 200 and not Report.objects.exists()
    assert answer.context["form"].errors


def test_who_is_in_no_room_with_a_guest_does_not_know_them(client, an):
    guest = make_guest()
    client.force_login(an)
    assert client.get(reverse(NEW), {"person": guest.username}).status_code == 404


def test_a_number_opens_no_room_whose_link_is_its_key(client, binh, room):
    """Nor is a line of it read by counting."""
    line = line_of(room, binh)
    stranger = User.objects.create_user("Người Lạ")
    client.force_login(stranger)
    assert client.get(reverse(NEW), {"line": line.pk}).status_code == 404
    answer = sent(client, stranger, person="Bình", line=line.pk)
    assert answer.status_code == 200 and "đồ ngốc" not in answer.content.decode()


def test_a_password_room_is_none_for_who_never_gave_it(client, an, binh):
    room = rooms.create_room(by=binh, game="xidach", visibility="password", password="mở ra")
    line = line_of(room, binh)
    for asked in ({"person": "Bình", "room": room.code}, {"line": line.pk}):
        client.force_login(an)
        assert client.get(reverse(NEW), asked).status_code == 404


def test_a_stranger_is_sent_to_log_in(client, db):
    assert client.get(reverse(NEW)).status_code == client.get(reverse(MINE)).status_code == 302


def test_only_ones_own_reports_are_shown(client, an, binh):
    filed(an, binh, text="riêng tư")
    for person, seen in ((an, True), (binh, False)):
        client.force_login(person)
        assert ("riêng tư" in client.get(reverse(MINE)).content.decode()) is seen


def test_old_reports_are_on_older_pages(client, an, monkeypatch):
    monkeypatch.setattr("accounts.reports.views.A_PAGE", 2)
    monkeypatch.setattr(services, "MOST_OPEN", 5)
    for person in people(5):
        filed(an, person)
    client.force_login(an)
    seen, page = [], client.get(reverse(MINE))
    while page.context["more"]:
        seen += page.context["reports"]
        page = client.get(reverse(MINE), {"before": page.context["more"]})
    seen += page.context["reports"]
    assert [report.name for report in seen] == [f"Người {n}" for n in (4, 3, 2, 1, 0)]


# --- the ways there -----------------------------------------------------------------------------


def ways(client, by, page):
    """Links of a page that lead to a report."""
    client.force_login(by)
    links = re.findall(r'href="(/reports/new/[^"]*)"', client.get(page).content.decode())
    return [unescape(link) for link in links]


@pytest.mark.slow
def test_the_menu_of_a_table_leads_to_a_report_about_everybody_else_there(client, an, binh, room):
    rooms.add_bot(room_id=room.pk, by=an, seat=2, level="house")
    khach = make_guest()
    table = reverse("room", args=[room.code])
    for by, others in ((an, [binh]), (binh, [an]), (khach, [an, binh])):
        pages = [client.get(way) for way in ways(client, by, table)]
        assert [(page.context["about"], page.context["scene"].room) for page in pages] == [
            (other, room.pk) for other in others
        ]


@pytest.mark.slow
def test_so_does_each_line_of_the_chat_that_others_wrote(client, an, binh, room):
    line, _own = line_of(room, binh), line_of(room, an)
    (way,) = [way for way in ways(client, an, reverse("room", args=[room.code])) if "line" in way]
    page = client.get(way)
    assert page.context["about"] == binh and page.context["scene"].line == line.pk


def test_so_does_a_persons_page_but_ones_own(client, an, binh):
    (way,) = ways(client, an, reverse("player", args=["Bình"]))
    assert client.get(way).context["about"] == binh
    assert ways(client, an, reverse("player", args=["An"])) == []


def test_a_removed_line_is_shown_to_nobody_who_follows_an_old_link(client, an, binh, room):
    line = line_of(room, binh)
    ChatLine.objects.update(removed_at=timezone.now())
    client.force_login(an)
    assert client.get(reverse(NEW), {"line": line.pk}).status_code == 404


# --- how many ---------------------------------------------------------------------------------


def test_nobody_reports_themselves_or_the_same_person_twice(an, binh):
    assert filed(an, an) is No.ONESELF
    assert isinstance(filed(an, binh), Report)
    assert filed(an, binh) is No.ALREADY
    assert Report.objects.count() == 1


def test_so_many_are_open_at_a_time(client, an, khach):
    others = people(services.MOST_OPEN + 1)
    for by, most in ((an, services.MOST_OPEN), (khach, services.OF_A_GUEST)):
        answers = [filed(by, other) for other in others]
        assert [isinstance(answer, Report) for answer in answers] == [n < most for n in range(len(others))]
        assert answers[-1] is No.TOO_MANY
    answer = sent(client, an, person=others[-1].username)
    assert answer.status_code == 200 and answer.context["form"].non_field_errors()


@pytest.mark.slow
def test_what_was_made_up_counts_against_who_sent_it(an, judge):
    """Until they may have only one at a time; what was right gives back."""
    weights = []
    for other in people(services.MOST_OPEN + 1):
        weights.append(services.weight_of(an))
        services.dismiss(report=filed(an, other), by=judge)
    assert weights == [5, 4, 3, 2, 1, 1]
    for other in people(services.LOOKED_BACK, begin=10):
        services.resolve(report=filed(an, other), by=judge)
    assert services.weight_of(an) == services.MOST_OPEN


def test_so_many_are_sent_an_hour(client, an, binh, monkeypatch):
    monkeypatch.setattr("accounts.reports.views.OF_A_PERSON", 2)
    statuses = [sent(client, an, person="Bình", reason="?").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_codes_are_not_guessed_here(client, an, monkeypatch):
    monkeypatch.setattr("accounts.limits.OF_A_PERSON", 2)
    client.force_login(an)
    tries = [client.get(reverse(NEW), {"room": f"aaaaa{n}"}).status_code for n in (2, 3, 4)]
    assert tries == [404, 404, 429]


# --- gathered, taken, answered ------------------------------------------------------------------


def test_reports_about_one_person_are_gathered_and_answered_together(an, binh, khach, judge):
    first, other = filed(an, binh), filed(khach, binh)
    first.refresh_from_db()
    assert (other.gathered_under, first.gathered_under) == (first, None)
    assert first.weight == services.MOST_OPEN + services.OF_A_GUEST
    assert services.take(report=first, by=judge) == [first, other]
    later = filed(judge, binh)
    assert (later.status, later.taken_by) == ("taken", judge), "it joins those that are looked into"
    assert services.resolve(report=first, by=judge) == [first, other], (
        "one's own report is not one's to judge"
    )
    states = dict(Report.objects.values_list("pk", "status"))
    assert states == {first.pk: "resolved", other.pk: "resolved", later.pk: "new"}


def test_one_of_them_is_answered_apart(an, binh, khach, judge):
    first, made_up = filed(an, binh), filed(khach, binh)
    assert services.dismiss(report=made_up, by=judge) == [made_up]
    assert services.resolve(report=first, by=judge) == [first]
    assert Report.objects.get(pk=made_up.pk).status == "dismissed"


def test_after_the_answer_the_next_report_is_a_new_one(an, binh, judge):
    services.dismiss(report=filed(an, binh), by=judge)
    again = filed(an, binh)
    assert again.gathered_under is None and again.status == "new"


def test_a_wrong_answer_is_taken_back_by_the_other(an, binh, judge):
    report = filed(an, binh)
    services.dismiss(report=report, by=judge)
    assert services.weight_of(an) == services.MOST_OPEN - 1
    services.resolve(report=report, by=judge)
    assert services.weight_of(an) == services.MOST_OPEN
    assert services.resolve(report=report, by=judge) == [], "nothing is left to do"
    acts = ModAction.objects.filter(kind="report", target=report.pk).order_by("pk")
    assert [(act.act, act.by, act.whom) for act in acts] == [
        ("dismiss", judge, binh), ("resolve", judge, binh),
    ]  # fmt: skip


def test_nobody_judges_a_report_they_are_part_of(an, judge):
    about_them, by_them = filed(an, judge), filed(judge, an)
    for report in (about_them, by_them):
        for act in (services.take, services.resolve, services.dismiss):
            assert act(report=report, by=judge) == []
    assert set(Report.objects.values_list("status", flat=True)) == {"new"}


def test_the_reporter_reads_what_came_of_it(english, an, binh, judge, django_capture_on_commit_callbacks):
    english.force_login(an)

    def told():
        page = english.get(reverse(MINE)).content.decode()
        sentences = ("waits for a moderator", "is looking at it", "did something about it", "found nothing")
        return [sentence for sentence in sentences if sentence in page]

    report = filed(an, binh)
    assert told() == ["waits for a moderator"]
    services.take(report=report, by=judge)
    assert told() == ["is looking at it"]
    with django_capture_on_commit_callbacks(execute=True):
        services.resolve(report=report, by=judge)
    assert told() == ["did something about it"]
    with django_capture_on_commit_callbacks(execute=True):
        services.dismiss(report=report, by=judge)
    assert told() == ["found nothing"]
    lobby = english.get(reverse("lobby")).content.decode()
    for sentence in (
        "did something about your report of <bdi>Bình</bdi>",
        "against the rules in your report of <bdi>Bình</bdi>",
    ):
        assert sentence in lobby, "on every page, until it is read"


# --- one's own data ---------------------------------------------------------------------------


def test_the_file_of_everything_tells_what_one_wrote_and_not_who_wrote_of_one(an, binh):
    filed(an, binh, text="ba lần rồi")
    filed(binh, an, text="không phải tôi")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(export.pieces(an, ""))))
    (told,) = json.loads(archive.read("reports.json"))
    assert told["text"] == "ba lần rồi"
    assert not [name for name in archive.namelist() if "không phải tôi" in archive.read(name).decode()]


def test_who_closes_the_account_leaves_neither_name_nor_words(an, binh):
    by_them, about_them = filed(an, binh, text="ba lần rồi"), filed(binh, an, text="không phải tôi")
    User.objects.filter(pk=an.pk).update(closes_at=timezone.now())
    for _step in closing.close(an.pk):
        pass
    by_them.refresh_from_db()
    about_them.refresh_from_db()
    assert (by_them.text, by_them.name) == ("", "Bình")
    assert (about_them.text, about_them.name) == ("không phải tôi", closing.NAME % an.pk)
    assert list(Report.objects.open()) == [about_them, by_them], "they still wait for an answer"


# --- what is kept -----------------------------------------------------------------------------


def left_when_tidied():
    """Every line is older than any is kept."""
    list(clear_old_chat(timezone.now() + timedelta(days=1)))
    return list(ChatLine.objects.order_by("pk"))


@pytest.mark.slow
def test_the_chat_around_it_outlives_the_tidying(client, an, binh, judge, room):
    lines = [line_of(room, binh, f"câu {n}") for n in range(2 * AROUND + 10)]
    line_of(rooms.create_room(by=binh, game="xidach"), binh)
    marked = AROUND + 5
    sent(client, an, person="Bình", room=room.code, line=lines[marked].pk)
    kept = lines[marked - AROUND : marked + AROUND + 1]
    assert left_when_tidied() == kept
    services.resolve(report=Report.objects.get(), by=judge)
    assert left_when_tidied() == kept, "somebody may ask again"
    Report.objects.update(answered_at=timezone.now() - retention.EVIDENCE)
    assert left_when_tidied() == []


def test_without_a_line_the_newest_outlive_it(client, an, binh, room):
    lines = [line_of(room, binh, f"câu {n}") for n in range(AROUND + 10)]
    sent(client, an, person="Bình", room=room.code)
    assert left_when_tidied() == lines[-AROUND - 1 :]
