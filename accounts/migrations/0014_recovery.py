import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """How the lost second factors of a player are taken away by two of staff."""

    dependencies = [
        ("accounts", "0013_preferences"),
    ]

    operations = [
        migrations.AlterField(
            model_name="letter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("suspended", "The account was suspended"),
                    ("excluded", "The player was excluded"),
                    ("locked", "Sign-in was locked"),
                    ("time_out", "The player took a time-out"),
                    ("own_wish", "The player excluded themselves"),
                    ("lifted", "A restriction was lifted"),
                    ("over", "A restriction is over"),
                    ("verified", "Age and identity were verified"),
                    ("document", "The identity document is valid no more"),
                    ("upload", "The documents sent were refused"),
                    ("one_person", "Closed: the person has another account"),
                    ("reviewed", "The account was reviewed and is open"),
                    ("answer", "A dispute was answered"),
                    ("rules", "A change of rules was announced"),
                    ("reset_due", "Asked to take the second steps away"),
                    ("reset_off", "The second steps stay"),
                    ("reset_done", "The second steps were taken away"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="visit",
            name="ended",
            field=models.CharField(
                blank=True,
                choices=[
                    ("signed_out", "signed out"),
                    ("elsewhere", "ended from another device"),
                    ("idle", "nothing was done for too long"),
                    ("gone", "over"),
                    ("house", "ended by the house"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="FactorReset",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "letter",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.letter",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="factor_resets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FactorResetDecision",
            fields=[
                (
                    "reset",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.factorreset",
                    ),
                ),
                ("approved", models.BooleanField()),
                ("note", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
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
        migrations.CreateModel(
            name="FactorResetEnd",
            fields=[
                (
                    "reset",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="end",
                        serialize=False,
                        to="accounts.factorreset",
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("done", "the second steps were taken away"),
                            ("shown", "a second step was shown: it is not lost"),
                            ("stopped", "stopped by staff"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="factorreset",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="factor_reset_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="factorresetdecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("note", ""), _negated=True), name="factor_reset_decision_note"
            ),
        ),
        migrations.AddConstraint(
            model_name="factorresetend",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("by__isnull", False),
                        ("how", "stopped"),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    models.Q(("by__isnull", True), ("how__in", ["done", "shown"]), ("reason", "")),
                    _connector="OR",
                ),
                name="factor_reset_stopped_by_somebody",
            ),
        ),
        append_only("accounts_factorreset"),
        append_only("accounts_factorresetdecision"),
        append_only("accounts_factorresetend"),
        run_sql("accounts.sql", "0014_recovery"),
    ]
