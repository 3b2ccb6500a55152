"""When somebody stops being logged in. Live tables listen, and close the sockets concerned."""

from functools import partial
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_save, pre_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.models import User

# Sent with `user_id` and `session_key`; None means every session of theirs. Nobody who listens can
# keep a person from logging out: it is sent robustly.
login_ended = Signal()

# Sent with `user_id` and `session_key`, which is now the old one: this log-in goes on under another, and its
# pages come back by themselves.
login_renewed = Signal()

# Sent with `user_id`: whoever shows names beside a seat reads this person's again.
renamed = Signal()

# Sent with `user_id` and `notice_id`: pages that this person has open show it.
told = Signal()

# Sent with `user_ids`: these people read other lines from now on, or are kept apart from others than before.
quiet_changed = Signal()

# Sent with `user_id`: staff let them write no more, or again.
muted = Signal()


@receiver(user_logged_out)
def logged_out(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        login_ended.send_robust(sender=User, user_id=user.pk, session_key=request.session.session_key)


@receiver(post_save, sender=User)
def saved(sender: Any, instance: User, created: bool, **kwargs: Any) -> None:
    """A new password ends the log-ins made with the old one; who is deactivated has none left."""
    new_password = getattr(instance, "_password", None) is not None  # until Django is done saving it
    if not created and (new_password or not instance.is_active):
        end_all = partial(login_ended.send_robust, sender=User, user_id=instance.pk, session_key=None)
        transaction.on_commit(end_all, robust=True)


@receiver(pre_save, sender=UserSession)
def keep_no_address(sender: Any, instance: UserSession, **kwargs: Any) -> None:
    """The list of log-ins says from which device, not from where: no address is kept for it."""
    instance.ip = "::"
