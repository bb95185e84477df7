import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import journal.chain_models
import journal.xact
from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Events and alterations are chained, checks of them kept, alarms seen once."""

    dependencies = [
        ("journal", "0002_history"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("host", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("wall", models.FloatField(help_text="seconds since 1970 by the machine's clock")),
                ("monotonic", models.FloatField(help_text="seconds since the machine started")),
                ("boot", models.CharField(max_length=36)),
            ],
        ),
        migrations.CreateModel(
            name="Check",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("chain", "events and history"),
                            ("rows", "configured rows"),
                            ("build", "code and rules"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "occasion",
                    models.CharField(
                        choices=[
                            ("start", "at start"),
                            ("schedule", "by schedule"),
                            ("demand", "asked for"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("by_id", models.BigIntegerField(null=True)),
                ("passed", models.BooleanField()),
                ("findings", models.JSONField(default=list)),
                ("details", models.JSONField(default=dict)),
            ],
            options={
                "indexes": [models.Index(fields=["kind", "-id"], name="journal_check_latest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("findings", []), ("passed", True)),
                            models.Q(("passed", False), models.Q(("findings", []), _negated=True)),
                            _connector="OR",
                        ),
                        name="journal_check_says_why",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("n", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "source",
                    models.CharField(
                        choices=[("event", "Event"), ("alteration", "Alteration")], max_length=10
                    ),
                ),
                ("row_id", models.BigIntegerField()),
                ("xact", journal.xact.TransactionIdField()),
                ("previous", models.BinaryField()),
                ("hash", models.BinaryField()),
                ("head", models.BooleanField(default=False)),
                ("at", models.DateTimeField(db_default=journal.chain_models.ClockTime())),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("head", True)), fields=["n"], name="journal_link_heads"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("source", "row_id"), name="journal_link_once"),
                    models.CheckConstraint(
                        condition=models.Q(("n__gte", 1)), name="journal_link_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seen",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="seen",
                        serialize=False,
                        to="journal.event",
                    ),
                ),
                ("by_id", models.BigIntegerField()),
                ("word", models.CharField(max_length=500)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("word", ""), _negated=True),
                        name="journal_seen_says_something",
                    )
                ],
            },
        ),
        append_only("journal_link"),
        append_only("journal_check"),
        append_only("journal_seen"),
        run_sql("journal.sql", "0003_chain"),
    ]
