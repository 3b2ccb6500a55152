"""Which passwords are guessed first here, and are refused therefore: besides those that are common everywhere
(Django's list) and those that say the person's own name.

Words of the house are what anybody would try who knows where they are: its own name, whom one meets in it,
and the games, which lay in what they are called.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import READ_AS

HOUSE: Final = (
    "Chiếu Bài", "nhà cái", "nhà con", "bàn chơi", "đánh bài", "chơi bài", "bài bạc", "lá bài", "bộ bài",
    "ván bài", "sòng bài", "chủ phòng", "quản trị", "mật khẩu", "card", "cards", "card game", "banker",
    "dealer", "admin", "moderator", "password", "player", "table",
    "牌桌", "打牌", "庄家", "管理员", "密码", "玩家",
)  # fmt: skip
LONGEST: Final = 64  # letters that are looked at; who writes more than that has thought of something
ENOUGH: Final = 12  # digits, where there is nothing else
# All of it in short, to be read before one types.
RULE: Final = gettext_lazy(
    "At least 8 characters. Not only your name, a game’s name or a common password; digits alone from 12 on."
)
_games: list[str | Promise] = []


def lay_in(*names: str | Promise) -> None:
    """What a game is called, by its people and in its addresses."""
    _games.extend(names)


def words() -> set[str]:
    """All of them, in every language, as they are compared."""
    found = set(map(_bare, HOUSE))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.update(_bare(str(name)) for name in _games)
    return found - {""}


class HouseWordsValidator:
    """Nothing but words of the house, whatever marks, blanks and digits are between and around them."""

    def validate(self, password: str, user: Any = None) -> None:
        nothing_else = re.compile(f"(?:{'|'.join(map(re.escape, words()))})+")
        text = unicodedata.normalize("NFKC", password[: LONGEST + 1]).casefold()
        if any(nothing_else.fullmatch(_bare(read)) for read in (text, text.translate(READ_AS))):
            said = _("Everybody here would try that first. Add words that have nothing to do with this site.")
            raise ValidationError(said, code="password_of_the_house")

    def get_help_text(self) -> str:
        return _("Your password can’t be just the name of this site, of a game or the like.")


class DigitsValidator:
    """Digits alone are taken for a birthday or a telephone, unless there are many, and in no order."""

    def validate(self, password: str, user: Any = None) -> None:
        if password.isdigit() and (len(password) < ENOUGH or _is_a_row(password)):
            said = _("Digits alone have to be %(count)d or more, and neither repeat nor count up or down.")
            raise ValidationError(said, code="password_of_digits", params={"count": ENOUGH})

    def get_help_text(self) -> str:
        return _("Digits alone have to be %(count)d or more, and neither repeat nor count up or down.") % {
            "count": ENOUGH
        }


def _bare(text: str) -> str:
    """Its letters alone, without their marks."""
    plain = unicodedata.normalize("NFD", text.casefold()).replace("đ", "d")
    return "".join(char for char in plain if char.isalpha())


def _is_a_row(digits: str) -> bool:
    """`111…`, `121212…`, `123456…`, `135791…`: the next one is always known."""
    numbers = [unicodedata.digit(char) for char in digits]
    steps = {(after - before) % 10 for before, after in pairwise(numbers)}
    halves = range(1, len(digits) // 2 + 1)
    return len(steps) == 1 or any(digits[again:] == digits[:-again] for again in halves)
