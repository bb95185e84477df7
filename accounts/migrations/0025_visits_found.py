from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0024_looks"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="visit",
            index=models.Index(fields=["address"], name="visit_from_address"),
        ),
        migrations.AddIndex(
            model_name="visit",
            index=models.Index(
                fields=["agent"], name="visit_with_agent", opclasses=["varchar_pattern_ops"]
            ),
        ),
    ]
