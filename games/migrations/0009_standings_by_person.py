"""A board adds up its season by people; and a person's own standings are found from either end."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='standing',
            name='standings_of_a_person',
        ),
        migrations.AddIndex(
            model_name='standing',
            index=models.Index(fields=['season', 'user'], name='standings_by_person'),
        ),
    ]
