from typing import ClassVar

from django.db import migrations

from journal.history import noted


class Migration(migrations.Migration):
    """Proposed changes of administrators and managers, and decisions on them, have a history that is compared with their rows."""

    dependencies: ClassVar = [("accounts", "0025_visits_found"), ("journal", "0002_history")]

    operations: ClassVar = [
        noted("accounts_staffchange"),
        noted("accounts_staffchangedecision", key="change_id"),
    ]
