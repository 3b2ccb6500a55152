"""The newest pairs in which somebody gives are found without sorting all."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("games", "0011_suspicions"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="suspicion",
            index=models.Index(fields=["giver", "id"], name="suspicions_of_a_giver"),
        ),
    ]
