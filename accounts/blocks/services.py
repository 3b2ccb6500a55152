"""Who keeps whom away, and whom they do not read. The tables are told once it is true."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Final, TypeVar

from django.db import transaction

from accounts.blocks.quiet import read_quiets
from accounts.models import Block, Mute, User
from accounts.signals import quiet_changed

MOST: Final = 500  # of one person
Kept = TypeVar("Kept", Block, Mute)


class No(StrEnum):
    """Why somebody is not blocked or muted."""

    ONESELF = "oneself"
    TOO_MANY = "too_many"


@transaction.atomic
def block(*, by: User, whom: User) -> Block | No:
    """The two are kept apart from now on: neither reads the other, nor comes into the other's rooms. A round
    that they play together goes on."""
    return _add(Block, by, whom, concerned={by.pk, whom.pk})


@transaction.atomic
def unblock(*, by: User, whom: User) -> None:
    """Only one's own block is taken back: the other's, if there is one, still holds."""
    _take_back(Block, by, whom, concerned={by.pk, whom.pk})


@transaction.atomic
def mute(*, by: User, whom: User) -> Mute | No:
    """Their lines are not shown to this one person; that is all."""
    return _add(Mute, by, whom, concerned={by.pk})


@transaction.atomic
def unmute(*, by: User, whom: User) -> None:
    _take_back(Mute, by, whom, concerned={by.pk})


@transaction.atomic
def read_chat(*, by: User, chat: str) -> None:
    """All that is said, only its words, or nothing of it."""
    _lock({by.pk})
    by.chat = chat
    by.save(update_fields=["chat"])
    _changed({by.pk})


def _add(kind: type[Kept], by: User, whom: User, concerned: set[int]) -> Kept | No:
    if by.pk == whom.pk:
        return No.ONESELF
    _lock(concerned)
    mine = kind.objects.filter(by=by)
    found = mine.filter(whom=whom).first()
    if found is not None:
        return found
    if mine.count() >= MOST:
        return No.TOO_MANY
    kept = kind.objects.create(by=by, whom=whom)
    _changed(concerned)
    return kept


def _take_back(kind: type[Block] | type[Mute], by: User, whom: User, concerned: set[int]) -> None:
    _lock(concerned)
    if kind.objects.filter(by=by, whom=whom).delete()[0]:
        _changed(concerned)


def _lock(user_ids: set[int]) -> None:
    """In one order for everybody, so that two who block each other at once do not wait for ever."""
    people = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids)
    list(people.order_by("pk").values_list("pk"))


def _changed(user_ids: set[int]) -> None:
    quiets = read_quiets(user_ids)
    for user_id in user_ids:
        User.objects.filter(pk=user_id).update(quiet=user_id in quiets)
    tell = partial(quiet_changed.send_robust, sender=Block, user_ids=tuple(user_ids))
    transaction.on_commit(tell, robust=True)
