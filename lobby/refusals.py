"""Why a room says no. The codes are a contract; the sentences are the page's."""

from enum import StrEnum


class Code(StrEnum):
    """In the order in which they are asked. Add freely, never reuse or rename."""

    MALFORMED = "malformed"
    ROOM_CLOSED = "room_closed"
    NOT_OWNER = "not_owner"
    NOT_SEATED = "not_seated"
    ROUND_RUNNING = "round_running"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    NOT_ALLOWED = "not_allowed"
    BAD_OPTIONS = "bad_options"
    NOT_ENOUGH_PLAYERS = "not_enough_players"
    MUTED = "muted"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105
    TOO_MANY_ROOMS = "too_many_rooms"
    RATE_LIMITED = "rate_limited"
    # of the table's socket
    STALE = "stale"
    BAD_SEED = "bad_seed"
    UNAVAILABLE = "unavailable"  # the database does not answer: nothing happened, try again
