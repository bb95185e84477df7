from typing import ClassVar

from django.db import migrations

from journal.history import noted


class Migration(migrations.Migration):
    """Steps, changes and switches decide what is played: each has a history that is compared with its rows."""

    dependencies: ClassVar = [("tables", "0005_notice"), ("journal", "0002_history")]

    operations: ClassVar = [
        noted("tables_versionstep"),
        noted("tables_tablechange"),
        noted("tables_tablechangedecision", key="change_id"),
        noted("tables_switching"),
    ]
