from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Bets, decisions and hints are written while their round runs; the public log says of shoes what is so."""

    dependencies: ClassVar = [("casino", "0010_freezes")]

    operations: ClassVar = [
        migrations.RunSQL(
            (SQL / "in_progress.sql").read_text(encoding="utf-8"),
            (SQL / "in_progress_reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
