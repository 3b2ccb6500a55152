"""The place of a person is found by an index of what people won in all games."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("games", "0014_taker_by_one_index"),
        ("accounts", "0018_people_not_shown"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="standing",
            index=models.Index(
                condition=models.Q(("game", ""), ("rounds__gt", 0)),
                fields=["points"],
                name="places_of_people",
            ),
        ),
    ]
