from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0011_auto_next"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="auto_deal",
            field=models.BooleanField(db_default=False, default=False, verbose_name="auto deal"),
        ),
    ]
