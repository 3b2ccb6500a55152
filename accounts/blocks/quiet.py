"""What somebody does not read: the lines of some people, pictures, or all that is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Value

from accounts.models import Block, Mute, User

# Not the suits of cards: those are words here.
PICTURES: Final = re.compile(
    "[\u2300-\u23ff\u2600-\u265f\u2668-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U000e0020-\U000e007f\u200d\ufe0f\u20e3]+"
)
DRAWN: Final = re.compile(":[a-z]+:")  # a line that is a picture of the house, by its name
NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Quiet:
    """`apart`: those with whom there is a block, whoever of the two wished it."""

    apart: frozenset[int] = NOBODY
    muted: frozenset[int] = NOBODY
    chat: str = User.Chat.ALL

    def among(self, writers: Collection[int]) -> Quiet:
        """As far as it makes a difference where only these have written."""
        theirs = Quiet(self.apart.intersection(writers), self.muted.intersection(writers), self.chat)
        return LOUD if theirs == LOUD else theirs

    def reads(self, writer: int | None, text: str, *, me: int | None) -> str:
        """A line as this person reads it, their own always; empty where they do not."""
        if self is LOUD or writer == me:
            return text
        if self.chat == User.Chat.NONE or writer in self.apart or writer in self.muted:
            return ""
        return without_pictures(text) if self.chat == User.Chat.WORDS else text


LOUD: Final = Quiet()  # as most people are: they read everything


def without_pictures(text: str) -> str:
    if DRAWN.fullmatch(text):
        return ""
    return " ".join(PICTURES.sub(" ", text).split())


def read_quiets(user_ids: Iterable[int]) -> dict[int, Quiet]:
    """Of those of these people who do not read everything. One question, however many they are."""
    ids = set(user_ids)
    if not ids:
        return {}
    apart: dict[int, set[int]] = {}
    muted: dict[int, set[int]] = {}
    chat: dict[int, str] = {}
    for user_id, other, what in _rows(ids):
        if what == "apart":
            apart.setdefault(user_id, set()).add(other)
        elif what == "muted":
            muted.setdefault(user_id, set()).add(other)
        else:
            chat[user_id] = what
    return {
        user_id: Quiet(
            frozenset(apart.get(user_id, ())),
            frozenset(muted.get(user_id, ())),
            chat.get(user_id, User.Chat.ALL),
        )
        for user_id in apart.keys() | muted.keys() | chat.keys()
    }


def _rows(ids: set[int]) -> Any:
    """Whose, about whom, and what."""
    apart, muted = Value("apart"), Value("muted")
    blocks = Block.objects.order_by()
    return (
        blocks.filter(by__in=ids)
        .values_list("by", "whom", apart)
        .union(
            blocks.filter(whom__in=ids).values_list("whom", "by", apart),
            Mute.objects.filter(by__in=ids).values_list("by", "whom", muted),
            User.objects.filter(pk__in=ids).exclude(chat=User.Chat.ALL).values_list("pk", "pk", "chat"),
            all=True,
        )
    )


def apart_from(user: Any) -> frozenset[int]:
    """Those with whom this person has a block, whoever of the two wished it. Most people have none, and
    it is known without asking."""
    if not getattr(user, "quiet", False):
        return NOBODY
    blocks = Block.objects.order_by()
    mine = blocks.filter(by=user.pk).values_list("whom")
    return frozenset(other for (other,) in mine.union(blocks.filter(whom=user.pk).values_list("by")))
