"""How a phone tells that it is one's turn, and how large figures on the cards are."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0018_people_not_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="vibration",
            field=models.BooleanField(db_default=True, default=True, verbose_name="vibration"),
        ),
        migrations.AddField(
            model_name="user",
            name="large_figures",
            field=models.BooleanField(db_default=False, default=False, verbose_name="large figures"),
        ),
    ]
