import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from journal.operations.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Months of entries and decisions in an archive of files."""

    dependencies = [
        ("wallet", "0003_default_partition"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ArchivedMonth",
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
                    "source",
                    models.CharField(
                        choices=[
                            ("wallet_entry", "Ledger entries"),
                            ("casino_decision", "Decisions"),
                        ],
                        max_length=20,
                    ),
                ),
                ("part", models.CharField(max_length=63, unique=True)),
                ("since", models.DateTimeField(null=True)),
                ("until", models.DateTimeField()),
                ("rows", models.BigIntegerField()),
                ("totals", models.JSONField(default=dict)),
                ("files", models.JSONField(default=dict)),
                (
                    "written_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
            ],
            options={
                "db_table": "wallet_archived_month",
            },
        ),
        migrations.CreateModel(
            name="Detachment",
            fields=[
                ("reason", models.CharField(max_length=500)),
                (
                    "proposed_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
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
                    "month",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="detachments",
                        to="wallet.archivedmonth",
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
                "db_table": "wallet_detachment",
            },
        ),
        migrations.CreateModel(
            name="DetachedMonth",
            fields=[
                (
                    "month",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="detached",
                        serialize=False,
                        to="wallet.archivedmonth",
                    ),
                ),
                ("block", models.BigIntegerField(null=True)),
                (
                    "detached_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
            ],
            options={
                "db_table": "wallet_detached_month",
            },
        ),
        migrations.CreateModel(
            name="CarriedHold",
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
                            ("loyalty", "Points"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reference", models.UUIDField()),
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
                (
                    "month",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="holds",
                        to="wallet.detachedmonth",
                    ),
                ),
            ],
            options={
                "db_table": "wallet_carried_hold",
            },
        ),
        migrations.CreateModel(
            name="DetachmentDecision",
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
                        to="wallet.detachment",
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
                "db_table": "wallet_detachment_decision",
            },
        ),
        migrations.CreateModel(
            name="CarriedBalance",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("entries", models.BigIntegerField()),
                ("amount", models.DecimalField(decimal_places=0, max_digits=40)),
                ("last_seq", models.BigIntegerField(null=True)),
                ("balance_after", models.BigIntegerField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="carried",
                        to="wallet.account",
                    ),
                ),
                (
                    "month",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="balances",
                        to="wallet.detachedmonth",
                    ),
                ),
            ],
            options={
                "db_table": "wallet_carried_balance",
                "constraints": [
                    models.UniqueConstraint(fields=("account", "month"), name="wallet_carried_once")
                ],
            },
        ),
        append_only("wallet_archived_month"),
        append_only("wallet_detachment"),
        append_only("wallet_detachment_decision"),
        append_only("wallet_detached_month"),
        append_only("wallet_carried_balance"),
        append_only("wallet_carried_hold"),
        run_sql("wallet.sql", "archive"),
        proposed_by_staff("wallet_detachment"),
        decided_by_another("wallet_detachment", "wallet_detachment_decision"),
    ]
