"""What may be done to a room: one function a word, each one transaction that locks the room first."""

from typing import assert_never

from accounts.models import User
from lobby import words
from lobby.models import ChatLine, Room
from lobby.refusals import Refusal
from lobby.services.changes import lock, record, renew
from lobby.services.chat import is_muted, say
from lobby.services.erasing import few_rooms
from lobby.services.moderation import (
    close_by_staff,
    closed_by_staff,
    remove_line,
    reopen_room,
    restore_line,
)
from lobby.services.old_chat import clear_old_chat
from lobby.services.options import change_options
from lobby.services.passages import clear_old_passages
from lobby.services.practice import open_practice, practice_is_full
from lobby.services.presence import (
    back,
    note_gone,
    note_seen,
    note_timeout,
    seen,
    seen_here,
    tidy,
    write_attendance,
)
from lobby.services.rights import (
    RIGHTS,
    by_right,
    is_kept_out,
    is_kicked,
    is_owner,
    is_seated,
    may_enter,
    may_watch,
)
from lobby.services.rooms import ByStaff, called_anew, close_room, create_room, hand_over, join_with_password
from lobby.services.rounds import (
    LockedRoom,
    books_changed,
    lock_rooms,
    rounds_ended,
    rounds_started,
    tell_tables,
)
from lobby.services.seats import (
    add_bot,
    bench,
    kick,
    remove_bot,
    set_ready,
    sit,
    sit_down,
    stand_up,
    unbench,
    unkick,
)

__all__ = [
    "RIGHTS", "ByStaff", "LockedRoom", "add_bot", "back", "bench", "books_changed", "by_right",
    "called_anew", "change_options", "clear_old_chat", "clear_old_passages", "close_by_staff",
    "close_room", "closed_by_staff", "create_room", "few_rooms", "hand_over", "is_kept_out", "is_kicked",
    "is_muted", "is_owner", "is_seated", "join_with_password", "kick", "lock", "lock_rooms", "may_enter",
    "may_watch", "note_gone", "note_seen", "note_timeout", "obey", "open_practice", "practice_is_full",
    "record", "remove_bot", "remove_line", "renew", "reopen_room", "restore_line", "rounds_ended",
    "rounds_started", "say", "seen", "seen_here", "set_ready", "sit", "sit_down", "stand_up", "tell_tables",
    "tidy", "unbench", "unkick", "write_attendance",
]  # fmt: skip

LobbyWord = (
    words.Sit | words.StandUp | words.Ready | words.AddBot | words.RemoveBot | words.Kick | words.Unkick
    | words.Bench | words.Unbench | words.HandOver | words.ChangeOptions | words.Close | words.Say
)  # fmt: skip


def obey(*, room_id: int, by: User, word: LobbyWord) -> Room | ChatLine | Refusal:
    """Any room word but `start`, which is the round's to hear."""
    match word:
        case words.Sit(seat):
            return sit(room_id=room_id, by=by, seat=seat)
        case words.StandUp():
            return stand_up(room_id=room_id, by=by)
        case words.Ready(ready):
            return set_ready(room_id=room_id, by=by, ready=ready)
        case words.AddBot(seat, level, name):
            return add_bot(room_id=room_id, by=by, seat=seat, level=level, name=name)
        case words.RemoveBot(seat):
            return remove_bot(room_id=room_id, by=by, seat=seat)
        case words.Kick(seat, reason, why):
            return kick(room_id=room_id, by=by, seat=seat, reason=reason, why=why)
        case words.Unkick(player):
            return unkick(room_id=room_id, by=by, player=player)
        case words.Bench(seat):
            return bench(room_id=room_id, by=by, seat=seat)
        case words.Unbench(player):
            return unbench(room_id=room_id, by=by, player=player)
        case words.HandOver(seat):
            return hand_over(room_id=room_id, by=by, seat=seat)
        case words.ChangeOptions():
            return change_options(
                room_id=room_id,
                by=by,
                options=word.options,
                form=word.form,
                ruleset=word.ruleset,
                turn_seconds=word.turn_seconds,
                spectators=word.spectators,
                spectators_chat=word.spectators_chat,
                auto_start=word.auto_start,
                auto_deal=word.auto_deal,
                auto_next=word.auto_next,
            )
        case words.Close():
            return close_room(room_id=room_id, by=by)
        case words.Say(text):
            return say(room_id=room_id, by=by, text=text)
        case _:
            assert_never(word)
