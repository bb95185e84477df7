import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql

_FIRST_GAMING_DAY = ["2000-01-01", settings.OPERATOR_TIME_ZONE, settings.GAMING_DAY_START_HOUR]


class Migration(migrations.Migration):
    """The journal: events and the history of configured rows, chained; and when gaming days begin."""

    initial = True

    dependencies = []

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Link",
                    fields=[
                        ("n", models.BigIntegerField(primary_key=True, serialize=False)),
                        (
                            "source",
                            models.CharField(
                                choices=[("event", "Event"), ("alteration", "Alteration")],
                                max_length=10,
                            ),
                        ),
                        ("row_id", models.BigIntegerField()),
                        ("xact", journal.values.transaction_ids.TransactionIdField()),
                        ("previous", models.BinaryField()),
                        ("hash", models.BinaryField()),
                        ("head", models.BooleanField(default=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("head", True)),
                                fields=["n"],
                                name="journal_link_heads",
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("source", "row_id"), name="journal_link_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("n__gte", 1)), name="journal_link_from_one"
                            ),
                        ],
                    },
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
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
                        ("by_id", models.BigIntegerField(null=True)),
                        ("passed", models.BooleanField()),
                        ("findings", models.JSONField(default=list)),
                        ("details", models.JSONField(default=dict)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["kind", "-id"], name="journal_check_latest")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("findings", []), ("passed", True)),
                                    models.Q(
                                        ("passed", False), models.Q(("findings", []), _negated=True)
                                    ),
                                    _connector="OR",
                                ),
                                name="journal_check_says_why",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Heartbeat",
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
                        ("host", models.CharField(max_length=100)),
                        ("queue", models.CharField(blank=True, default="", max_length=100)),
                        ("at", models.DateTimeField()),
                        (
                            "wall",
                            models.FloatField(
                                help_text="seconds since 1970 by the machine's clock"
                            ),
                        ),
                        (
                            "monotonic",
                            models.FloatField(help_text="seconds since the machine started"),
                        ),
                        ("boot", models.CharField(max_length=36)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("host", "queue"), name="journal_heartbeat_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="GamingDay",
                    fields=[
                        ("from_day", models.DateField(primary_key=True, serialize=False)),
                        (
                            "zone",
                            models.CharField(help_text="a name of the tz database", max_length=64),
                        ),
                        ("start_hour", models.PositiveSmallIntegerField()),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("start_hour__lte", 23)),
                                name="journal_gaming_day_hour",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Alteration",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("table_name", models.CharField(max_length=63)),
                        ("row_key", models.CharField(max_length=200)),
                        (
                            "operation",
                            models.CharField(
                                choices=[
                                    ("insert", "new row"),
                                    ("update", "changed"),
                                    ("delete", "deleted"),
                                    ("truncate", "table emptied"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("by_id", models.BigIntegerField(null=True)),
                        (
                            "role",
                            models.CharField(
                                help_text="of the database, that ran the statement", max_length=63
                            ),
                        ),
                        ("declared", models.BooleanField()),
                        ("before", models.JSONField()),
                        ("after", models.JSONField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["table_name", "row_key", "-id"],
                                name="journal_alteration_row",
                            ),
                            models.Index(
                                fields=["table_name", "-id"], name="journal_alteration_table"
                            ),
                            models.Index(fields=["by_id", "-id"], name="journal_alteration_by"),
                            models.Index(fields=["at", "id"], name="journal_alteration_at"),
                            models.Index(fields=["xact", "id"], name="journal_alteration_xact"),
                            models.Index(
                                condition=models.Q(("declared", False)),
                                fields=["-id"],
                                name="journal_alteration_undeclared",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("kind", models.CharField(max_length=40)),
                        ("severity", models.CharField(max_length=10)),
                        ("actor_id", models.BigIntegerField(null=True)),
                        ("subject", models.CharField(blank=True, max_length=200)),
                        ("data", models.JSONField(default=dict)),
                        ("once", models.CharField(editable=False, max_length=64, null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["kind", "-id"], name="journal_event_kind"),
                            models.Index(fields=["subject", "-id"], name="journal_event_subject"),
                            models.Index(fields=["actor_id", "-id"], name="journal_event_actor"),
                            models.Index(fields=["at", "id"], name="journal_event_at"),
                            models.Index(fields=["xact", "id"], name="journal_event_xact"),
                            models.Index(
                                condition=models.Q(("severity", "alarm")),
                                fields=["-id"],
                                name="journal_event_alarms",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("once__isnull", False)),
                                fields=("kind", "subject", "once"),
                                name="journal_event_once",
                            )
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
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now()
                            ),
                        ),
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
            ]
        ),
        run_sql("journal.sql", "append_only"),
        append_only("journal_event"),
        append_only("journal_alteration"),
        append_only("journal_link"),
        append_only("journal_check"),
        append_only("journal_seen"),
        run_sql("journal.sql", "history"),
        run_sql("journal.sql", "chain"),
        run_sql("journal.sql", "rows"),
        run_sql("journal.sql", "search"),
        # The first row, as configured; `set_gaming_day` adds later ones.
        migrations.RunSQL(
            [
                (
                    "INSERT INTO public.journal_gamingday (from_day, zone, start_hour) VALUES (%s, %s, %s)",
                    _FIRST_GAMING_DAY,
                )
            ]
        ),
        run_sql("journal.sql", "gaming_day"),
        append_only("journal_gamingday"),
        record_changes("journal_gamingday", key="from_day"),
    ]
