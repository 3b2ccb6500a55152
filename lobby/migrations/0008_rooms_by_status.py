"""The newest rooms of one status are found without sorting all."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("lobby", "0007_reasons_are_lines"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="room",
            index=models.Index(fields=["status", "id"], name="rooms_by_status"),
        ),
    ]
