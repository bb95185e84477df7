from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Partition the decisions by month."""

    dependencies = [("casino", "0006_decision_keys"), ("journal", "0002_monthly_partitions")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[run_sql("casino.sql", "decision_months")],
            state_operations=[
                migrations.RemoveConstraint("decision", "one_decision_per_step"),
                migrations.AddConstraint(
                    "decision",
                    models.UniqueConstraint(
                        fields=("deal", "step", "made_at"), name="one_decision_per_step"
                    ),
                ),
            ],
        )
    ]
