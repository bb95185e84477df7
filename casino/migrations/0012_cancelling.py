from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """A running round is cancelled by two persons, or because it was found broken."""

    dependencies: ClassVar = [("casino", "0011_in_progress"), ("journal", "0001_initial")]

    operations: ClassVar = [
        migrations.RunSQL(
            (SQL / "cancelling.sql").read_text(encoding="utf-8"),
            (SQL / "cancelling_reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
