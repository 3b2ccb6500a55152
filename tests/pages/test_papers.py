"""Terms, privacy, points and never money: for anybody, in three languages, and true."""

import re

import pytest
from django.test import Client
from django.utils import translation

from accounts import retention
from tests.pages.test_every_page import check_page

PAPERS = {"/terms/": "Terms", "/privacy/": "What is kept about you", "/points/": "Only points, never money"}
LANGUAGES = ("vi", "en", "zh-hans")


def words(path, language="en"):
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    check_page(page)
    return page


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("path", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_anybody_reads_them_in_their_language(path, language):
    page = words(path, language)
    with translation.override(language):
        assert translation.gettext(PAPERS[path]) in page
    english = set(re.findall(r"<p[^>]*>([^<]{40,})", words(path)))
    assert english and (language == "en" or not [text for text in english if text in page])


@pytest.mark.django_db
def test_the_page_says_the_numbers_that_the_code_goes_by(monkeypatch):
    for name, days in (("CHAT", 31), ("EVIDENCE", 41), ("NOTICES", 51), ("GRACE", 61)):
        monkeypatch.setattr(retention, name, days * retention.GRACE / 7)
    page = words("/privacy/")
    assert all(str(days) in page for days in (31, 41, 51, 61))
    assert "14 days at most" in page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/lobby/", "/accounts/signup/", "/accounts/login/"])
def test_every_page_leads_to_them_at_its_foot(path):
    foot = words(path).partition('<footer class="foot">')[2].partition("</footer>")[0]
    assert all(f'href="{paper}"' in foot for paper in PAPERS)


@pytest.mark.django_db
def test_who_signs_up_is_told_of_them():
    form = words("/accounts/signup/").partition("<footer")[0]
    assert 'href="/terms/"' in form and 'href="/privacy/"' in form


def test_a_table_has_no_foot(an, open_room):
    browser = Client()
    browser.force_login(an)
    page = browser.get(f"/rooms/{open_room(by=an).code}/").content.decode()
    assert 'class="foot"' not in page
