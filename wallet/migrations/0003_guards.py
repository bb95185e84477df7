"""What the ledger refuses whoever asks, and what writing a transfer writes: promises 2 to 4."""

from typing import ClassVar

from django.db import migrations

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Append-only tables, the trigger that writes entries, the partitions of four months."""

    dependencies: ClassVar = [("journal", "0001_initial"), ("wallet", "0002_reference")]
    operations: ClassVar = [
        run_sql("wallet.sql", "0003_guards"),
        run_sql("wallet.sql", "0003_plan"),
        run_sql("wallet.sql", "0003_write"),
        append_only("wallet_currency"),
        append_only("wallet_transfer"),
        append_only("wallet_entry"),
        append_only("wallet_reversal"),
        append_only("wallet_rate"),
    ]
