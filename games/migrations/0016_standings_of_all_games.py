"""What everybody won in all games ever, from what they won in each.

Newer processes may write theirs already: nobody writes to the standings meanwhile.
"""

from django.db import migrations

LOCK = "LOCK TABLE games_standing IN SHARE ROW EXCLUSIVE MODE"
FORGET = "DELETE FROM games_standing WHERE game = ''"
ADD_UP = """
INSERT INTO games_standing (user_id, game, ruleset, season, points, rounds, wins)
SELECT user_id, '', '', 'all', SUM(points), SUM(rounds), SUM(wins)
FROM games_standing WHERE season = 'all' GROUP BY user_id
"""


def forget(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(LOCK)
    schema_editor.execute(FORGET)


def add_up(apps, schema_editor):
    forget(apps, schema_editor)
    schema_editor.execute(ADD_UP)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0015_places_of_people"),
    ]

    operations = [
        migrations.RunPython(add_up, forget),
    ]
