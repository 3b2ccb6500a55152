"""Which names people may take. Names are called across a table, so two that look alike are one name."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import combinations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24
MARKS_A_LETTER = 2
SEPARATORS = " ._-"

# European letters, Vietnamese ơ and ư, pinyin's ǎ…ǜ, Romanian ș ț. The rest of the Latin blocks
# (phonetics, small capitals, clicks) is there to be mistaken for these.
LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ſƠơƯưǍ-ǜȘ-țḀ-ỿ]")
HAN = re.compile(r"[々〇㐀-䶿一-鿿𠀀-\U000323af]")
DIGITS = "0123456789"
# The accents that letters of those languages carry; strokes through and rings around stay out.
MARKS = frozenset(map(chr, (*range(0x300, 0x305), *range(0x306, 0x30D), 0x31B, *range(0x323, 0x329))))

SEPARATORS_ALIKE = str.maketrans(SEPARATORS, "_" * len(SEPARATORS))
LOOKALIKES = SEPARATORS_ALIKE | str.maketrans("I1ıO0Ðð", "lllooĐđ")
# What else a letter can be read as, in a name that means to be read as another.
READ_AS = str.maketrans("0134578lıđðøħŧþ", "oieastbiiddohtp")

# Nobody may speak in the voice of the house, or pass for one of its bots or guests or for somebody who left:
# with a word anywhere in the name, with the whole of it, or with its beginning. All without what joins words.
HOUSE_WORDS = frozenset({"admin", "admins", "administrator", "moderator", "root", "staff", "chieubai"})
HOUSE_NAMES = frozenset({
    "system", "support", "nhacai", "hethong", "quảntrị", "quảntrịviên", "banquantri",
    "diềuhành", "ngườidiềuhành", "bandieuhanh",  # as they are read; Diệu Hạnh is a name
})  # fmt: skip
HOUSE_FIRST = frozenset({"bot", "robot", "guest", "máy", "khách", "khach", "ngườichơicũ", "nguoichoicu"})
HOUSE_HAN = ("管理", "机器人", "機器人", "访客", "訪客", "游客", "系统", "系統", "客服", "庄家", "官方")


def tidy(text: str) -> str:
    """As we keep it: compatibility forms folded, composed, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def validate(name: str) -> None:
    """The shape of a name: what it is made of, whoever it belongs to."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 2 to 24 characters."), "length")
    if name != tidy(name):
        raise ValidationError(_("Use plain letters and single spaces."), "form")
    _validate_letters(name)
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or re.search(r"[ ._-]{2}", name):
        raise ValidationError(_("Begin and end with a letter or a number."), "edges")


def _validate_letters(name: str) -> None:
    scripts, marks = set(), MARKS_A_LETTER
    for char in unicodedata.normalize("NFD", name):
        if unicodedata.category(char) == "Mn":
            marks += 1
            if char not in MARKS or marks > MARKS_A_LETTER:
                raise ValidationError(_("That is too many accents, or a strange one."), "marks")
            continue
        script = _script(char)
        marks = 0 if script == {"latin"} else MARKS_A_LETTER
        scripts |= script
    if len(scripts) > 1:
        raise ValidationError(_("Use Latin or Chinese letters, not both in one name."), "scripts")


def _script(char: str) -> set[str]:
    if LATIN.match(char):
        return {"latin"}
    if HAN.match(char):
        return {"han"}
    if char in SEPARATORS or char in DIGITS:
        return set()
    raise ValidationError(_("Use letters, numbers, spaces and . _ - only."), "letters")


def is_reserved(name: str) -> bool:
    """Does this name speak for the house, however its words are cut and spelled? `Sys tem`, `Àdm1n2`."""
    words = re.split(r"[ ._-]+", name.casefold())
    pieces = ["".join(words[start:end]) for start, end in combinations(range(len(words) + 1), 2)]
    beginnings, whole = pieces[: len(words)], pieces[len(words) - 1]
    return (
        any(_reads_as(_bare(piece), HOUSE_WORDS) for piece in pieces)
        or _reads_as(whole, HOUSE_NAMES)
        or _reads_as(_bare(whole), HOUSE_NAMES)
        or any(_reads_as(beginning, HOUSE_FIRST) for beginning in beginnings)
        or whole.lstrip(DIGITS).startswith(HOUSE_HAN)
    )


def _reads_as(text: str, words: frozenset[str]) -> bool:
    """`5ystern2` reads as `system`, `gues77` as `guest`: a digit at an end is a letter, or beside it."""
    if text.isdigit():
        return _letters(text) in words
    first, last = len(text) - len(text.lstrip(DIGITS)), len(text.rstrip(DIGITS))
    ends = range(last, len(text) + 1)
    return any(_letters(text[start:end]) in words for start in range(first + 1) for end in ends)


def _letters(text: str) -> str:
    return text.translate(READ_AS).replace("rn", "m").replace("vv", "w")


def _bare(text: str) -> str:
    """Without its accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def folded(name: str) -> str:
    """The same however a name is capitalised and its words are joined."""
    return unicodedata.normalize("NFC", tidy(name).casefold()).translate(SEPARATORS_ALIKE)


def skeleton(name: str) -> str:
    """The same for all names that look like this one. Accents count: Thu, Thư and Thủ are three people."""
    shape = unicodedata.normalize("NFD", tidy(name).translate(LOOKALIKES)).replace("\u030c", "\u0306")
    return shape.replace("rn", "m").replace("vv", "w")


# What goes on with a word: a letter, a digit, an accent. Chinese puts no blanks between words.
_GOES_ON = r"(?:[^\W々〇㐀-䶿一-鿿𠀀-\U000323af]|[\u0300-\u036f])"


def standing_alone(those: Iterable[str]) -> re.Pattern[str]:
    """Finds these names where somebody is called so, not where they are a part of a word or of another name:
    `An` in `An's table`, and neither in `Anh em` nor in `An-Bình`. Longer ones first."""
    found = sorted(set(those), key=len, reverse=True)
    return re.compile("|".join(map(_alone, found)) if found else r"(?!)")


def _alone(name: str) -> str:
    before = "" if HAN.match(name[0]) else rf"(?<!{_GOES_ON})(?<!{_GOES_ON}[._-])"
    after = "" if HAN.match(name[-1]) else rf"(?!{_GOES_ON}|[._-]{_GOES_ON})"
    return before + re.escape(name) + after
