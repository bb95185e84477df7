import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import wallet.models
import wallet.xact
from journal.sql import run_sql


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                            ("bet", "Stake"),
                            ("settle", "Paid back"),
                            ("refund", "Refund"),
                            ("reverse", "Correction"),
                            ("exchange", "Exchange"),
                            ("withdraw", "Withdrawal requested"),
                            ("pay_out", "Withdrawal paid"),
                            ("cancel_withdrawal", "Withdrawal cancelled"),
                            ("adjust", "Adjustment"),
                            ("bonus", "Bonus"),
                            ("void", "Round voided"),
                            ("owe", "Owed by the player"),
                            ("collect", "Owed amount paid"),
                            ("suspend", "Stakes suspended"),
                        ],
                        max_length=20,
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("received", models.BigIntegerField(null=True)),
                ("round_id", models.UUIDField(null=True)),
                ("withdrawal_id", models.UUIDField(null=True)),
                ("details", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "xact",
                    wallet.xact.TransactionIdField(db_default=wallet.xact.CurrentTransaction()),
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
            ],
            options={
                "indexes": [
                    models.Index(fields=["round_id"], name="wallet_transfer_of_round"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Currency",
            fields=[
                ("code", models.CharField(max_length=3, primary_key=True, serialize=False)),
                ("minor_digits", models.PositiveSmallIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("minor_digits__lte", 4)),
                        name="wallet_currency_minor_digits",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
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
                        ],
                        max_length=20,
                        null=True,
                    ),
                ),
                ("balance", models.BigIntegerField(db_default=0, default=0)),
                ("seq", models.BigIntegerField(db_default=0, default=0)),
                ("opened_at", models.DateTimeField(db_default=wallet.models.ClockTime())),
                ("floor", models.BigIntegerField(editable=False, null=True)),
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
                    "currency",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="wallet.currency",
                    ),
                ),
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
                ("amount", models.BigIntegerField()),
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
            ],
            options={
                "db_table": "wallet_open_stake",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="wallet_open_stake_amount"
                    )
                ],
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
                ("amount", models.BigIntegerField()),
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
            ],
            options={
                "db_table": "wallet_receivable",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="wallet_receivable_amount"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rate",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("rate", models.DecimalField(decimal_places=12, max_digits=24)),
                ("source", models.CharField(max_length=60)),
                ("as_of", models.DateTimeField()),
                ("created_at", models.DateTimeField(db_default=wallet.models.ClockTime())),
                (
                    "currency",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="wallet.currency",
                    ),
                ),
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
        migrations.AddField(
            model_name="transfer",
            name="currency",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="wallet.currency",
            ),
        ),
        migrations.AddField(
            model_name="transfer",
            name="received_currency",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="wallet.currency",
            ),
        ),
        migrations.AddIndex(
            model_name="transfer",
            index=models.Index(
                condition=models.Q(("received_currency__isnull", False)),
                fields=["player", "-created_at"],
                name="wallet_exchange_of_player",
            ),
        ),
        migrations.CreateModel(
            name="WithdrawalHold",
            fields=[
                ("withdrawal_id", models.UUIDField(primary_key=True, serialize=False)),
                ("amount", models.BigIntegerField()),
                ("is_open", models.BooleanField()),
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
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "wallet_withdrawal_hold",
            },
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[run_sql("wallet.sql", "0001_entry")],
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
                        ("amount", models.BigIntegerField()),
                        ("seq", models.BigIntegerField(null=True)),
                        ("balance_after", models.BigIntegerField(null=True)),
                        ("created_at", models.DateTimeField()),
                        (
                            "xact",
                            wallet.xact.TransactionIdField(
                                db_default=wallet.xact.CurrentTransaction()
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
                    ],
                ),
                migrations.AddConstraint(
                    model_name="entry",
                    constraint=models.UniqueConstraint(
                        condition=models.Q(("seq__isnull", False)),
                        fields=("account", "seq", "created_at"),
                        name="wallet_entry_seq",
                    ),
                ),
            ],
        ),
    ]
