import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Builds that were found, their acceptance by two people, and the gate that closes play."""

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
                    name="BuildManifest",
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
                        ("digest", models.CharField(max_length=64, unique=True)),
                        ("version", models.CharField(max_length=20)),
                        ("entries", models.JSONField()),
                        (
                            "release_file",
                            models.CharField(
                                choices=[
                                    ("none", "None"),
                                    ("equal", "Equal"),
                                    ("different", "Different"),
                                ],
                                default="none",
                                max_length=9,
                            ),
                        ),
                        (
                            "found_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="BuildAcceptance",
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
                            "manifest",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="acceptances",
                                to="builds.buildmanifest",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="BuildSighting",
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
                        ("installation", models.CharField(max_length=300)),
                        ("closes", models.BooleanField()),
                        ("own", models.BooleanField(db_default=False, default=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "manifest",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="sightings",
                                to="builds.buildmanifest",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="BuildAcceptanceDecision",
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
                                to="builds.buildacceptance",
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
            model_name="buildacceptance",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="build_acceptance_has_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="buildsighting",
            index=models.Index(fields=["installation", "-id"], name="builds_sighting_newest"),
        ),
        migrations.AddIndex(
            model_name="buildsighting",
            index=models.Index(
                condition=models.Q(("closes", True)), fields=["id"], name="builds_sighting_closing"
            ),
        ),
        append_only("builds_buildmanifest"),
        append_only("builds_buildsighting"),
        append_only("builds_buildacceptance"),
        append_only("builds_buildacceptancedecision"),
        run_sql("builds.sql", "gate"),
        proposed_by_staff("builds_buildacceptance"),
        decided_by_another("builds_buildacceptance", "builds_buildacceptancedecision"),
    ]
