from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """A player whose play is stopped, and nothing else."""

    dependencies: ClassVar = [
        ("accounts", "0004_history"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="play_stopped",
            field=models.BooleanField(default=False, verbose_name="play stopped"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("play_stopped", True)),
                fields=["-id"],
                name="user_play_stopped",
            ),
        ),
    ]
