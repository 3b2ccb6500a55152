"""And so are those in which somebody takes."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("games", "0012_suspicions_of_a_giver"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="suspicion",
            index=models.Index(fields=["taker", "id"], name="suspicions_of_a_taker"),
        ),
    ]
