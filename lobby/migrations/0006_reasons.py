import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0005_removed_lines'),
    ]

    operations = [
        migrations.AddField(
            model_name='chatline',
            name='event',
            field=models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='said', to='lobby.roomevent', verbose_name='reason of'),
        ),
    ]
