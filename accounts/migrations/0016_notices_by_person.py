"""All notices of a person are found by them, those that were read too."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("accounts", "0015_notices_by_room"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="notice",
            index=models.Index(fields=["whom", "id"], name="notices_of_a_person"),
        ),
    ]
