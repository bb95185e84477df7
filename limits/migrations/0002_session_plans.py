import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Plans of sessions of play."""

    dependencies = [
        ("limits", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SessionPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("session_began", models.DateTimeField()),
                ("seconds", models.PositiveIntegerField()),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("amount_usd", models.BigIntegerField()),
                ("lockout_seconds", models.PositiveIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-id"], name="session_plan_latest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount__gt", 0), ("amount_usd__gt", 0), ("seconds__gt", 0)
                        ),
                        name="session_plan_limits_something",
                    )
                ],
            },
        ),
        append_only("limits_sessionplan"),
    ]
