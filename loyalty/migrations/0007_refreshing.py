from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Who is to come to another tier is counted again behind the lock of their account."""

    dependencies: ClassVar = [("loyalty", "0006_accepted")]

    operations: ClassVar = [run_sql("loyalty.sql", "refreshing")]
