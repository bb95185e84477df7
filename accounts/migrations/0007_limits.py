import uuid
from typing import ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """The limits that players set themselves, and their confirmations."""

    dependencies: ClassVar = [
        ("accounts", "0006_staff"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="PlayLimit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("deposit", "deposits"),
                            ("loss", "losses"),
                            ("wager", "stakes"),
                            ("time", "time"),
                        ],
                        max_length=7,
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[("24h", "24 hours"), ("7d", "7 days"), ("30d", "30 days")],
                        max_length=3,
                    ),
                ),
                ("amount", models.BigIntegerField(null=True)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "effective_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="play_limits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["player", "kind", "period", "-id"], name="playlimit_of_player"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["deposit", "loss", "wager", "time"]),
                            ("period__in", ["24h", "7d", "30d"]),
                        ),
                        name="playlimit_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("amount__isnull", True), ("amount__gte", 0), _connector="OR"
                        ),
                        name="playlimit_not_negative",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayLimitConfirmation",
            fields=[
                (
                    "limit",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="confirmation",
                        serialize=False,
                        to="accounts.playlimit",
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
        ),
        append_only("accounts_playlimit"),
        append_only("accounts_playlimitconfirmation"),
        run_sql("accounts.sql", "0007_limits"),
    ]
