from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Each queue has a heartbeat of its own. What the old table held lasts for minutes."""

    dependencies: ClassVar = [("journal", "0005_gaming_day")]

    operations: ClassVar = [
        migrations.DeleteModel(name="Heartbeat"),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("host", models.CharField(max_length=100)),
                ("queue", models.CharField(blank=True, default="", max_length=100)),
                ("at", models.DateTimeField()),
                ("wall", models.FloatField(help_text="seconds since 1970 by the machine's clock")),
                ("monotonic", models.FloatField(help_text="seconds since the machine started")),
                ("boot", models.CharField(max_length=36)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("host", "queue"), name="journal_heartbeat_once"
                    ),
                ],
            },
        ),
    ]
