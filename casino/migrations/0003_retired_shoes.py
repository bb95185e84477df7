from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

from journal.sql import run_sql


class Migration(migrations.Migration):
    """Shoes that a restore retires. One table for each migration: a bet locks several in another order."""

    dependencies = [("casino", "0002_log_of_retired_shoes")]

    operations = [
        migrations.AlterField(
            "shoe",
            "status",
            models.CharField(
                choices=[
                    ("announced", "announced"),
                    ("dealing", "dealing"),
                    ("closed", "closed"),
                    ("stopped", "stopped"),
                    ("lost", "given up"),
                    ("retired", "retired by a restore"),
                ],
                default="announced",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "shoe",
            "close_reason",
            models.CharField(
                blank=True,
                choices=[
                    ("cut_card", "the cut card was reached"),
                    ("every_round", "every round has its own shoe"),
                    ("player", "the player changed the shoe"),
                    ("table_closed", "the table closed"),
                    ("new_rules", "new rules were waiting"),
                    ("age", "its seed reached the maximum age"),
                    ("malfunction", "a round was cancelled for a malfunction"),
                    ("stopped", "it was stopped: its seed did not open as published"),
                    ("restore", "the records were restored from a backup"),
                ],
                max_length=12,
            ),
        ),
        # locks: ban-drop-constraint: a wider one follows in the same transaction
        migrations.RemoveConstraint("shoe", "seed_revealed_exactly_when_closed"),
        AddConstraintNotValid(
            "shoe",
            models.CheckConstraint(
                condition=Q(
                    closed_at__isnull=False,
                    server_seed__isnull=False,
                    status__in=["closed", "retired"],
                )
                | Q(closed_at__isnull=False, server_seed__isnull=True, status="lost")
                | (
                    ~Q(status__in=["closed", "lost", "retired"])
                    & Q(closed_at__isnull=True, server_seed__isnull=True)
                ),
                name="seed_revealed_exactly_when_closed",
            ),
        ),
        run_sql("casino.sql", "restores"),
    ]
