"""The tables of this app. Each is described in the room that writes it."""

from games.live.models import Chore
from games.people.models import Standing, Suspicion
from games.rounds.models import Heartbeat, Move, Round, RoundSeat, RoundSecret, Score

__all__ = [
    "Chore",
    "Heartbeat",
    "Move",
    "Round",
    "RoundSeat",
    "RoundSecret",
    "Score",
    "Standing",
    "Suspicion",
]
