from typing import ClassVar

from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """How quickly a player's cards move, and whether the table is heard."""

    dependencies: ClassVar = [
        ("accounts", "0012_visits"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="quick_cards",
            field=models.BooleanField(default=False, verbose_name="quick cards"),
        ),
        migrations.AddField(
            model_name="user",
            name="sounds",
            field=models.BooleanField(default=False, verbose_name="sounds"),
        ),
        run_sql("accounts.sql", "0013_preferences"),
    ]
