"""People are told what the house did that concerns them: why, and until when.

On each page until they close it, and at once where one is open. Each app lays in sentences for its own kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import ModAction, Notice, User
from accounts.signals import told

MOST: Final = 5  # at a time, the newest
FACT: Final = re.compile(r"%\((\w+)\)s")  # in a sentence
Sentence = str | Promise
Act = ModAction.Act
_sentences: dict[str, Sentence] = {
    Act.WARN: _("The staff warn you."),
    Act.MUTE: _("You cannot write in chat for now."),
    Act.UNMUTE: _("You can write in chat again."),
    Act.RENAME: _("The staff gave you another name: %(after)s."),
    Act.LET_BACK_IN: _("You may play again."),
    Act.MAKE_MODERATOR: _("You are one of the staff now. The back office is at /admin/."),
    Act.END_LOG_INS: _("The staff logged you out everywhere."),
    Act.RESET_LINK: _("The staff made a link with which you can set a new password."),
    Act.RESET_SECOND_FACTOR: _("Your second step was taken off. The password alone lets you in."),
    Act.MAKE_PERSON: _("The staff made this account for you."),
    Act.CHANGE_MAIL: _("The staff changed the mail address of your account."),
    Act.SET_PASSWORD: _("The staff changed your password."),
    Act.GIVE_RIGHTS: _("The staff gave you rights in the back office."),
    Act.TAKE_RIGHTS: _("The staff took rights in the back office from you."),
}
MUTED_FOR_GOOD: Final = _("You cannot write in chat any more.")
_for_good: dict[str, Sentence] = {Act.MUTE: MUTED_FOR_GOOD}  # of acts that may have a term, without one
OTHERWISE: Final = _("The staff changed something about your account.")


def lay_in(sentences: Mapping[Any, Sentence]) -> None:
    """By kind; in it `%(name)s` stands for what it is told with."""
    _sentences.update(sentences)


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


moment = lazy(_moment, str)  # as the language of the reader writes it


def hold(user_ids: Iterable[int | None]) -> list[User]:
    """For a service that goes on to lock a room: people, rooms, rounds, in this order everywhere."""
    ids = {user_id for user_id in user_ids if user_id is not None}
    return list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def tell(
    *,
    whom: User,
    kind: str,
    reason: str = "",
    until: datetime | None = None,
    room_id: int | None = None,
    **facts: Any,
) -> None:
    """For services, within their transaction. `room_id`: of which room it speaks, if it says its title."""
    notice = Notice.objects.create(
        whom=whom, kind=kind, reason=reason, until=until, room=room_id, facts=facts
    )
    User.objects.filter(pk=whom.pk).update(has_notice=True)
    tell_pages = partial(told.send_robust, sender=Notice, user_id=whom.pk, notice_id=notice.pk)
    transaction.on_commit(tell_pages, robust=True)


@transaction.atomic
def close(*, whom: User, notice_id: int) -> None:
    """Read, and gone for good."""
    person = User.objects.select_for_update(no_key=True).get(pk=whom.pk)
    waiting = person.notices.filter(seen_at=None)
    waiting.filter(pk=notice_id).update(seen_at=timezone.now())
    if not waiting.exists():
        person.has_notice = False
        person.save(update_fields=["has_notice"])


# --- as it is shown ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A notice in the current language."""

    id: int
    kind: str
    html: str
    reason: str
    until: str


def waiting_for(user_id: int) -> list[Notice]:
    """What this person has not closed yet, oldest first."""
    newest = Notice.objects.filter(whom=user_id, seen_at=None).order_by("-pk")[:MOST]
    return list(newest)[::-1]


def shown(notices: list[Notice]) -> list[Shown]:
    return [Shown(n.pk, n.kind, _html(n), n.reason, _moment(n.until) if n.until else "") for n in notices]


def _sentence(notice: Notice) -> str:
    """An older version told it with other facts: then what can be said without them."""
    without_end = _for_good.get(notice.kind) if notice.until is None else None
    sentence = str(without_end or _sentences.get(notice.kind, OTHERWISE))
    return sentence if set(FACT.findall(sentence)) <= notice.facts.keys() else str(OTHERWISE)


def _text(notice: Notice) -> str:
    return _sentence(notice) % notice.facts


def _html(notice: Notice) -> str:
    """Names and titles in it are people's own words, and stand apart as they do everywhere."""
    apart = {name: format_html("<bdi>{}</bdi>", fact) for name, fact in notice.facts.items()}
    sentence = _sentence(notice)
    return format_html(FACT.sub(r"{\1}", sentence), **apart) if apart else sentence


def drawn(notices: list[Notice], language: str) -> str:
    with override(language):
        return render_to_string("parts/_notices.html#all", {"notices": shown(notices)})


def framed(notices: list[Notice], language: str) -> str:
    """As an open page takes it in place of those it shows."""
    return f'<hx-partial hx-target="#notices" hx-swap="innerMorph">{drawn(notices, language)}</hx-partial>'


def said(notice: Notice, language: str) -> dict[str, Any]:
    """For programs."""
    with override(language):
        text = _text(notice)
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "text": text,
        "reason": notice.reason,
        "until": notice.until.isoformat() if notice.until else None,
        "at": notice.at.isoformat(),
    }
