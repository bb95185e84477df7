import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Archive of daily reports, and their review by two people."""

    dependencies = [
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        ("reports", "0002_draws"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ArchivedDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                ("files", models.JSONField()),
                (
                    "written_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
            ],
            options={
                "db_table": "reports_archived_day",
            },
        ),
        migrations.CreateModel(
            name="DayReview",
            fields=[
                ("reason", models.CharField(max_length=500)),
                (
                    "proposed_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reviews",
                        to="reports.archivedday",
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
            options={
                "db_table": "reports_day_review",
            },
        ),
        migrations.CreateModel(
            name="DayReviewDecision",
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
                        to="reports.dayreview",
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
                "db_table": "reports_day_review_decision",
            },
        ),
        append_only("reports_archived_day"),
        append_only("reports_day_review"),
        append_only("reports_day_review_decision"),
        proposed_by_staff("reports_day_review"),
        decided_by_another("reports_day_review", "reports_day_review_decision"),
    ]
