import uuid
from decimal import Decimal

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import approved_in_order, decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """The ledger, and what money comes and goes by: rates, deposits, withdrawals."""

    initial = True

    dependencies = [
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        ("limits", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Currency",
                    fields=[
                        ("code", models.CharField(max_length=3, primary_key=True, serialize=False)),
                        ("minor_digits", models.PositiveSmallIntegerField()),
                        ("is_base", models.BooleanField(db_default=False)),
                        ("is_play_money", models.BooleanField(db_default=False)),
                        ("deposit_least", models.BigIntegerField(null=True)),
                        ("deposit_most", models.BigIntegerField(null=True)),
                        ("withdrawal_least", models.BigIntegerField(null=True)),
                        ("withdrawal_most", models.BigIntegerField(null=True)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("minor_digits__lte", 4)),
                                name="wallet_currency_minor_digits",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("code", "USD"), ("is_base", True)),
                                    models.Q(
                                        models.Q(("code", "USD"), _negated=True),
                                        ("is_base", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_currency_base",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("code", "PLY"), ("is_play_money", True)),
                                    models.Q(
                                        models.Q(("code", "PLY"), _negated=True),
                                        ("is_play_money", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_currency_play_money",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("is_play_money", True),
                                    models.Q(
                                        ("deposit_least__isnull", False),
                                        ("deposit_most__isnull", False),
                                        ("withdrawal_least__isnull", False),
                                        ("withdrawal_most__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_currency_limits",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="HouseKind",
                    fields=[
                        (
                            "code",
                            models.CharField(max_length=20, primary_key=True, serialize=False),
                        ),
                        ("takes_play_money", models.BooleanField()),
                    ],
                    options={
                        "db_table": "wallet_house_kind",
                    },
                ),
                migrations.CreateModel(
                    name="Rate",
                    fields=[
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("source", models.CharField(max_length=60)),
                        ("as_of", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                models.F("currency"),
                                models.OrderBy(models.F("as_of"), descending=True),
                                name="wallet_rate_latest",
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("rate__gt", 0)), name="wallet_rate_positive"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("currency__in", ["USD", "PLY"]), _negated=True),
                                name="wallet_rate_currency",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RateDecision",
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
                                to="wallet.rate",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_rate_decision",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("approved", True), ("decided_by__isnull", True)),
                                    models.Q(
                                        ("decided_by__isnull", False),
                                        models.Q(("reason", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_rate_decision_by_whom",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RateRecall",
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "rate",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="recalls",
                                to="wallet.rate",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_rate_recall",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_rate_recall_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RateRecallDecision",
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
                                to="wallet.raterecall",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_rate_recall_decision",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_rate_recall_decision_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RateMaxAge",
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("max_age_hours", models.PositiveIntegerField()),
                    ],
                    options={
                        "db_table": "wallet_rate_max_age",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("max_age_hours__gte", 1), ("max_age_hours__lte", 744)
                                ),
                                name="wallet_rate_max_age_hours",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_rate_max_age_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Spread",
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "given",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        (
                            "received",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("share", models.DecimalField(decimal_places=6, max_digits=7)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("share__gte", 0), ("share__lte", Decimal("0.2"))
                                ),
                                name="wallet_spread_share",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("given__isnull", True), ("received__isnull", True)),
                                    models.Q(
                                        ("given__isnull", False),
                                        ("received__isnull", False),
                                        models.Q(("given", models.F("received")), _negated=True),
                                        models.Q(("given", "PLY"), _negated=True),
                                        models.Q(("received", "PLY"), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_spread_pair",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_spread_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RateMaxAgeDecision",
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
                                to="wallet.ratemaxage",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_rate_max_age_decision",
                    },
                ),
                migrations.CreateModel(
                    name="SpreadDecision",
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
                                to="wallet.spread",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_spread_decision",
                    },
                ),
                migrations.CreateModel(
                    name="Account",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
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
                            "house_code",
                            models.CharField(
                                choices=[
                                    ("bank", "Bank"),
                                    ("in_play", "In play"),
                                    ("game_result", "Game result"),
                                    ("fx", "Exchange"),
                                    ("bonus", "Bonus"),
                                    ("adjustment", "Adjustments"),
                                    ("withdrawal_pending", "Withdrawals pending"),
                                    ("receivable", "Owed by players"),
                                    ("suspense", "Suspended stakes"),
                                    ("loyalty", "Points"),
                                ],
                                max_length=20,
                                null=True,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                to="wallet.currency",
                            ),
                        ),
                        ("balance", models.BigIntegerField(db_default=0, default=0)),
                        ("seq", models.BigIntegerField(db_default=0, default=0)),
                        (
                            "opened_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        ("floor", models.BigIntegerField(editable=False, null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("player__isnull", False)),
                                fields=("player", "currency"),
                                name="wallet_account_player",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("house_code__isnull", False)),
                                fields=("house_code", "currency"),
                                name="wallet_account_house",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("balance__gte", models.F("floor"))),
                                name="wallet_account_not_negative",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Transfer",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("deposit", "Deposit"),
                                    ("bet", "Bet"),
                                    ("settle", "Payout"),
                                    ("refund", "Refund"),
                                    ("reverse", "Reversal"),
                                    ("exchange", "Exchange"),
                                    ("withdraw", "Withdrawal requested"),
                                    ("pay_out", "Withdrawal paid"),
                                    ("cancel_withdrawal", "Withdrawal refused"),
                                    ("adjust", "Adjustment"),
                                    ("bonus", "Bonus"),
                                    ("void", "Round voided"),
                                    ("owe", "Owed by the player"),
                                    ("collect", "Owed amount paid"),
                                    ("suspend", "Stakes suspended"),
                                    ("redeem", "Points redeemed"),
                                    ("repay", "Amount owed set off"),
                                    ("advance", "Recorded as amount owed"),
                                ],
                                max_length=20,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                        ("received", models.BigIntegerField(null=True)),
                        (
                            "received_currency",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("round_id", models.UUIDField(null=True)),
                        ("withdrawal_id", models.UUIDField(null=True)),
                        ("details", models.JSONField(default=dict)),
                        ("created_at", models.DateTimeField()),
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction()
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["round_id"], name="wallet_transfer_of_round"),
                            models.Index(
                                condition=models.Q(("received_currency__isnull", False)),
                                fields=["player", "-created_at"],
                                name="wallet_exchange_of_player",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Reversal",
                    fields=[
                        (
                            "original",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="reversal",
                                serialize=False,
                                to="wallet.transfer",
                            ),
                        ),
                        (
                            "transfer",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.transfer",
                            ),
                        ),
                    ],
                ),
                migrations.SeparateDatabaseAndState(
                    # partitioned by month, which Django cannot say
                    database_operations=[run_sql("wallet.sql", "entry")],
                    state_operations=[
                        migrations.CreateModel(
                            name="Entry",
                            fields=[
                                (
                                    "pk",
                                    models.CompositePrimaryKey(
                                        "transfer_id",
                                        "account_id",
                                        blank=True,
                                        editable=False,
                                        primary_key=True,
                                        serialize=False,
                                    ),
                                ),
                                (
                                    "transfer",
                                    models.ForeignKey(
                                        db_constraint=False,
                                        db_index=False,
                                        on_delete=django.db.models.deletion.PROTECT,
                                        related_name="entries",
                                        to="wallet.transfer",
                                    ),
                                ),
                                (
                                    "account",
                                    models.ForeignKey(
                                        db_constraint=False,
                                        db_index=False,
                                        on_delete=django.db.models.deletion.PROTECT,
                                        related_name="entries",
                                        to="wallet.account",
                                    ),
                                ),
                                (
                                    "currency",
                                    models.ForeignKey(
                                        db_constraint=False,
                                        db_index=False,
                                        on_delete=django.db.models.deletion.PROTECT,
                                        related_name="+",
                                        to="wallet.currency",
                                    ),
                                ),
                                ("amount", models.BigIntegerField()),
                                ("seq", models.BigIntegerField(null=True)),
                                ("balance_after", models.BigIntegerField(null=True)),
                                ("created_at", models.DateTimeField()),
                                (
                                    "xact",
                                    journal.values.transaction_ids.TransactionIdField(
                                        db_default=journal.values.transaction_ids.CurrentTransaction()
                                    ),
                                ),
                            ],
                            options={
                                "constraints": [
                                    models.UniqueConstraint(
                                        condition=models.Q(("seq__isnull", False)),
                                        fields=("account", "seq", "created_at"),
                                        name="wallet_entry_seq",
                                    )
                                ],
                            },
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="OpenStake",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "player_id",
                                "round_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("round_id", models.UUIDField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                    ],
                    options={
                        "db_table": "wallet_open_stake",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("amount__gt", 0)),
                                name="wallet_open_stake_amount",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WithdrawalHold",
                    fields=[
                        ("withdrawal_id", models.UUIDField(primary_key=True, serialize=False)),
                        (
                            "player",
                            models.ForeignKey(
                                db_constraint=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                        ("is_open", models.BooleanField()),
                    ],
                    options={
                        "db_table": "wallet_withdrawal_hold",
                    },
                ),
                migrations.CreateModel(
                    name="Receivable",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "player_id",
                                "round_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("round_id", models.UUIDField()),
                        (
                            "player",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_constraint=False,
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("amount", models.BigIntegerField()),
                        (
                            "cause",
                            models.CharField(
                                choices=[
                                    ("round", "Voided round"),
                                    ("deposit", "Reversed deposit"),
                                ],
                                db_default="round",
                                default="round",
                                max_length=7,
                            ),
                        ),
                        (
                            "since",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_receivable",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("amount__gt", 0)),
                                name="wallet_receivable_amount",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("cause__in", ["round", "deposit"])),
                                name="wallet_receivable_cause",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Closing",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "acting_user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_closing",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_closing_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Deposit",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("reference", models.UUIDField(default=uuid.uuid4, unique=True)),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("provider", models.CharField(max_length=20)),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("units", models.BigIntegerField()),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("amount_usd", models.BigIntegerField()),
                        ("needs_second", models.BooleanField()),
                        (
                            "created_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("requested", "Requested"),
                                    ("pending", "On its way"),
                                    ("credited", "Credited"),
                                    ("failed", "Not paid"),
                                    ("refused", "Refused"),
                                    ("expired", "Expired"),
                                    ("reversed", "Reversed"),
                                    ("returned", "Returned to its payer"),
                                ],
                                default="requested",
                                max_length=10,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_deposit",
                        "indexes": [
                            models.Index(fields=["player", "-id"], name="wallet_deposit_of_player"),
                            models.Index(
                                condition=models.Q(("state__in", ["requested", "pending"])),
                                fields=["id"],
                                name="wallet_deposit_waiting",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("rate__gt", 0), ("units__gt", 0)),
                                name="wallet_deposit_amount",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("currency__in", ["PLY"]), _negated=True),
                                name="wallet_deposit_real_money",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Withdrawal",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("reference", models.UUIDField(default=uuid.uuid4, unique=True)),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("provider", models.CharField(max_length=20)),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("units", models.BigIntegerField()),
                        ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                        ("amount_usd", models.BigIntegerField()),
                        ("needs_second", models.BooleanField()),
                        (
                            "created_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        ("destination_sealed", models.BinaryField(max_length=1000)),
                        ("destination_digest", models.CharField(max_length=64)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("requested", "Waiting for approval"),
                                    ("second", "Waiting for a second approval"),
                                    ("approved", "Approved, waiting for payment"),
                                    ("held", "Under review"),
                                    ("sent", "Being paid out"),
                                    ("doubted", "Being paid out, under review"),
                                    ("bounced", "The payment failed, under review"),
                                    ("paid", "Paid"),
                                    ("refused", "Refused"),
                                ],
                                default="requested",
                                max_length=10,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_withdrawal",
                        "indexes": [
                            models.Index(
                                fields=["player", "-id"], name="wallet_withdrawal_of_player"
                            ),
                            models.Index(
                                condition=models.Q(
                                    (
                                        "state__in",
                                        (
                                            "requested",
                                            "second",
                                            "approved",
                                            "held",
                                            "sent",
                                            "doubted",
                                            "bounced",
                                        ),
                                    )
                                ),
                                fields=["id"],
                                name="wallet_withdrawal_waiting",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("rate__gt", 0), ("units__gt", 0)),
                                name="wallet_withdrawal_amount",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("currency__in", ["PLY"]), _negated=True),
                                name="wallet_withdrawal_real_money",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ProviderEvent",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("provider", models.CharField(max_length=20)),
                        ("event", models.CharField(max_length=100)),
                        ("body_hash", models.BinaryField(max_length=32)),
                        ("body", models.TextField()),
                        (
                            "deposit",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="provider_events",
                                to="wallet.deposit",
                            ),
                        ),
                        (
                            "withdrawal",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="provider_events",
                                to="wallet.withdrawal",
                            ),
                        ),
                        ("signed_at", models.DateTimeField()),
                        (
                            "received_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        ("outcome", models.CharField(max_length=20)),
                        ("answer", models.PositiveSmallIntegerField()),
                    ],
                    options={
                        "db_table": "wallet_provider_event",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("provider", "event"), name="wallet_provider_event_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("deposit__isnull", True),
                                    ("withdrawal__isnull", True),
                                    _connector="OR",
                                ),
                                name="wallet_provider_event_of_one",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DepositStep",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("n", models.PositiveSmallIntegerField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("note", models.CharField(blank=True, max_length=500)),
                        (
                            "transfer",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.transfer",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.providerevent",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        (
                            "deposit",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="wallet.deposit",
                            ),
                        ),
                        (
                            "from_state",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("requested", "Requested"),
                                    ("pending", "On its way"),
                                    ("credited", "Credited"),
                                    ("failed", "Not paid"),
                                    ("refused", "Refused"),
                                    ("expired", "Expired"),
                                    ("reversed", "Reversed"),
                                    ("returned", "Returned to its payer"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "to_state",
                            models.CharField(
                                choices=[
                                    ("requested", "Requested"),
                                    ("pending", "On its way"),
                                    ("credited", "Credited"),
                                    ("failed", "Not paid"),
                                    ("refused", "Refused"),
                                    ("expired", "Expired"),
                                    ("reversed", "Reversed"),
                                    ("returned", "Returned to its payer"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "told_player",
                            models.CharField(
                                choices=[
                                    ("not_received", "The money was not received."),
                                    ("amount", "The amount received is not the one recorded."),
                                    ("mistake", "It was recorded by mistake."),
                                    (
                                        "not_allowed",
                                        "Your account or a limit does not allow it. The money is returned.",
                                    ),
                                    (
                                        "review",
                                        "It did not pass our review. The money is returned; write to us with questions.",
                                    ),
                                ],
                                max_length=20,
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_deposit_step",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("deposit", "n"), name="wallet_deposit_step_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("from_state", ""), ("to_state__in", ("requested",))),
                                    models.Q(
                                        ("from_state", "requested"),
                                        (
                                            "to_state__in",
                                            ("pending", "credited", "failed", "refused", "expired"),
                                        ),
                                    ),
                                    models.Q(
                                        ("from_state", "pending"),
                                        ("to_state__in", ("credited", "failed", "refused")),
                                    ),
                                    models.Q(
                                        ("from_state", "failed"),
                                        ("to_state__in", ("credited", "refused")),
                                    ),
                                    models.Q(
                                        ("from_state", "credited"), ("to_state__in", ("reversed",))
                                    ),
                                    models.Q(
                                        ("from_state", "refused"), ("to_state__in", ("returned",))
                                    ),
                                    models.Q(
                                        ("from_state", "reversed"), ("to_state__in", ("returned",))
                                    ),
                                    models.Q(
                                        ("from_state", "expired"),
                                        (
                                            "to_state__in",
                                            ("pending", "credited", "failed", "refused"),
                                        ),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_deposit_step_move",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("to_state__in", ["credited", "reversed"]),
                                        ("transfer__isnull", False),
                                    ),
                                    models.Q(
                                        models.Q(
                                            ("to_state__in", ["credited", "reversed"]),
                                            _negated=True,
                                        ),
                                        ("transfer__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_deposit_step_money",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("note", ""), ("to_state", "refused"), _negated=True
                                ),
                                name="wallet_deposit_step_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("event__isnull", True),
                                        ("to_state", "refused"),
                                        (
                                            "told_player__in",
                                            [
                                                "not_received",
                                                "amount",
                                                "mistake",
                                                "not_allowed",
                                                "review",
                                            ],
                                        ),
                                        ("told_player__isnull", False),
                                    ),
                                    models.Q(
                                        models.Q(
                                            models.Q(("to_state", "refused"), _negated=True),
                                            ("event__isnull", False),
                                            _connector="OR",
                                        ),
                                        ("told_player__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_deposit_step_told",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WithdrawalStep",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("n", models.PositiveSmallIntegerField()),
                        (
                            "acting_user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("note", models.CharField(blank=True, max_length=500)),
                        (
                            "transfer",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.transfer",
                            ),
                        ),
                        (
                            "event",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.providerevent",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        (
                            "withdrawal",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="steps",
                                to="wallet.withdrawal",
                            ),
                        ),
                        (
                            "from_state",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("requested", "Waiting for approval"),
                                    ("second", "Waiting for a second approval"),
                                    ("approved", "Approved, waiting for payment"),
                                    ("held", "Under review"),
                                    ("sent", "Being paid out"),
                                    ("doubted", "Being paid out, under review"),
                                    ("bounced", "The payment failed, under review"),
                                    ("paid", "Paid"),
                                    ("refused", "Refused"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "to_state",
                            models.CharField(
                                choices=[
                                    ("requested", "Waiting for approval"),
                                    ("second", "Waiting for a second approval"),
                                    ("approved", "Approved, waiting for payment"),
                                    ("held", "Under review"),
                                    ("sent", "Being paid out"),
                                    ("doubted", "Being paid out, under review"),
                                    ("bounced", "The payment failed, under review"),
                                    ("paid", "Paid"),
                                    ("refused", "Refused"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "told_player",
                            models.CharField(
                                choices=[
                                    (
                                        "destination",
                                        "We could not confirm the account to pay to. Request it again with other details.",
                                    ),
                                    (
                                        "holder",
                                        "The account to pay to is not in your name. Request it again to an account of yours.",
                                    ),
                                    (
                                        "identity",
                                        "We need to verify your identity again. Send a valid document, then request it again.",
                                    ),
                                    (
                                        "not_paid",
                                        "The payment could not be made. Request it again in another way.",
                                    ),
                                    ("asked", "It was refused at your request."),
                                    (
                                        "reversed",
                                        "A deposit of yours was reversed, and this money pays for it.",
                                    ),
                                    (
                                        "review",
                                        "It did not pass our review. Write to us with questions.",
                                    ),
                                ],
                                max_length=20,
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_withdrawal_step",
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("withdrawal", "n"), name="wallet_withdrawal_step_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("from_state", ""), ("to_state__in", ("requested",))),
                                    models.Q(
                                        ("from_state", "requested"),
                                        ("to_state__in", ("second", "approved", "held", "refused")),
                                    ),
                                    models.Q(
                                        ("from_state", "second"),
                                        ("to_state__in", ("approved", "held", "refused")),
                                    ),
                                    models.Q(
                                        ("from_state", "approved"),
                                        ("to_state__in", ("sent", "paid", "held", "refused")),
                                    ),
                                    models.Q(
                                        ("from_state", "held"),
                                        (
                                            "to_state__in",
                                            ("requested", "bounced", "paid", "refused"),
                                        ),
                                    ),
                                    models.Q(
                                        ("from_state", "sent"),
                                        ("to_state__in", ("paid", "bounced", "doubted")),
                                    ),
                                    models.Q(
                                        ("from_state", "doubted"),
                                        ("to_state__in", ("paid", "bounced", "sent")),
                                    ),
                                    models.Q(
                                        ("from_state", "bounced"),
                                        ("to_state__in", ("paid", "held", "refused")),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_withdrawal_step_move",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        models.Q(
                                            models.Q(("from_state", ""), ("to_state", "requested")),
                                            ("to_state__in", ["paid", "refused"]),
                                            _connector="OR",
                                        ),
                                        ("transfer__isnull", False),
                                    ),
                                    models.Q(
                                        models.Q(("from_state", ""), _negated=True),
                                        models.Q(
                                            ("to_state__in", ["paid", "refused"]), _negated=True
                                        ),
                                        ("transfer__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_withdrawal_step_money",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("from_state", ""),
                                    ("to_state__in", ["second", "approved", "sent"]),
                                    ("event__isnull", False),
                                    models.Q(("note", ""), _negated=True),
                                    _connector="OR",
                                ),
                                name="wallet_withdrawal_step_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("to_state", "refused"),
                                        (
                                            "told_player__in",
                                            [
                                                "destination",
                                                "holder",
                                                "identity",
                                                "not_paid",
                                                "asked",
                                                "reversed",
                                                "review",
                                            ],
                                        ),
                                        ("told_player__isnull", False),
                                    ),
                                    models.Q(
                                        models.Q(("to_state", "refused"), _negated=True),
                                        ("told_player__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_withdrawal_step_told",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("acting_user__isnull", False), ("event__isnull", True)
                                    ),
                                    models.Q(
                                        ("acting_user__isnull", True), ("event__isnull", False)
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_withdrawal_step_actor",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Correction",
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("key", models.UUIDField(unique=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("reverse", "Reversal"),
                                    ("adjust", "Adjustment"),
                                    ("bonus", "Bonus"),
                                ],
                                max_length=10,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "currency",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.currency",
                            ),
                        ),
                        ("units", models.BigIntegerField()),
                        (
                            "original",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="corrections",
                                to="wallet.transfer",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_correction",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind", "reverse"), ("original__isnull", False)),
                                    models.Q(
                                        ("kind__in", ["adjust", "bonus"]),
                                        ("original__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_correction_kind",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("units__gt", 0),
                                    models.Q(("kind", "adjust"), ("units__lt", 0)),
                                    _connector="OR",
                                ),
                                name="wallet_correction_units",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("currency__in", ["PLY"]), _negated=True),
                                name="wallet_correction_real_money",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_correction_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CorrectionDecision",
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
                                to="wallet.correction",
                            ),
                        ),
                        (
                            "transfer",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="wallet.transfer",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_correction_decision",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("approved", True), ("transfer__isnull", False)),
                                    models.Q(
                                        ("approved", False),
                                        ("transfer__isnull", True),
                                        models.Q(("reason", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_correction_decision_money",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Acceptance",
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
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("line", models.CharField(max_length=200)),
                        ("row", models.CharField(max_length=2000)),
                    ],
                    options={
                        "db_table": "wallet_acceptance",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_acceptance_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AcceptanceDecision",
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
                                to="wallet.acceptance",
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_acceptance_decision",
                    },
                ),
                migrations.CreateModel(
                    name="LedgerCheckBegun",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_ledger_check_begun",
                    },
                ),
                migrations.CreateModel(
                    name="LedgerCheck",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "begun",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="result",
                                to="wallet.ledgercheckbegun",
                            ),
                        ),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        ("passed", models.BooleanField()),
                        ("findings", models.JSONField(default=list)),
                        (
                            "players",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.BigIntegerField(), null=True, size=None
                            ),
                        ),
                        ("seal_number", models.BigIntegerField(null=True)),
                        ("seal_hash", models.BinaryField(null=True)),
                        ("entries", models.BigIntegerField(null=True)),
                    ],
                    options={
                        "db_table": "wallet_ledger_check",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("findings", []), ("passed", True)),
                                    models.Q(
                                        ("passed", False), models.Q(("findings", []), _negated=True)
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_ledger_check_findings",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("entries__isnull", False),
                                        ("seal_hash__isnull", False),
                                        ("seal_number__isnull", False),
                                    ),
                                    models.Q(
                                        ("entries__isnull", True),
                                        ("passed", False),
                                        ("seal_hash__isnull", True),
                                        ("seal_number__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="wallet_ledger_check_seen",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="DepositReview",
                    fields=[
                        (
                            "xact",
                            journal.values.transaction_ids.TransactionIdField(
                                db_default=journal.values.transaction_ids.CurrentTransaction(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
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
                            "acting_user",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("reason", models.CharField(max_length=500)),
                        (
                            "at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "db_table": "wallet_deposit_review",
                        "indexes": [
                            models.Index(
                                fields=["player", "-id"], name="wallet_deposit_review_latest"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="wallet_deposit_review_reason",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Seal",
                    fields=[
                        ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                        (
                            "from_xact",
                            journal.values.transaction_ids.TransactionIdField(unique=True),
                        ),
                        ("to_xact", journal.values.transaction_ids.TransactionIdField()),
                        ("entries", models.BigIntegerField()),
                        ("records", models.BigIntegerField()),
                        ("previous", models.BinaryField()),
                        ("hash", models.BinaryField()),
                        (
                            "sealed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("entries__gte", 1), ("records__gte", 1), _connector="OR"
                                    ),
                                    ("number__gte", 1),
                                    ("to_xact__gt", models.F("from_xact")),
                                ),
                                name="wallet_seal_block",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Rollup",
                    fields=[
                        (
                            "account",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to="wallet.account",
                            ),
                        ),
                        ("balance", models.DecimalField(decimal_places=0, max_digits=40)),
                        ("horizon", journal.values.transaction_ids.TransactionIdField()),
                    ],
                ),
            ]
        ),
        run_sql("wallet.sql", "reference"),
        append_only("wallet_currency"),
        append_only("wallet_house_kind"),
        append_only("wallet_transfer"),
        append_only("wallet_entry"),
        append_only("wallet_reversal"),
        run_sql("wallet.sql", "guards"),
        run_sql("wallet.sql", "plan"),
        run_sql("wallet.sql", "debts"),
        run_sql("wallet.sql", "write"),
        run_sql("wallet.sql", "post"),
        run_sql("wallet.sql", "post_many"),
        run_sql("wallet.sql", "rates"),
        decided_by_another(
            "wallet_rate", "wallet_rate_decision", when="new.decided_by_id IS NOT NULL"
        ),
        proposed_by_staff("wallet_rate_recall"),
        decided_by_another("wallet_rate_recall", "wallet_rate_recall_decision"),
        decided_by_another("wallet_rate_max_age", "wallet_rate_max_age_decision"),
        approved_in_order("wallet_rate_max_age", "wallet_rate_max_age_decision", "currency_id"),
        decided_by_another("wallet_spread", "wallet_spread_decision"),
        approved_in_order("wallet_spread", "wallet_spread_decision", "given_id", "received_id"),
        append_only("wallet_rate"),
        append_only("wallet_rate_decision"),
        append_only("wallet_rate_recall"),
        append_only("wallet_rate_recall_decision"),
        append_only("wallet_rate_max_age"),
        append_only("wallet_rate_max_age_decision"),
        append_only("wallet_spread"),
        append_only("wallet_spread_decision"),
        run_sql("wallet.sql", "cash"),
        proposed_by_staff("wallet_acceptance"),
        decided_by_another("wallet_acceptance", "wallet_acceptance_decision"),
        proposed_by_staff("wallet_correction"),
        decided_by_another("wallet_correction", "wallet_correction_decision", "player_id"),
        append_only("wallet_acceptance"),
        append_only("wallet_acceptance_decision"),
        append_only("wallet_closing"),
        append_only("wallet_correction"),
        append_only("wallet_correction_decision"),
        append_only("wallet_deposit_review"),
        append_only("wallet_deposit_step"),
        append_only("wallet_ledger_check"),
        append_only("wallet_ledger_check_begun"),
        append_only("wallet_provider_event"),
        append_only("wallet_withdrawal_step"),
        run_sql("wallet.sql", "seals"),
        append_only("wallet_seal"),
        run_sql("wallet.sql", "withdrawal_factor"),
        run_sql("wallet.sql", "currencies"),
        record_changes("wallet_currency", key="code"),
        record_changes("wallet_house_kind", key="code"),
        # here and not in `limits`: the first limits of the currencies, inserted above, are no changes
        record_changes("limits_cashlimit"),
        record_changes("limits_cashlimitdecision", key="proposal_id"),
        record_changes("wallet_rate"),
        record_changes("wallet_rate_decision", key="proposal_id"),
        record_changes("wallet_rate_max_age"),
        record_changes("wallet_rate_max_age_decision", key="proposal_id"),
        record_changes("wallet_rate_recall"),
        record_changes("wallet_rate_recall_decision", key="proposal_id"),
        record_changes("wallet_spread"),
        record_changes("wallet_spread_decision", key="proposal_id"),
    ]
