"""What is said at the table with one tap: drawn pictures, and what a family says again and again.

Both are ordinary lines of the chat. A picture is said by its name between colons, `:laugh:`; a phrase in the
language of whoever says it, and everybody reads it in their own.
"""

from functools import lru_cache
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

EMOTES: Final[dict[str, str | Promise]] = {
    "laugh": pgettext_lazy("drawn picture", "Laughing"),
    "love": pgettext_lazy("drawn picture", "In love"),
    "wow": pgettext_lazy("drawn picture", "Amazed"),
    "cry": pgettext_lazy("drawn picture", "Crying"),
    "angry": pgettext_lazy("drawn picture", "Angry"),
    "cool": pgettext_lazy("drawn picture", "Cool"),
    "sweat": pgettext_lazy("drawn picture", "Sweating"),
    "sleep": pgettext_lazy("drawn picture", "Asleep"),
    "thumb": pgettext_lazy("drawn picture", "Thumb up"),
    "mai": pgettext_lazy("drawn picture", "A blossom"),
    "tea": pgettext_lazy("drawn picture", "A cup of tea"),
    "crackers": pgettext_lazy("drawn picture", "Firecrackers"),
}
# A line that is nothing but one of these is drawn too: as phones write them, and as this page sent them once.
TYPED: Final = {
    "\U0001f602": "laugh", "\U0001f60d": "love", "\U0001f62e": "wow", "\U0001f62d": "cry",
    "\U0001f621": "angry", "\U0001f60e": "cool", "\U0001f605": "sweat", "\U0001f634": "sleep",
    "\U0001f44d": "thumb", "\U0001f338": "mai", "\U0001f9e7": "mai", "\U0001f375": "tea",
    "\U0001f9e8": "crackers",
}  # fmt: skip
PHRASES: Final = (
    _("Hello, everybody!"),
    _("Nice!"),
    _("Hold on…"),
    _("Hurry up!"),
    _("Oh dear!"),
    _("That was just luck!"),
    _("No luck at all tonight!"),
    _("All right, you win!"),
    _("One more round!"),
    _("Thanks, everybody. Good night!"),
)


def said(emote: str) -> str:
    """What a line says that is this picture."""
    return f":{emote}:"


def emote_of(text: str) -> str:
    """The picture that this line is, if it is one."""
    name = text[1:-1] if text[:1] == text[-1:] == ":" else ""
    return name if name in EMOTES else TYPED.get(text, "")


def read(text: str) -> str:
    """A phrase of the house in the language of whoever reads it; any other line as it was written."""
    phrase = _phrases().get(text)
    return text if phrase is None else str(PHRASES[phrase])


@lru_cache(maxsize=1)
def _phrases() -> dict[str, int]:
    """The phrases in all our languages."""
    known: dict[str, int] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            known |= {str(phrase): number for number, phrase in enumerate(PHRASES)}
    return known
