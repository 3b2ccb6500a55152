"""Tables that the house opens for one person. With a default of the database too: a process from before it
still opens rooms."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0015_left_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="practice",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="practice"
            ),
        ),
    ]
