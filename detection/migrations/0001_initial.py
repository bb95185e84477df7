import uuid
from datetime import timedelta

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import approved_in_order, decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Columns, outcomes, flags, links, thresholds by two people, recomputations, mutes, blind samples."""

    initial = True

    dependencies = [
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        ("accounts", "0005_visit_devices"),
        ("casino", "0008_signal_columns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="LateRound",
                    fields=[
                        (
                            "round",
                            models.OneToOneField(
                                db_constraint=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to="casino.round",
                            ),
                        ),
                        ("passed_at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="LinkedAccount",
                    fields=[
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("component", models.BigIntegerField(db_index=True)),
                        ("built_at", models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name="ThresholdChange",
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
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        ("values", models.JSONField()),
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
                    name="Watermark",
                    fields=[
                        (
                            "name",
                            models.CharField(max_length=20, primary_key=True, serialize=False),
                        ),
                        ("position", models.BigIntegerField(default=0)),
                        ("ahead", models.BigIntegerField(default=0)),
                        ("before", models.BigIntegerField(default=0)),
                        ("at", models.DateTimeField(null=True)),
                        ("notes", models.JSONField(default=list)),
                    ],
                ),
                migrations.CreateModel(
                    name="DayOfOutcomes",
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
                        ("day", models.DateField()),
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("below", "below"),
                                    ("flagged", "flagged"),
                                    ("too_few", "too_few"),
                                    ("not_applicable", "not_applicable"),
                                    ("error", "error"),
                                ],
                                max_length=14,
                            ),
                        ),
                        ("number", models.PositiveBigIntegerField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("day", "signal", "version", "status"),
                                name="detection_outcomes_once",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DuePlayer",
                    fields=[
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("since", models.DateTimeField()),
                        ("again", models.BooleanField(default=False)),
                    ],
                    options={
                        "indexes": [models.Index(fields=["since"], name="detection_due_since")],
                    },
                ),
                migrations.CreateModel(
                    name="Recomputation",
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
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        ("since", models.DateTimeField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "running"),
                                    ("done", "finished"),
                                    ("failed", "failed"),
                                ],
                                default="waiting",
                                max_length=7,
                            ),
                        ),
                        ("last", models.BigIntegerField()),
                        ("passed", models.BigIntegerField(default=0)),
                        ("counts", models.JSONField(default=dict)),
                        ("claim", models.UUIDField(null=True)),
                        ("claimed_until", models.DateTimeField(null=True)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "asked_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "change",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="trials",
                                to="detection.thresholdchange",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Flag",
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
                            "public_id",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                        ),
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        ("thresholds", models.JSONField()),
                        ("n", models.PositiveIntegerField()),
                        ("figures", models.JSONField()),
                        ("look", models.PositiveIntegerField(null=True)),
                        ("from_at", models.DateTimeField(null=True)),
                        ("to_at", models.DateTimeField(null=True)),
                        (
                            "rounds",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), size=None
                            ),
                        ),
                        (
                            "moments",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.FloatField(), default=list, size=None
                            ),
                        ),
                        (
                            "raised_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("current", "current"),
                                    ("superseded", "replaced by a later judgement"),
                                    ("withdrawn", "no longer confirmed"),
                                    ("passed", "too old to count"),
                                ],
                                default="current",
                                max_length=10,
                            ),
                        ),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "other",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
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
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "configuration",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="detection.thresholdchange",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="TrialDifference",
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
                        ("gained", models.BooleanField()),
                        ("beside", models.BooleanField()),
                        ("look", models.PositiveIntegerField(null=True)),
                        ("n", models.PositiveIntegerField()),
                        ("figures", models.JSONField()),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "change",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="differences",
                                to="detection.thresholdchange",
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
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
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="AccountLink",
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
                            "kind",
                            models.CharField(
                                choices=[
                                    ("device", "the same device"),
                                    ("method", "the same payment method"),
                                    ("document", "the same document"),
                                    ("phone", "the same phone"),
                                    ("network", "the same network and browser within ten minutes"),
                                ],
                                max_length=8,
                            ),
                        ),
                        ("weight", models.PositiveSmallIntegerField()),
                        ("first_at", models.DateTimeField()),
                        ("last_at", models.DateTimeField()),
                        (
                            "one",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [models.Index(fields=["other"], name="detection_link_other")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("one", "other", "kind"), name="detection_link_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("one__lt", models.F("other"))),
                                name="detection_link_in_order",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="BlindSample",
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
                        ("week", models.DateField()),
                        (
                            "why",
                            models.CharField(
                                choices=[
                                    ("near", "just below a threshold"),
                                    ("random", "chosen at random"),
                                ],
                                max_length=6,
                            ),
                        ),
                        ("signal", models.CharField(blank=True, max_length=8)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [models.Index(fields=["player"], name="detection_sample_of")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("week", "player"), name="detection_sample_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FoundDeviation",
                    fields=[
                        (
                            "decision",
                            models.OneToOneField(
                                db_constraint=False,
                                on_delete=django.db.models.deletion.DO_NOTHING,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to="casino.decision",
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("gain", models.FloatField()),
                        (
                            "values",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.FloatField(), size=None
                            ),
                        ),
                        (
                            "chances",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.FloatField(), size=None
                            ),
                        ),
                        ("right", models.BooleanField()),
                        ("right_chance", models.FloatField()),
                        (
                            "measured_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="casino.round",
                            ),
                        ),
                        (
                            "shoe",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="casino.shoe",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["player", "measured_at"], name="detection_deviation_of"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LatestOutcome",
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
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("below", "below"),
                                    ("flagged", "flagged"),
                                    ("too_few", "too_few"),
                                    ("not_applicable", "not_applicable"),
                                    ("error", "error"),
                                ],
                                max_length=14,
                            ),
                        ),
                        ("n", models.PositiveIntegerField()),
                        ("figures", models.JSONField(default=dict)),
                        ("reason", models.CharField(blank=True, max_length=40)),
                        ("look", models.PositiveIntegerField(null=True)),
                        ("at", models.DateTimeField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["signal", "status"], name="detection_outcome_status"
                            )
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "signal"), name="detection_outcome_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Mute",
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
                        ("signal", models.CharField(max_length=8)),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("until", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "acting_user",
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
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["player", "signal", "-until"], name="detection_mute_of"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="detection_mute_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "until__lte",
                                        django.db.models.expressions.CombinedExpression(
                                            models.F("at"), "+", models.Value(timedelta(days=90))
                                        ),
                                    )
                                ),
                                name="detection_mute_ends",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("signal__startswith", "AML"),
                                    ("signal__startswith", "INT"),
                                    ("signal__startswith", "HARM"),
                                    _connector="OR",
                                    _negated=True,
                                ),
                                name="detection_mutable",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PlayerDay",
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
                        ("day", models.DateField()),
                        ("deals", models.PositiveIntegerField()),
                        ("rounds", models.PositiveIntegerField()),
                        ("decisions", models.PositiveIntegerField()),
                        ("columns", models.BinaryField()),
                        ("built_at", models.DateTimeField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["day"], name="detection_player_day"),
                            models.Index(
                                condition=models.Q(("columns", b""), _negated=True),
                                fields=["day"],
                                name="detection_day_kept",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "day"), name="detection_player_day_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SignalState",
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
                        ("signal", models.CharField(max_length=8)),
                        ("version", models.PositiveSmallIntegerField()),
                        ("units", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "signal"), name="detection_state_once"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ThresholdDecision",
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
                                to="detection.thresholdchange",
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
        migrations.AddIndex(
            model_name="thresholdchange",
            index=models.Index(fields=["signal", "-id"], name="detection_thresholds_of"),
        ),
        migrations.AddConstraint(
            model_name="thresholdchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True),
                name="detection_thresholds_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="recomputation",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["asked_at"],
                name="detection_recomputation_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="recomputation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("change__isnull", False)),
                fields=("change",),
                name="detection_one_trial_per_change",
            ),
        ),
        migrations.AddConstraint(
            model_name="recomputation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("change__isnull", True), ("state", "waiting")),
                fields=("signal",),
                name="detection_one_recomputation",
            ),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(fields=["player", "-raised_at"], name="detection_flag_player"),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(fields=["signal", "-raised_at"], name="detection_flag_signal"),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(fields=["raised_at"], name="detection_flag_raised"),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(
                condition=models.Q(("state", "current")),
                fields=["raised_at"],
                name="detection_flag_current",
            ),
        ),
        migrations.AddIndex(
            model_name="flag",
            index=models.Index(
                condition=models.Q(("other__isnull", False)),
                fields=["other"],
                name="detection_flag_other",
            ),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "current")),
                fields=("player", "signal", "other"),
                name="detection_one_current_flag",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("state", "current")),
                    models.Q(
                        models.Q(("state", "current"), _negated=True), ("ended_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="detection_flag_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="flag",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("other__isnull", True),
                    models.Q(("other", models.F("player")), _negated=True),
                    _connector="OR",
                ),
                name="detection_flag_of_two",
            ),
        ),
        migrations.AddConstraint(
            model_name="trialdifference",
            constraint=models.UniqueConstraint(
                fields=("change", "player", "other", "beside", "look"),
                name="detection_difference_once",
                nulls_distinct=False,
            ),
        ),
        append_only("detection_thresholdchange"),
        append_only("detection_thresholddecision"),
        append_only("detection_trialdifference"),
        append_only("detection_blindsample"),
        append_only("detection_founddeviation"),
        proposed_by_staff("detection_thresholdchange"),
        decided_by_another("detection_thresholdchange", "detection_thresholddecision"),
        approved_in_order("detection_thresholdchange", "detection_thresholddecision", "signal"),
        run_sql("detection.sql", "guards"),
        record_changes("detection_thresholdchange"),
        record_changes("detection_thresholddecision", key="proposal_id"),
    ]
