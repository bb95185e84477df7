import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Two people decide a match with the sanctions list."""

    dependencies = [
        ("accounts", "0012_visit_profiles"),
    ]

    operations = [
        migrations.CreateModel(
            name="SanctionsProposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                (
                    "proposed_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                ("same", models.BooleanField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="proposals",
                        to="accounts.sanctionsmatch",
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
            ],
        ),
        migrations.CreateModel(
            name="SanctionsVerdict",
            fields=[
                ("approved", models.BooleanField()),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "decided_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                (
                    "proposal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.sanctionsproposal",
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
        ),
        migrations.AddConstraint(
            model_name="sanctionsproposal",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="sanctions_proposal_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="sanctionsverdict",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="sanctions_verdict_reason"
            ),
        ),
        append_only("accounts_sanctionsproposal"),
        append_only("accounts_sanctionsverdict"),
        proposed_by_staff("accounts_sanctionsproposal"),
        decided_by_another("accounts_sanctionsproposal", "accounts_sanctionsverdict"),
        run_sql("accounts.sql", "sanctions"),
    ]
