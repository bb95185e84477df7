"""The currencies and the house's accounts."""

from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Rows that the ledger is never without."""

    dependencies: ClassVar = [("wallet", "0001_initial")]
    operations: ClassVar = [run_sql("wallet.sql", "0002_reference")]
