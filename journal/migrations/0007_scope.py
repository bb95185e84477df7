from typing import ClassVar

from django.db import migrations

from journal.sql import run_sql


class Migration(migrations.Migration):
    """What a library may write is declared by table and column; anything else that it writes raises the alarm."""

    dependencies: ClassVar = [("journal", "0006_heartbeats")]

    operations: ClassVar = [run_sql("journal.sql", "0007_scope")]
