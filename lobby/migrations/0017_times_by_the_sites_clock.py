"""Lines and rooms are dated by the clock of the site. Nothing in the database is another."""

from django.db import migrations, models

import lobby.site_clock

FIELDS = [
    ("admission", "at", {}),
    ("chatline", "at", {"verbose_name": "at"}),
    ("passage", "at", {}),
    ("room", "created_at", {"verbose_name": "created"}),
    ("roomevent", "at", {"verbose_name": "at"}),
]


class Migration(migrations.Migration):
    dependencies = [("lobby", "0016_practice")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name=model,
                    name=name,
                    field=models.DateTimeField(default=lobby.site_clock.now, editable=False, **more),
                )
                for model, name, more in FIELDS
            ]
        )
    ]
