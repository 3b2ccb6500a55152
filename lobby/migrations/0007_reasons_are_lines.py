"""Why an owner sent somebody away was a fact of the event. It becomes a line like those of the chat: read by
the same people, reported, removed, and erased with them. What is too old to be kept there goes at once."""

from datetime import timedelta

from django.db import migrations
from django.utils import timezone

KEPT = timedelta(days=90)
STEP = 500


def move(apps, schema_editor):
    RoomEvent, ChatLine = apps.get_model("lobby", "RoomEvent"), apps.get_model("lobby", "ChatLine")
    kicks = RoomEvent.objects.filter(kind="kick", facts__has_key="reason").order_by("pk")
    young, last = timezone.now() - KEPT, 0
    while events := list(kicks.filter(pk__gt=last)[:STEP]):
        last = events[-1].pk
        said = [(event, event.facts.pop("reason")) for event in events]
        lines = ChatLine.objects.bulk_create(
            ChatLine(room_id=event.room_id, user_id=event.by_id, text=text, event=event)
            for event, text in said
            if text and event.at >= young
        )
        for line in lines:
            line.at = line.event.at  # it was given that of its row
        ChatLine.objects.bulk_update(lines, ["at"])
        RoomEvent.objects.bulk_update(events, ["facts"])


def move_back(apps, schema_editor):
    for line in apps.get_model("lobby", "ChatLine").objects.exclude(event=None).select_related("event"):
        line.event.facts["reason"] = line.text
        line.event.save(update_fields=["facts"])
        line.delete()


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0006_reasons"),
    ]

    operations = [
        migrations.RunPython(move, move_back),
    ]
