"""What rooms know of a person, for the file of everything about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from accounts.export import Part, Row
from accounts.models import User
from accounts.walks import PAGE, in_pages, keys_of
from lobby.models import ChatLine, Passage, Presence, Room, RoomEvent, Seat


def _rooms(person: User) -> Iterator[list[Row]]:
    """Those they made, own, sit in or have been to."""
    for some in _some_rooms(person):
        page = Room.objects.filter(pk__in=some).order_by("pk")
        seen = dict(Presence.objects.filter(user=person, room__in=page).values_list("room", "seen_at"))
        chairs = dict(Seat.objects.filter(user=person, room__in=page).values_list("room", "number"))
        yield [
            {
                "room": room.code,
                "name": room.name,
                "game": room.game,
                "ruleset": room.ruleset,
                "status": room.status,
                "created": room.created_at,
                "closed": room.closed_at,
                "mine": room.owner_id == person.pk,
                "practice": room.practice,
                "chair": chairs.get(room.pk),
                "last_seen": seen.get(room.pk),
            }
            for room in page
        ]


def _some_rooms(person: User) -> Iterator[list[int]]:
    """Their numbers, by what each kind of row knows of the person: rooms are not looked through."""
    been: set[int] = set(keys_of(Room.objects.filter(owner=person)))
    for found in (
        RoomEvent.objects.filter(by=person),
        RoomEvent.objects.filter(to=person),
        Presence.objects.filter(user=person),
        Seat.objects.filter(user=person),
    ):
        been.update(keys_of(found, "room"))
    rooms = sorted(been)
    for start in range(0, len(rooms), PAGE):
        yield rooms[start : start + PAGE]


def _deeds(person: User) -> Iterator[list[Row]]:
    """What they did to rooms, and what was done to them there."""
    found = RoomEvent.objects.filter(Q(by=person) | Q(to=person)).select_related("room")
    for page in in_pages(found):
        yield [
            {
                "room": event.room.code,
                "what": event.kind,
                "by_me": event.by_id == person.pk,
                "to_me": event.to_id == person.pk,
                "facts": event.facts,
                "at": event.at,
            }
            for event in page
        ]


def _passages(person: User) -> Iterator[list[Row]]:
    for page in in_pages(Passage.objects.filter(user=person).select_related("room")):
        yield [{"room": passed.room.code, "what": passed.kind, "at": passed.at} for passed in page]


def _chat(person: User) -> Iterator[list[Row]]:
    for page in in_pages(ChatLine.objects.filter(user=person).select_related("room")):
        yield [{"room": line.room.code, "text": line.text, "at": line.at} for line in page]


PARTS: Final = (
    Part(
        "rooms",
        (
            "room",
            "name",
            "game",
            "ruleset",
            "status",
            "created",
            "closed",
            "mine",
            "practice",
            "chair",
            "last_seen",
        ),
        _rooms,
    ),
    Part("room_events", ("room", "what", "by_me", "to_me", "facts", "at"), _deeds),
    Part("passages", ("room", "what", "at"), _passages),
    Part("chat", ("room", "text", "at"), _chat),
)
