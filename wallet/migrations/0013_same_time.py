from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """A person may correct a rate by another of the same time."""

    dependencies: ClassVar = [("wallet", "0012_whose_withdrawals")]

    operations: ClassVar = [run_sql("wallet.sql", "0013_same_time")]
