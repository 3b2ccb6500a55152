"""A level of bots has another name in English. The database is not asked."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0009_chat_by_key"),
    ]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="bot_level",
            field=models.CharField(
                blank=True,
                choices=[("easy", "Easy"), ("house", "Medium"), ("sharp", "Sharp")],
                max_length=8,
                verbose_name="level",
            ),
        ),
    ]
