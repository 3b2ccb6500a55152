"""Why a move was refused, in the words of the table."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games import registry
from games.core.refusal import Refusal

REFUSALS: Final = {
    # any game
    "malformed": _("The table did not understand that. Please try again."),
    "round_over": _("This round is over."),
    "wrong_phase": _("That has to wait: the round is not there yet."),
    "not_your_turn": _("It is not your turn yet."),
    "not_your_card": _("You do not hold that card."),
    # the room
    "stale": _("The table had already moved on. Here it is as it stands."),
    "not_seated": _("You have no seat in this round."),
    "not_owner": _("Only the host of the room can do that."),
    "not_allowed": _("You may not sit at this table."),
    "round_running": _("Please wait until this round is over."),
    "seat_taken": _("Somebody already sits there."),
    "seat_empty": _("Nobody sits there."),
    "bad_options": _("These options do not fit. Please check them."),
    "bad_seed": _("That seed does not open your commitment."),
    "not_enough_players": _("Not enough players are ready yet."),
    "room_closed": _("This room is closed."),
    "muted": _("You cannot write here for now."),
    "rate_limited": _("Not so fast. Please wait a moment."),
}
OTHERWISE: Final = _("That is not possible now.")


def refusal_sentence(refusal: Refusal, game: str) -> str:
    """Why not, in the current language and in a way that helps; a game has sentences for its own codes."""
    code, words = str(refusal.code), registry.game(game).words
    sentence = words.refusals.get(code) or REFUSALS.get(code, OTHERWISE)
    try:
        return str(sentence) % dict(refusal.facts)
    except KeyError:
        return str(words.plain_refusals.get(code, OTHERWISE))
