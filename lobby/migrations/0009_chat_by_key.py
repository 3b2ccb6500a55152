"""The newest lines of one person are found without sorting all."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("lobby", "0008_rooms_by_status"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="chatline",
            index=models.Index(fields=["user", "id"], name="chat_of_a_person_by_key"),
        ),
    ]
