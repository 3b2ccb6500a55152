"""Who likes to peel their last card."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0019_vibration_and_large_figures"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="peel",
            field=models.BooleanField(db_default=False, default=False, verbose_name="peels the last card"),
        ),
    ]
