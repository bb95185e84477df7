from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """When players are here, and when the present session of play of each began; and their reality checks."""

    dependencies: ClassVar = [
        ("accounts", "0011_messages"),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="user",
            name="session_began",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="reality_minutes",
            field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="reality_checked_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Visit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("session_key", models.CharField(max_length=40, null=True, unique=True)),
                ("begun_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("signed_out", "signed out"),
                            ("elsewhere", "ended from another device"),
                            ("idle", "nothing was done for too long"),
                            ("gone", "over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("address", models.GenericIPAddressField(null=True)),
                ("agent", models.CharField(blank=True, max_length=200)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="visits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        name="visit_times",
                        condition=models.Q(
                            ("seen_at__gte", models.F("begun_at")),
                            models.Q(
                                ("ended_at__isnull", True),
                                ("ended_at__gte", models.F("begun_at")),
                                _connector="OR",
                            ),
                        ),
                    ),
                    models.CheckConstraint(
                        name="visit_ended",
                        condition=models.Q(
                            models.Q(
                                ("ended", ""),
                                ("ended_at__isnull", True),
                                ("session_key__isnull", False),
                            ),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("session_key__isnull", True),
                                models.Q(("ended", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                    ),
                ],
                "indexes": [models.Index(fields=["player", "-begun_at"], name="visit_of_player")],
            },
        ),
        run_sql("accounts.sql", "0012_visits"),
    ]
