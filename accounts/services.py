"""What happens to accounts: guests come, guests stay."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import pgettext, pgettext_lazy

from accounts.models import ANIMALS, DISCS, User
from accounts.signals import login_renewed, renamed

ANIMAL_NAMES: Final = {
    "rat": pgettext_lazy("animal", "Rat"),
    "ox": pgettext_lazy("animal", "Ox"),
    "tiger": pgettext_lazy("animal", "Tiger"),
    "cat": pgettext_lazy("animal", "Cat"),
    "dragon": pgettext_lazy("animal", "Dragon"),
    "snake": pgettext_lazy("animal", "Snake"),
    "horse": pgettext_lazy("animal", "Horse"),
    "goat": pgettext_lazy("animal", "Goat"),
    "monkey": pgettext_lazy("animal", "Monkey"),
    "rooster": pgettext_lazy("animal", "Rooster"),
    "dog": pgettext_lazy("animal", "Dog"),
    "pig": pgettext_lazy("animal", "Pig"),
}
# Three digits are friendlier; more of them once those are taken.
DIGITS_TO_TRY = (3, 3, 3, 4, 4, 5, 6, 8)


class MadeUp(NamedTuple):
    """Who a guest could be."""

    name: str
    avatar: str


def made_up(digits: int = DIGITS_TO_TRY[0]) -> MadeUp:
    """A name in the language of the page, and a fitting avatar. Somebody may have it already."""
    animal = secrets.choice(ANIMALS)
    number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
    name = pgettext("name of a guest", "Guest %(animal)s %(number)s")
    avatar = f"{animal}-{secrets.choice(DISCS)}"
    return MadeUp(name % {"animal": ANIMAL_NAMES[animal], "number": number}, avatar)


def make_guest() -> User:
    """A person with a made-up name, no password and a fitting avatar."""
    for digits in DIGITS_TO_TRY:
        try:
            return make_guest_called(*made_up(digits))
        except IntegrityError:
            continue
    raise RuntimeError("every name for a guest is taken")


def make_guest_called(name: str, avatar: str) -> User:
    """A guest by a name that was checked; an IntegrityError where somebody was quicker."""
    guest = User(username=name, password=make_password(None), avatar=avatar, is_guest=True)
    with transaction.atomic():
        guest.save()
    return guest


def keep_account(*, user: User, username: str, password: str) -> None:
    """A guest stays, under a name and a password of their own; scores and seats stay theirs."""
    user.username = username
    user.is_guest = False
    user.set_password(password)
    user.save(update_fields=["username", "folded", "skeleton", "is_guest", "password"])
    tell = partial(renamed.send_robust, sender=User, user_id=user.pk)
    transaction.on_commit(tell, robust=True)


@contextmanager
def renewed_login(request: HttpRequest) -> Iterator[None]:
    """Around a new password and the new session key with which this log-in outlives it.

    Who listens hears of both once they are true, and first that this one was renewed: then all others end.
    """
    tell = partial(
        login_renewed.send_robust,
        sender=User,
        user_id=request.user.pk,
        session_key=request.session.session_key,
    )
    with transaction.atomic():
        transaction.on_commit(tell, robust=True)
        yield
