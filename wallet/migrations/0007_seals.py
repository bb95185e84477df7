"""The chain of seals over the ledger, and the house's balances rolled up."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

import wallet.models
import wallet.xact
from journal.append_only import append_only
from journal.sql import run_sql

RECORDS = (
    "cashlimit",
    "cashlimitdecision",
    "correction",
    "correctiondecision",
    "deposit",
    "depositstep",
    "ledgercheck",
    "ledgercheckbegun",
    "providerevent",
    "rate",
    "ratedecision",
    "ratelimit",
    "ratelimitdecision",
    "spread",
    "spreaddecision",
    "withdrawal",
    "withdrawalstep",
)


def _sealed(model: str) -> migrations.AddField:
    """What the seals go by, on a record of money."""
    field = wallet.xact.TransactionIdField(
        db_default=wallet.xact.CurrentTransaction(), editable=False
    )
    return migrations.AddField(model_name=model, name="xact", field=field)


class Migration(migrations.Migration):
    """Two tables, the functions that write and verify them, and what they seal beside the ledger."""

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
                ("horizon", wallet.xact.TransactionIdField()),
            ],
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("from_xact", wallet.xact.TransactionIdField(unique=True)),
                ("to_xact", wallet.xact.TransactionIdField()),
                ("entries", models.BigIntegerField()),
                ("records", models.BigIntegerField()),
                ("previous", models.BinaryField()),
                ("hash", models.BinaryField()),
                ("sealed_at", models.DateTimeField(db_default=wallet.models.ClockTime())),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entries__gte", 1), ("records__gte", 1), _connector="OR"),
                            ("number__gte", 1),
                            ("to_xact__gt", models.F("from_xact")),
                        ),
                        name="wallet_seal_block",
                    )
                ],
            },
        ),
        *(_sealed(model) for model in RECORDS),
        run_sql("wallet.sql", "0007_seals"),
        append_only("wallet_seal"),
    ]
