from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0013_passages"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="owner_up_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
