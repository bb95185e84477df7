import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Servers that held the database, and restores with their release by two people."""

    initial = True

    dependencies = [
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="ServerHeartbeat",
                    fields=[
                        (
                            "writer",
                            models.UUIDField(
                                default=uuid.uuid4,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("number", models.BigIntegerField(default=0)),
                        ("at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Restore",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "cause",
                            models.CharField(
                                choices=[
                                    ("other_server", "the database is on another server"),
                                    ("other_timeline", "the server was restored or promoted"),
                                    ("writes_lost", "writes are missing that the marker knows"),
                                    ("marker_old", "the marker is older than the database"),
                                    ("by_command", "closed by hand"),
                                ],
                                max_length=14,
                            ),
                        ),
                        ("details", models.JSONField(default=dict)),
                        (
                            "found_at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Release",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "restore",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="releases",
                                to="restores.restore",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Server",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("system", models.CharField(max_length=20)),
                        ("timeline", models.IntegerField()),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Preparation",
                    fields=[
                        (
                            "restore",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="preparation",
                                serialize=False,
                                to="restores.restore",
                            ),
                        ),
                        ("rounds", models.PositiveIntegerField()),
                        ("wagers", models.PositiveIntegerField()),
                        ("shoes", models.PositiveIntegerField()),
                        ("payments", models.JSONField(default=list)),
                        ("log_number", models.BigIntegerField(null=True)),
                        ("log_hash", models.CharField(blank=True, max_length=64)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ReleaseDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="restores.release",
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
            ]
        ),
        migrations.AddConstraint(
            model_name="release",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="release_has_reason"
            ),
        ),
        append_only("restores_server"),
        append_only("restores_restore"),
        append_only("restores_preparation"),
        append_only("restores_release"),
        append_only("restores_releasedecision"),
        run_sql("restores.sql", "gate"),
        proposed_by_staff("restores_release"),
        decided_by_another("restores_release", "restores_releasedecision"),
    ]
