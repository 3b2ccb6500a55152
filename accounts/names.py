"""Which names people may take. Names are called across a table, so two that look alike are one name."""

import re
import unicodedata

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
DIGITS_AS_LETTERS = str.maketrans("013457l", "oieasti")

# Nobody may speak in the voice of the house, or pass for one of its bots or guests.
HOUSE_WORDS = frozenset({"admin", "admins", "administrator", "moderator", "root", "staff", "chieubai"})
HOUSE_NAMES = frozenset({"system", "support", "nhà cái", "hệ thống", "quản trị", "quản trị viên"})
HOUSE_FIRST = frozenset({"bot", "robot", "guest", "máy", "khách", "khach"})
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
    """Does this name speak for the house?"""
    words = re.split(r"[ ._-]+", name.casefold())
    spellings = {spelling for word in (*words, "".join(words)) for spelling in _spellings(word)}
    return (
        not HOUSE_WORDS.isdisjoint(spellings)
        or " ".join(words).rstrip(DIGITS).rstrip() in HOUSE_NAMES
        or not HOUSE_FIRST.isdisjoint(
            (words[0], words[0].rstrip(DIGITS), words[0].translate(DIGITS_AS_LETTERS))
        )
        or name.startswith(HOUSE_HAN)
    )


def _spellings(word: str) -> tuple[str, str]:
    """What a word can be read as: `Àdm1n2` reads `admin`."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return bare.translate(DIGITS_AS_LETTERS), bare.strip(DIGITS).translate(DIGITS_AS_LETTERS)


def folded(name: str) -> str:
    """The same however a name is capitalised and its words are joined."""
    return unicodedata.normalize("NFC", tidy(name).casefold()).translate(SEPARATORS_ALIKE)


def skeleton(name: str) -> str:
    """The same for all names that look like this one. Accents count: Thu, Thư and Thủ are three people."""
    shape = unicodedata.normalize("NFD", tidy(name).translate(LOOKALIKES)).replace("\u030c", "\u0306")
    return shape.replace("rn", "m").replace("vv", "w")
