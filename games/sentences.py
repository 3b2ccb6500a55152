"""Why a move was refused, in the words of the table."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

REFUSALS: Final = {
    # every game
    "malformed": _("The table did not understand that. Please try again."),
    "round_over": _("This round is over."),
    "wrong_phase": _("That has to wait: the round is not there yet."),
    "not_your_turn": _("It is not your turn yet."),
    "not_your_card": _("You do not hold that card."),
    # Xì Dách
    "already_bet": _("You have already placed your stake."),
    "bad_stake": _("The stake must be a whole number from 1 to %(max)s."),
    "must_draw": _("You have %(value)s. That is too low to stand, so you must hit."),
    "cannot_draw": _("You are over 21, so you cannot hit. Stand to end your turn."),
    "too_low_to_compare": _("You have %(value)s. You can check hands from %(least)s on."),
    "already_settled": _("That hand has already been checked."),
    # Niu Niu
    "already_revealed": _("Your hand lies open already."),
    # Chinese Rummy
    "already_laid_down": _("You have already laid down this round."),
    "not_laid_down": _("Lay down your contract first, then you may lay off."),
    "not_the_contract": _("The contract of this round asks for other melds."),
    "bad_meld": _("One of these melds is not valid. At least half of each must be natural cards."),
    "does_not_fit": _("That card does not fit there."),
    # Big 2
    "already_voted": _("You have already answered."),
    "no_pattern": _("That is no play: a single card, a pair, or one of the sets of five."),
    "must_play_three_of_diamonds": _("The first play of the round must hold the three of diamonds."),
    "wrong_pattern": _("You must answer with the same number of cards."),
    "too_low": _("That does not beat what lies on top."),
    "cannot_end_on_two": _("Your last card cannot be a single 2."),
    "must_lead": _("You lead, so you may not pass."),
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
# Where a number the sentence wants is not there.
PLAIN: Final = {
    "bad_stake": _("The stake is outside what this table allows."),
    "must_draw": _("Your hand is too low to stand, so you must hit."),
    "too_low_to_compare": _("Your hand is too low. You cannot check hands yet."),
}
OTHERWISE: Final = _("That is not possible now.")


def refusal_sentence(code: str, rule: str, facts: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> str:
    """Why not, in the current language and in a way that helps. `rule` may pick a finer sentence one day."""
    sentence = REFUSALS.get(str(code), OTHERWISE)
    try:
        return str(sentence) % dict(facts)
    except KeyError:
        return str(PLAIN.get(str(code), OTHERWISE))
