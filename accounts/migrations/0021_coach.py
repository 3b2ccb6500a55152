"""Whether somebody is shown what is new to them at a table, and what they know already."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0020_peel"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="coach",
            field=models.BooleanField(db_default=True, default=True, verbose_name="tips at the table"),
        ),
        migrations.AddField(
            model_name="user",
            name="coached",
            field=models.TextField(blank=True, db_default="", default="", editable=False),
        ),
    ]
