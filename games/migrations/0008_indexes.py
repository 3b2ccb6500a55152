"""No index beside a unique one that begins alike; the newest scores of a room and of a person have one."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ledger = import_module("games.migrations.0006_ledger_is_append_only")
guard_the_ledger = ledger.on_each(ledger.SQLITE, ())  # there its table is built anew, and loses its triggers


def nothing(apps, schema_editor):
    pass


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_to_act'),
        ('lobby', '0003_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(nothing, guard_the_ledger),
        migrations.AlterField(
            model_name='move',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.round', verbose_name='round'),
        ),
        migrations.AlterField(
            model_name='round',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='lobby.room', verbose_name='room'),
        ),
        migrations.AlterField(
            model_name='roundseat',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.round'),
        ),
        migrations.AlterField(
            model_name='score',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='lobby.room', verbose_name='room'),
        ),
        migrations.AlterField(
            model_name='score',
            name='round',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='games.round', verbose_name='round'),
        ),
        migrations.AlterField(
            model_name='score',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='scores', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
        migrations.AlterField(
            model_name='standing',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='standings', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(fields=['room', 'id'], name='scores_of_a_room'),
        ),
        migrations.AddIndex(
            model_name='score',
            index=models.Index(fields=['user', 'id'], name='scores_of_a_person'),
        ),
        migrations.RunPython(guard_the_ledger, nothing),
    ]
