import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import approved_in_order, decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql
from profiles.values.first import first_version

_FIRST_VERSION = """
    INSERT INTO profiles_profileversion
        (country, name, title, values, digest, effective_at, reason, proposed_by_id)
    VALUES ('', %s, %s, %s, %s, %s, 'first profile of the installation', NULL)
"""
_FIRST_DECISION = """
    INSERT INTO profiles_profiledecision (proposal_id, approved, decided_by_id, reason)
    SELECT id, true, NULL, '' FROM profiles_profileversion
"""


class Migration(migrations.Migration):
    """The profile: versions that two people agree on, and the first one of the installation."""

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
                    name="ProfileVersion",
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
                            "country",
                            models.CharField(blank=True, db_default="", default="", max_length=2),
                        ),
                        ("name", models.CharField(max_length=40)),
                        (
                            "title",
                            models.CharField(blank=True, db_default="", default="", max_length=200),
                        ),
                        ("values", models.JSONField()),
                        ("digest", models.CharField(max_length=64)),
                        ("effective_at", models.DateTimeField()),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["country", "-id"], name="profile_of_country")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="profile_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("country", ""),
                                    ("country__regex", "^[A-Z]{2}$"),
                                    _connector="OR",
                                ),
                                name="profile_country",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ProfileDecision",
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
                                to="profiles.profileversion",
                            ),
                        ),
                        ("in_force_from", models.DateTimeField(editable=False, null=True)),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("approved", True),
                                    models.Q(("reason", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="profile_refusal_reason",
                            ),
                        ],
                    },
                ),
            ]
        ),
        run_sql("profiles.sql", "guards"),
        proposed_by_staff("profiles_profileversion"),
        decided_by_another(
            "profiles_profileversion",
            "profiles_profiledecision",
            when="new.decided_by_id IS NOT NULL",
        ),
        approved_in_order("profiles_profileversion", "profiles_profiledecision", "country"),
        migrations.RunSQL([(_FIRST_VERSION, first_version()), _FIRST_DECISION]),
        append_only("profiles_profileversion"),
        append_only("profiles_profiledecision"),
        record_changes("profiles_profileversion"),
        record_changes("profiles_profiledecision", key="proposal_id"),
    ]
