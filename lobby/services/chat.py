"""What is said at the table."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import FOR_GOOD, User
from accounts.notices import MUTED_FOR_GOOD, moment
from accounts.signals import muted
from lobby import sayings, site_clock
from lobby.models import ChatLine, Room
from lobby.refusals import Code, Refusal, refuse
from lobby.services.changes import renew
from lobby.services.rights import by_right, is_kicked
from lobby.signals import chat_said
from lobby.words import CHAT_LENGTH, is_line, read_line

# Of one person, in all rooms together: so many lines in so many seconds.
LIMITS: Final = ((5, 10), (20, 120))
AGAIN: Final = 30  # seconds, before the same may be said once more
# What people say to each new face and after each good hand, by its letters alone.
GREETINGS: Final = frozenset({
    "chào", "xinchào", "chàocảnhà", "chàomọingười", "chàobạn", "alo", "cámơn", "cảmơn", "hay", "hayquá",
    "tạmbiệt", "từtừ", "đợichút", "hi", "hello", "hey", "bye", "thanks", "thankyou", "nice", "gg", "glhf",
    "wp", "holdon", "ok", "haha", "hihi", "hehe", "你好", "大家好", "谢谢", "再见", "好牌", "哈哈", "加油",
    "等一下", "helloeverybody", *sayings.EMOTES, *sayings.TYPED,
})  # fmt: skip
MUTED_UNTIL: Final = _("Until %(until)s you cannot write in chat.")
JUST_SAID: Final = Refusal(Code.RATE_LIMITED, words=_("You have just said that."))


@by_right("chat", well_formed=lambda room, text: is_line(text, low=1, high=CHAT_LENGTH))
def say(room: Room, by: User, *, text: str) -> ChatLine | Refusal:
    """Who sits may speak; who watches, where the room lets them. Who was kicked is not heard."""
    if is_muted(room, by):
        return _muted(by)
    words = read_line(text, low=1, high=CHAT_LENGTH)
    no = _why_not(room, by, words)
    if no is not None:
        return no
    line = ChatLine.objects.create(room=room, user=by, text=words)
    transaction.on_commit(partial(chat_said.send, ChatLine, room_id=room.pk, line_id=line.pk), robust=True)
    return line


def is_muted(room: Room, user: User) -> bool:
    """The one place that asks whether somebody is heard; by the house, or by the host."""
    return user.is_muted or is_kicked(room, user)


@receiver(muted)
@transaction.atomic
def show_owner_anew(sender: Any, user_id: int, **kwargs: Any) -> None:
    """Their rooms offer them to give a reason, or not."""
    renew(Room.objects.filter(owner=user_id).exclude(status=Room.Status.CLOSED).values_list("pk", flat=True))


def _muted(user: User) -> Refusal:
    """By the house: until when, or for good; by the host, who may think better of it."""
    until = user.muted_until if user.is_muted else None
    if until is None:
        return refuse(Code.MUTED)
    if until == FOR_GOOD:
        return Refusal(Code.MUTED, words=MUTED_FOR_GOOD)
    return Refusal(Code.MUTED, (("until", moment(until)),), MUTED_UNTIL)


def _why_not(room: Room, user: User, words: str) -> Refusal | None:
    """Too much of one person, or the same over and over; a greeting is for everybody who comes."""
    now = site_clock.now()
    longest = max(seconds for _lines, seconds in LIMITS)
    said = ChatLine.objects.filter(user=user, at__gt=now - timedelta(seconds=longest))
    lately = [
        ((now - at).total_seconds(), room_id, text) for at, room_id, text in said.values_list(*_OF_A_LINE)
    ]
    if any(sum(ago < seconds for ago, _r, _t in lately) >= lines for lines, seconds in LIMITS):
        return refuse(Code.RATE_LIMITED)
    letters = letters_of(words)
    again = any(
        ago < AGAIN and where == room.pk and letters_of(text) == letters for ago, where, text in lately
    )
    return JUST_SAID if again and letters not in GREETINGS else None


_OF_A_LINE: Final = ("at", "room_id", "text")


def letters_of(words: str) -> str:
    """What makes two lines the same: capitals, blanks, marks and doubled marks do not. A line of pictures
    alone is its pictures."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    return "".join(letter for letter in plain if letter.isalnum()) or plain
