from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Configured rows are compared with their history."""

    dependencies: ClassVar = [
        ("journal", "0003_chain"),
    ]

    operations: ClassVar = [
        run_sql("journal.sql", "0004_rows"),
    ]
