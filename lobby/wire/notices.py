"""What the house tells a person, put on each page of theirs that is open in this process."""

from __future__ import annotations

from accounts import notices
from lobby.wire.crowd import people
from lobby.wire.socket import Socket
from lobby.wire.threads import in_database


async def bring(user_id: int, notice_id: int) -> None:
    """A program is told of this one; a page shows all that wait."""
    if not people.of(user_id):
        return
    waiting = await in_database(notices.waiting_for, user_id)
    for socket in people.of(user_id):
        if isinstance(socket, Socket):
            socket.bring_notices(waiting, notice_id)
