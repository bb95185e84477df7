from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """The place where the limits on withdrawals ask how far they are raised for a player."""

    dependencies: ClassVar = [("wallet", "0009_redeem")]

    operations: ClassVar = [run_sql("wallet.sql", "0010_withdrawal_factor")]
