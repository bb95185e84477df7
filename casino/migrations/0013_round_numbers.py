from pathlib import Path
from typing import ClassVar

from django.db import migrations, models

import casino.round_numbers

SQL = Path(__file__).resolve().parent.parent / "sql"


def _sql(name: str) -> migrations.RunSQL:
    forwards, backwards = (SQL / f"{name}{end}.sql" for end in ("", "_reverse"))
    return migrations.RunSQL(
        forwards.read_text(encoding="utf-8"), backwards.read_text(encoding="utf-8")
    )


class Migration(migrations.Migration):
    """Every round gets a short number of its own, those that were played before too."""

    dependencies: ClassVar = [("casino", "0012_cancelling")]

    operations: ClassVar = [
        _sql("round_numbers"),
        migrations.AddField(
            model_name="round",
            name="number",
            field=models.CharField(
                db_default=casino.round_numbers.DrawnNumber(),
                default=casino.round_numbers.new_number,
                editable=False,
                max_length=13,
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("number",), name="round_number_once"),
        ),
        _sql("round_numbers_kept"),
    ]
