"""No index beside a unique one that begins alike; the newest lines and events of a room have one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0002_labels'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='admission',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='lobby.room'),
        ),
        migrations.AlterField(
            model_name='chatline',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='lobby.room', verbose_name='room'),
        ),
        migrations.AlterField(
            model_name='chatline',
            name='user',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person'),
        ),
        migrations.AlterField(
            model_name='presence',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='lobby.room'),
        ),
        migrations.AlterField(
            model_name='roomevent',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='lobby.room', verbose_name='room'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='room',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='lobby.room', verbose_name='room'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['room', 'id'], name='chat_of_a_room'),
        ),
        migrations.AddIndex(
            model_name='roomevent',
            index=models.Index(fields=['room', 'id'], name='events_of_a_room'),
        ),
    ]
