"""How a person likes it: language, theme, deck, sound, keys, avatar; on the account or in cookies."""

import pytest
from django.test import Client
from django.urls import reverse

LIKES = {
    "language": "en", "theme": "dark", "motion": "still", "deck": "four", "sound": "on",
    "large_figures": "on", "peel": "on", "animal": "tiger", "disc": "3",
}  # fmt: skip


def test_settings_are_kept(client, an):
    client.force_login(an)
    answer = client.post(reverse("settings"), LIKES)
    assert answer.url == reverse("settings")
    an.refresh_from_db()
    assert (an.language, an.theme, an.deck, an.avatar) == ("en", "dark", "four", "tiger-3")
    assert an.motion == "still"
    assert an.sound and an.large_figures and an.peel and not an.keys and not an.vibration


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "fr"),
        ("theme", "pink"),
        ("motion", "wild"),
        ("deck", ""),
        ("animal", "duck"),
        ("disc", "9"),
        ("disc", ""),
    ],
)
def test_what_is_not_offered_is_refused(client, an, field, value):
    client.force_login(an)
    before = an.avatar
    answer = client.post(reverse("settings"), LIKES | {field: value})
    assert answer.status_code == 200 and field in answer.context["form"].errors
    an.refresh_from_db()
    assert (an.theme, an.avatar) == ("system", before)


def test_less_motion_is_for_who_asked_for_it(client, an):
    client.force_login(an)
    calm = "css/still.", 'data-motion="still"'
    page = client.get(reverse("settings")).content.decode()
    assert not any(word in page for word in calm)
    client.post(reverse("settings"), LIKES)
    page = client.get(reverse("lobby")).content.decode()
    assert all(word in page for word in calm)


def test_figures_are_large_for_who_asked_for_it(client, an):
    client.force_login(an)
    assert "data-figures" not in client.get(reverse("lobby")).content.decode()
    client.post(reverse("settings"), LIKES)
    assert 'data-figures="large"' in client.get(reverse("lobby")).content.decode()


def test_nobody_makes_themselves_staff(client, an):
    client.force_login(an)
    client.post(reverse("settings"), LIKES | {"is_staff": "on", "is_superuser": "on", "username": "Boss"})
    an.refresh_from_db()
    assert not an.is_staff and not an.is_superuser and an.username == "An"


# --- one tap ----------------------------------------------------------------------------------


def test_one_tap_changes_only_what_it_says(client, an):
    client.force_login(an)
    an.theme, an.deck = "light", "four"
    an.save()
    answer = client.post(reverse("settings_quick"), {"theme": "dark", "next": "/rooms/new/"})
    assert answer.url == "/rooms/new/"
    an.refresh_from_db()
    assert (an.theme, an.deck, an.language) == ("dark", "four", "")


@pytest.mark.django_db
def test_one_tap_works_for_anybody(client):
    client.post(reverse("settings_quick"), {"theme": "dark"})
    client.post(reverse("settings_quick"), {"deck": "four"})
    client.post(reverse("settings_quick"), {"language": "zh-hans"})
    page = client.get(reverse("landing")).content.decode()
    assert 'lang="zh-hans"' in page and 'data-theme="dark"' in page and 'data-deck="four"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("nonsense", [{"theme": "pink"}, {"language": "xx"}, {"deck": '"><b>'}, {}])
def test_a_tap_on_nonsense_changes_nothing(client, nonsense):
    answer = client.post(reverse("settings_quick"), nonsense)
    assert answer.url == reverse("lobby")
    assert not {"theme", "language", "deck"} & set(client.cookies)


@pytest.mark.django_db
def test_a_forged_cookie_reaches_no_page(client):
    client.cookies["theme"] = '"><script>'
    client.cookies["deck"] = "seven"
    page = client.get(reverse("landing")).content.decode()
    assert "data-theme" not in page and "data-deck" not in page


# --- language: setting, else cookie, else browser ---------------------------------------------

CHOICES = [
    # setting, cookie, browser, language of the page
    ("zh-hans", "en", "vi", "zh-hans"),
    ("", "en", "vi", "en"),
    ("", "", "en-GB,en;q=0.8", "en"),
    ("", "", "zh-CN,zh;q=0.9", "zh-hans"),
    ("", "", "fr", "vi"),
    ("", "", "", "vi"),
    ("", "xx", "en", "en"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "cookie", "browser", "language"), CHOICES)
def test_the_language_of_a_page(an, setting, cookie, browser, language):
    client = Client(headers={"accept-language": browser})
    an.language = setting
    an.save()
    client.force_login(an)
    if cookie:
        client.cookies["language"] = cookie
    answer = client.get(reverse("settings"))
    assert f'<html lang="{language}"' in answer.content.decode()
    assert answer.headers["Content-Language"] == language
