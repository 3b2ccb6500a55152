"""What live tables hear of the rest of the house, after it is committed: news goes to this process's hall
and, where there are others, onto the bus."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import login_ended, login_renewed, quiet_changed, renamed, told
from games.live.bus import bus
from games.live.hall import hall
from lobby import services as rooms
from lobby.signals import chat_said, room_changed
from lobby.wire import hearing
from lobby.wire.closes import Close


@receiver([room_changed, chat_said])
def on_news(sender: Any, room_id: int, **kwargs: Any) -> None:
    hall.room_changed(room_id)
    bus.note_room(room_id)


@receiver(renamed)
def on_renamed(sender: Any, user_id: int, **kwargs: Any) -> None:
    """Tables say a person's name as it is now."""
    rooms.called_anew(user_id=user_id)


@receiver(quiet_changed)
def on_quiet_changed(sender: Any, user_ids: tuple[int, ...], **kwargs: Any) -> None:
    """Read here before whoever changed it is answered: from then on it is so."""
    bus.note_quiet(user_ids)
    hearing.learn(user_ids)
    hall.hears_anew()


@receiver(login_ended)
def on_login_ended(sender: Any, user_id: int, session_key: str | None, **kwargs: Any) -> None:
    welcome = User.objects.filter(pk=user_id, is_active=True).exists()
    _end_login(user_id, session_key, Close.LOGGED_OUT if welcome else Close.BANNED)


@receiver(login_renewed)
def on_login_renewed(sender: Any, user_id: int, session_key: str, **kwargs: Any) -> None:
    """They come back at once, under the new one."""
    _end_login(user_id, session_key, Close.RESTART)


@receiver(told)
def on_told(sender: Any, user_id: int, notice_id: int, **kwargs: Any) -> None:
    hall.told(user_id, notice_id)
    bus.note_told(user_id, notice_id)


def _end_login(user_id: int, session_key: str | None, why: Close) -> None:
    hall.login_ended(user_id, session_key, why=why)
    bus.note_login(user_id, session_key, why)
