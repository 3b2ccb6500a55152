from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0010_medium_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="auto_next",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="seconds to the next round"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="played",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
