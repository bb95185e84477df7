from django.db import migrations, models


class Migration(migrations.Migration):
    """Device and country of visits."""

    dependencies = [
        ("accounts", "0004_letters_of_cases"),
    ]

    operations = [
        migrations.AddField(
            model_name="visit",
            name="country",
            field=models.CharField(blank=True, db_default="", default="", max_length=2),
        ),
        migrations.AddField(
            model_name="visit",
            name="device",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
