"""What the lobby tells the house after each commit: ids, so that a receiver reads what is true by then."""

from django.dispatch import Signal

room_changed = Signal()  # room_id: its table looks different to somebody
rooms_listed = Signal()  # room_id: the lobby's entry of it is new, changed or gone
chat_said = Signal()  # room_id, line_id

# This one is told at once: what hears it is part of the same transaction.
sat_down = Signal()  # by, room_id: a chair is theirs that was nobody's
