from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("lobby", "0014_owner_up_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="presence",
            name="left_at",
            field=models.DateTimeField(null=True),
        ),
    ]
