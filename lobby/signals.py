"""What the lobby tells the house after each commit: ids, so that a receiver reads what is true by then."""

from django.dispatch import Signal

room_changed = Signal()  # room_id: its table looks different to somebody
rooms_listed = Signal()  # room_id: the lobby's entry of it is new, changed or gone
chat_said = Signal()  # room_id, line_id
