"""Passwords that are guessed first here: words of the house, and digits that anybody would try."""

import re

import pytest
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts import passwords
from accounts.models import User
from accounts.tokens import Tokens
from lobby.catalogue import GAMES
from tests.files import ROOT

SIGNUP, CHANGE = "/accounts/signup/", "/accounts/password/change/"
OF_THE_HOUSE = [
    "Chiếu Bài", "chieubai", "CHIEU BAI", "chiếu-bài-2026", "123chieubai", "ch1eubai", "c.h.i.e.u.b.a.i",
    "nhà cái 88", "nhacai123!", "N H À   C Á I", "nhacainhacai", "chieubai nhacai", "quản trị 1", "matkhau99",
    "管理员12345", "庄家庄家庄家庄家",
]  # fmt: skip
OTHERS = [
    "chiếu bài nhà ngoại mình", "xì dách tối thứ bảy", "nhà cái thua cháy túi", "admiral nelson",
    "cardamom tea",    "mật khẩu của bà nội",
]  # fmt: skip
DIGITS_TO_REFUSE = [
    "12071990", "0912345678", "11111111", "111111111111", "123456789012", "987654321098", "121212121212",
    "123412341234", "135791357913", "199019901990", "1234567812345678",
    "１２３４５６７８９０１２", "0000000000000000",
]  # fmt: skip
DIGITS_TO_TAKE = ["314159265358", "402817365912", "8675309867531", "314159265358979323846"]


def fault(password):
    try:
        validate_password(password, User(username="Bình"))
    except ValidationError as error:
        return {one.code for one in error.error_list}
    return set()


@pytest.mark.parametrize("password", OF_THE_HOUSE)
def test_words_of_the_house_are_no_password(password):
    assert "password_of_the_house" in fault(password)


@pytest.mark.parametrize("password", OTHERS)
def test_they_may_be_a_part_of_one(password):
    assert fault(password) == set()


@pytest.mark.parametrize("key", GAMES)
def test_what_a_game_is_called_is_no_password(key, settings):
    """In any language, whatever game is laid in: none is named in the list."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            name = str(GAMES[key].name)
        for spelled in (key, name, f"{name} 2026 {name}", f"{name.upper()}!!!!", f"  {key}{key} 1"):
            assert "password_of_the_house" in fault(spelled), spelled


def test_a_new_game_brings_its_own_names(monkeypatch):
    monkeypatch.setattr(passwords, "_games", [])
    assert "password_of_the_house" not in fault("cờ cá ngựa 1")
    passwords.lay_in("Cờ Cá Ngựa")
    assert "password_of_the_house" in fault("cờ cá ngựa 1")


@pytest.mark.parametrize("password", DIGITS_TO_REFUSE)
def test_digits_that_anybody_would_try_are_no_password(password):
    assert "password_of_digits" in fault(password)


@pytest.mark.parametrize("password", DIGITS_TO_TAKE)
def test_many_digits_in_no_order_are_one(password):
    assert fault(password) == set()


SENTENCES = {
    "en": ("Everybody here would try that first.", "Digits alone have to be 12 or more"),
    "vi": ("Ở đây ai cũng thử ngay mật khẩu đó.", "Chỉ toàn chữ số thì phải từ 12 chữ số"),
    "zh-hans": ("这里的人首先就会试这个", "只用数字时至少要 12 位"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", SENTENCES)
def test_the_reason_stands_under_the_field(client, language):
    for password, sentence in zip(("chiếu bài 1", "12071990"), SENTENCES[language], strict=True):
        page = client.post(
            SIGNUP, {"username": "Bình", "password1": password}, headers={"accept-language": language}
        ).content.decode()
        under_the_field = page.partition('id="id_password1_error"')[2].partition("</div>")[0]
        assert sentence in under_the_field and not User.objects.exists()


def test_the_list_is_written_down():
    text = (ROOT / "docs" / "passwords.md").read_text(encoding="utf-8").replace("\n", " ")
    assert [word for word in passwords.HOUSE if f"`{word}`" not in text] == []


# --- before one types -------------------------------------------------------------------------


def pages_of_new_passwords(client, an, khach):
    yield client.get(SIGNUP)
    key = f"{user_pk_to_url_str(an)}-{Tokens().make_token(an)}"
    yield client.get(f"/accounts/password/reset/key/{key}/", follow=True)
    client.force_login(an)
    yield client.get(CHANGE)
    client.force_login(khach)
    yield client.get("/accounts/settings/")


def test_the_rule_stands_where_a_new_password_is_chosen(english, an, khach):
    for answer in pages_of_new_passwords(english, an, khach):
        page = answer.content.decode()
        field = re.search(r'<input[^>]*name="password1"[^>]*>', page)[0]
        rule = re.search(r'aria-describedby="(id_\w+_helptext)"', field)[1]
        said = page.partition(f'id="{rule}">')[2].partition("</div>")[0]
        assert said == (
            "At least 8 characters. Not only your name, a game’s name or a common password; digits alone"
            " from 12 on."
        )


def test_the_rule_says_what_is_asked():
    with translation.override("en"):
        english = str(passwords.RULE)
    shortest = next(
        one for one in get_default_password_validators() if isinstance(one, MinimumLengthValidator)
    )
    assert f"least {shortest.min_length} " in english and f"from {passwords.ENOUGH} on" in english


PASSWORDS = ["/accounts/login/", SIGNUP, CHANGE, "/accounts/close/"]


@pytest.mark.parametrize("path", PASSWORDS)
def test_beside_each_password_stands_what_shows_it(client, an, path):
    """Right after its field, whether or not it is wrong; without scripts nobody sees it."""
    if path in (CHANGE, "/accounts/close/"):
        client.force_login(an)
    for answer in (client.get(path), client.post(path, {})):
        page = answer.content.decode()
        fields = re.findall(r'<input[^>]*type="password"[^>]*>(\s*<button[^>]*data-show-password)?', page)
        assert fields and all(fields)
