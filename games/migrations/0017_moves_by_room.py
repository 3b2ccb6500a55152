from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0016_standings_of_all_games"),
    ]

    operations = [
        migrations.AlterField(
            model_name="move",
            name="by",
            field=models.CharField(
                choices=[
                    ("person", "person"),
                    ("bot", "bot"),
                    ("table", "time-out"),
                    ("room", "as the room has chosen"),
                ],
                max_length=6,
                verbose_name="by",
            ),
        ),
    ]
