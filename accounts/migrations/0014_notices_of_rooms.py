"""A notice says of which room it speaks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_acts_by_kind"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="room",
            field=models.PositiveBigIntegerField(null=True),
        ),
    ]
