"""The chain of seals over the ledger, and the house's balances rolled up."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

import wallet.models
from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Two tables, and the functions that write and verify them."""

    dependencies: ClassVar = [("wallet", "0006_cash"), ("journal", "0001_initial")]
    operations: ClassVar = [
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
                ("horizon", wallet.models.TransactionIdField()),
            ],
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("from_xact", wallet.models.TransactionIdField(unique=True)),
                ("to_xact", wallet.models.TransactionIdField()),
                ("entries", models.BigIntegerField()),
                ("previous", models.BinaryField()),
                ("hash", models.BinaryField()),
                ("sealed_at", models.DateTimeField(db_default=wallet.models.ClockTime())),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entries__gte", 1),
                            ("number__gte", 1),
                            ("to_xact__gt", models.F("from_xact")),
                        ),
                        name="wallet_seal_block",
                    )
                ],
            },
        ),
        run_sql("wallet.sql", "0007_seals"),
        append_only("wallet_seal"),
    ]
