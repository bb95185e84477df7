from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Who was never put on a tier earns at the multiplier of the first in force."""

    dependencies: ClassVar = [("loyalty", "0007_refreshing")]

    operations: ClassVar = [run_sql("loyalty.sql", "first_tier")]
