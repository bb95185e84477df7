from typing import ClassVar

from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """A tier raises what its players may withdraw; those that are there leave it as it is."""

    dependencies: ClassVar = [("loyalty", "0004_preview"), ("wallet", "0010_withdrawal_factor")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="tier",
            name="withdrawal",
            field=models.PositiveIntegerField(db_default=100, default=100),
        ),
        migrations.AddConstraint(
            model_name="tier",
            constraint=models.CheckConstraint(
                condition=models.Q(("withdrawal__gte", 100), ("withdrawal__lte", 1000)),
                name="loyalty_tier_withdrawal",
            ),
        ),
        run_sql("loyalty.sql", "withdrawing"),
    ]
