"""The notices of a room are found by it."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("accounts", "0014_notices_of_rooms"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="notice",
            index=models.Index(
                fields=["room"], name="notices_of_a_room", condition=models.Q(room__isnull=False)
            ),
        ),
    ]
