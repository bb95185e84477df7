from django.contrib.postgres.operations import (
    AddIndexConcurrently,
    ValidateConstraint,
)
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Index and constraint of retired shoes, made while the site serves."""

    atomic = False
    dependencies = [("casino", "0004_deals_closed_after_restore")]

    operations = [
        ValidateConstraint("shoe", "seed_revealed_exactly_when_closed"),
        # it waits for old transactions, which blocks no player; an earlier run may have been cancelled
        migrations.RunSQL("SET lock_timeout = 0"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS public.shoe_over"),
        AddIndexConcurrently(
            "shoe",
            models.Index(
                fields=["-closed_at"],
                condition=Q(status__in=["closed", "lost", "retired"]),
                name="shoe_over",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS public.shoe_closed"),
                migrations.RunSQL("SET lock_timeout = '5s'"),
            ],
            state_operations=[migrations.RemoveIndex("shoe", "shoe_closed")],
        ),
    ]
