"""Who was shown out or has gone is found without looking at everybody."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("accounts", "0017_touched_reports"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="user",
            index=models.Index(
                condition=models.Q(("is_active", False), ("is_guest", False)),
                fields=["id"],
                name="people_not_shown",
            ),
        ),
    ]
