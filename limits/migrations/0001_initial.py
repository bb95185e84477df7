import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import approved_in_order, decided_by_another
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Limits of players, of the house on bets, and on deposits and withdrawals."""

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Limit",
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
                        ("key", models.UUIDField(default=uuid.uuid4, unique=True)),
                        (
                            "scope",
                            models.CharField(max_length=6),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("deposit", "deposits"),
                                    ("loss", "losses"),
                                    ("wager", "stakes"),
                                    ("time", "time"),
                                ],
                                max_length=7,
                            ),
                        ),
                        (
                            "period",
                            models.CharField(
                                choices=[("24h", "24 hours"), ("7d", "7 days"), ("30d", "30 days")],
                                max_length=3,
                            ),
                        ),
                        ("amount", models.BigIntegerField(null=True)),
                        (
                            "in_force_from",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
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
                        "indexes": [
                            models.Index(
                                fields=["player", "scope", "kind", "period", "-id"],
                                name="limit_latest",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("scope__in", ["own", "player"]),
                                    ("kind__in", ["deposit", "loss", "wager", "time"]),
                                    ("period__in", ["24h", "7d", "30d"]),
                                ),
                                name="limit_known",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("amount__isnull", True), ("amount__gte", 0), _connector="OR"
                                ),
                                name="limit_not_negative",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("scope", "own"),
                                    models.Q(("reason", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="limit_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LimitConfirmation",
                    fields=[
                        (
                            "limit",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="confirmation",
                                serialize=False,
                                to="limits.limit",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=django.db.models.functions.datetime.Now(), editable=False
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="LimitSet",
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
                            "player",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "min_bet",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="minimum bet on a box"
                            ),
                        ),
                        (
                            "max_bet",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="maximum first bet on a box"
                            ),
                        ),
                        (
                            "min_player",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="minimum first bets of a player"
                            ),
                        ),
                        (
                            "max_player",
                            models.BigIntegerField(
                                blank=True,
                                null=True,
                                verbose_name="maximum first bets of a player",
                            ),
                        ),
                        (
                            "max_round",
                            models.BigIntegerField(
                                blank=True,
                                null=True,
                                verbose_name="maximum staked by a player in one round, splits and doubles included",
                            ),
                        ),
                        (
                            "max_insurance",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="maximum insurance"
                            ),
                        ),
                        (
                            "min_side",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="minimum side bet"
                            ),
                        ),
                        (
                            "max_side",
                            models.BigIntegerField(
                                blank=True, null=True, verbose_name="maximum side bet"
                            ),
                        ),
                        (
                            "hands_per_minute",
                            models.PositiveIntegerField(
                                blank=True, null=True, verbose_name="hands a minute"
                            ),
                        ),
                        (
                            "hands_per_day",
                            models.PositiveIntegerField(
                                blank=True, null=True, verbose_name="hands a day"
                            ),
                        ),
                        (
                            "min_seconds_between_rounds",
                            models.PositiveIntegerField(
                                blank=True,
                                null=True,
                                verbose_name="minimum seconds between two rounds",
                            ),
                        ),
                        (
                            "accepted",
                            models.BooleanField(
                                db_default=False,
                                default=False,
                                verbose_name="an unusual limit is intended",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["player", "-id"], name="limit_set_latest")
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="limit_set_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("min_bet__isnull", True),
                                        ("min_bet__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_bet__isnull", True),
                                        ("max_bet__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("min_player__isnull", True),
                                        ("min_player__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_player__isnull", True),
                                        ("max_player__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_round__isnull", True),
                                        ("max_round__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_insurance__isnull", True),
                                        ("max_insurance__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("min_side__isnull", True),
                                        ("min_side__gte", 0),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        ("max_side__isnull", True),
                                        ("max_side__gte", 0),
                                        _connector="OR",
                                    ),
                                ),
                                name="limit_set_not_negative",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LimitDecision",
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
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="limits.limitset",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="limit_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CashLimit",
                    fields=[
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
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
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
                                    ("deposit_least", "Smallest deposit"),
                                    ("deposit_most", "Largest deposit"),
                                    ("withdrawal_least", "Smallest withdrawal"),
                                    ("withdrawal_most", "Largest withdrawal"),
                                    ("deposit_day", "Deposits of a player in 24 hours"),
                                    ("withdrawal_day", "Withdrawals of a player in 24 hours"),
                                    (
                                        "deposit_second",
                                        "Second person for deposits above",
                                    ),
                                    (
                                        "withdrawal_second",
                                        "Second person for withdrawals above",
                                    ),
                                ],
                                max_length=20,
                            ),
                        ),
                        ("currency", models.CharField(max_length=3)),
                        ("amount", models.BigIntegerField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["kind", "currency", "-id"], name="cash_limit_latest"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "kind__in",
                                        [
                                            "deposit_least",
                                            "deposit_most",
                                            "withdrawal_least",
                                            "withdrawal_most",
                                            "deposit_day",
                                            "withdrawal_day",
                                            "deposit_second",
                                            "withdrawal_second",
                                        ],
                                    )
                                ),
                                name="cash_limit_kind",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("currency__in", ["PLY"]), _negated=True),
                                    models.Q(
                                        ("currency", "USD"),
                                        models.Q(
                                            (
                                                "kind__in",
                                                [
                                                    "deposit_day",
                                                    "withdrawal_day",
                                                    "deposit_second",
                                                    "withdrawal_second",
                                                ],
                                            ),
                                            _negated=True,
                                        ),
                                        _connector="OR",
                                    ),
                                ),
                                name="cash_limit_currency",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("amount__gte", 0), models.Q(("reason", ""), _negated=True)
                                ),
                                name="cash_limit_amount",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CashLimitDecision",
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
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
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
                                to="limits.cashlimit",
                            ),
                        ),
                    ],
                ),
            ]
        ),
        append_only("limits_limit"),
        append_only("limits_limitconfirmation"),
        run_sql("limits.sql", "limits"),
        append_only("limits_limitset"),
        append_only("limits_limitdecision"),
        decided_by_another("limits_limitset", "limits_limitdecision", "player_id"),
        append_only("limits_cashlimit"),
        append_only("limits_cashlimitdecision"),
        decided_by_another("limits_cashlimit", "limits_cashlimitdecision"),
        approved_in_order("limits_cashlimit", "limits_cashlimitdecision", "kind", "currency"),
        record_changes("limits_limitset"),
        record_changes("limits_limitdecision", key="proposal_id"),
    ]
