from pathlib import Path
from typing import ClassVar

from django.db import migrations

from journal.append_only import append_only

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("casino", "0001_initial"), ("journal", "0001_initial")]

    operations: ClassVar = [
        append_only("casino_bet"),
        append_only("casino_decision"),
        migrations.RunSQL(
            (SQL / "guards.sql").read_text(encoding="utf-8"),
            (SQL / "guards_reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
