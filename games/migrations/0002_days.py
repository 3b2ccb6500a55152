"""Standings of single days: what the small charts of the leaderboard and of a profile are drawn from."""

from collections import defaultdict

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Length
from django.utils import timezone


def forget_days(apps, schema_editor):
    standings = apps.get_model("games", "Standing").objects.annotate(letters=Length("season"))
    standings.filter(letters=10).delete()


def fold_days(apps, schema_editor):
    """What everybody won on each day, from the ledger as it is."""
    forget_days(apps, schema_editor)  # what a newer process has already written
    sums = defaultdict(lambda: [0, 0, 0])
    rated = apps.get_model("games", "Score").objects.filter(round__rated=True, user__isnull=False)
    facts = ("user_id", "round__game", "round__ruleset", "round__ended_at", "points", "reverses")
    for user_id, game, ruleset, ended_at, points, reverses in rated.values_list(*facts).iterator():
        one, sign = sums[user_id, game, ruleset, f"{timezone.localtime(ended_at):%Y-%m-%d}"], 1 - 2 * reverses
        one[:] = one[0] + points, one[1] + sign, one[2] + sign * (points * sign > 0)
    Standing = apps.get_model("games", "Standing")
    Standing.objects.bulk_create(
        [
            Standing(user_id=user_id, game=game, ruleset=ruleset, season=season, points=p, rounds=r, wins=w)
            for (user_id, game, ruleset, season), (p, r, w) in sums.items()
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(model_name="standing", name="standings_by_points"),
        migrations.AlterField(
            model_name="standing",
            name="season",
            field=models.CharField(max_length=10, verbose_name="season"),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["season", "game", "ruleset"], name="standings_of_a_season"),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["user", "season"], name="standings_of_a_person"),
        ),
        migrations.RunPython(fold_days, forget_days),
    ]
