from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    """A failed check of the ledger says whose withdrawals it closes."""

    dependencies: ClassVar = [("wallet", "0011_sent_back")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="ledgercheck",
            name="players",
            field=ArrayField(models.BigIntegerField(), null=True, size=None),
        ),
    ]
