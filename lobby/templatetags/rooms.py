"""Rows of the list of rooms, for templates/lobby/_rooms.html."""

from django import template
from django.utils.translation import get_language

from lobby.listing import RoomRow, drawn

register = template.Library()


@register.simple_tag
def room_row(room: RoomRow, me: int | None) -> str:
    """`me`: the user id of who looks, if any."""
    return drawn(room, get_language() or "", mine=me in room.people)
