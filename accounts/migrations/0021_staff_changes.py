import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Changes of administrators and managers are proposed by one person and approved by another."""

    dependencies = [("accounts", "0020_mail"), ("journal", "0004_rows")]

    operations = [
        migrations.CreateModel(
            name="StaffChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("create", "New account"),
                            ("roles", "Other roles"),
                            ("factor", "Reset of the second factor"),
                            ("state", "Other state"),
                            ("address", "Other e-mail address"),
                        ],
                        max_length=7,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=Now())),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
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
                            models.Q(("kind", "create"), ("person__isnull", True)),
                            models.Q(
                                models.Q(("kind", "create"), _negated=True),
                                ("person__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="staffchange_of_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="staffchange_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StaffChangeDecision",
            fields=[
                (
                    "change",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.staffchange",
                    ),
                ),
                ("approved", models.BooleanField()),
                ("at", models.DateTimeField(db_default=Now())),
                (
                    "decided_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        append_only("accounts_staffchange"),
        append_only("accounts_staffchangedecision"),
        run_sql("accounts.sql", "0021_staff_changes"),
    ]
