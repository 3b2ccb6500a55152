"""What the lobby tells the rest of the house.

After the commit, as ids, so that a receiver reads what is true by then:
"""

from django.dispatch import Signal

room_changed = Signal()  # room_id: its table looks different to somebody
rooms_listed = Signal()  # room_id: the lobby's entry of it is new, changed or gone
chat_said = Signal()  # room_id, line_id

# Inside the transaction, with the locked room; a receiver that raises undoes the whole change.
room_opened = Signal()  # room
room_closed = Signal()  # room
