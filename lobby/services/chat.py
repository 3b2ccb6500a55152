"""What is said at the table."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from lobby.models import ChatLine, Room
from lobby.refusals import Code, Refusal, refuse
from lobby.services.rights import by_right, is_kicked
from lobby.signals import chat_said
from lobby.words import CHAT_LENGTH, is_line, read_line

LINES, SECONDS = 5, 10  # of one person, in all rooms together


@by_right("chat", well_formed=lambda room, text: is_line(text, low=1, high=CHAT_LENGTH))
def say(room: Room, by: User, *, text: str) -> ChatLine | Refusal:
    """Who sits may speak; who watches, where the room lets them. Who was kicked is not heard."""
    if is_muted(room, by):
        return refuse(Code.MUTED)
    if _speaks_too_fast(by):
        return refuse(Code.RATE_LIMITED)
    line = ChatLine.objects.create(room=room, user=by, text=read_line(text, low=1, high=CHAT_LENGTH))
    transaction.on_commit(partial(chat_said.send, ChatLine, room_id=room.pk, line_id=line.pk), robust=True)
    return line


def is_muted(room: Room, user: User) -> bool:
    """The one place that asks whether somebody is heard; a sanction that silences is asked here too."""
    return is_kicked(room, user)


def _speaks_too_fast(user: User) -> bool:
    lately = timezone.now() - timedelta(seconds=SECONDS)
    return ChatLine.objects.filter(user=user, at__gt=lately).count() >= LINES
