from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Functions that create monthly partitions and find missing ones."""

    dependencies = [("journal", "0001_initial")]

    operations = [run_sql("journal.sql", "months")]
