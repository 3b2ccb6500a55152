
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0016_notices_by_person'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='touched_at',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
