from typing import ClassVar

from django.db import migrations

from journal.history import noted


class Migration(migrations.Migration):
    """Every change of tiers is written down by the database, before and after."""

    dependencies: ClassVar = [("loyalty", "0001_initial"), ("journal", "0002_history")]

    operations: ClassVar = [
        noted("loyalty_tierset"),
        noted("loyalty_tier"),
        noted("loyalty_tiersetdecision", key="tier_set_id"),
    ]
