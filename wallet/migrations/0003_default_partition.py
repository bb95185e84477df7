from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """A default partition of the entries."""

    dependencies = [("journal", "0002_monthly_partitions"), ("wallet", "0002_restores")]

    operations = [run_sql("wallet.sql", "default_partition")]
