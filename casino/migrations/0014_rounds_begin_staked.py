from pathlib import Path
from typing import ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """A round is inserted in progress, with its stakes held by commit."""

    dependencies: ClassVar = [
        ("casino", "0013_round_numbers"),
        ("wallet", "0018_sealed_destinations"),
    ]

    operations: ClassVar = [
        migrations.RunSQL(
            (SQL / "begun.sql").read_text(encoding="utf-8"),
            (SQL / "begun_reverse.sql").read_text(encoding="utf-8"),
        ),
    ]
