"""The newest acts on things of one kind are found without sorting all."""

from django.db import migrations, models

from accounts.indexes import AddIndexMeanwhile


class Migration(migrations.Migration):
    atomic = False  # as the operation asks

    dependencies = [
        ("accounts", "0012_appeals_replaced"),
    ]

    operations = [
        AddIndexMeanwhile(
            model_name="modaction",
            index=models.Index(fields=["kind", "id"], name="acts_on_things_of_a_kind"),
        ),
    ]
