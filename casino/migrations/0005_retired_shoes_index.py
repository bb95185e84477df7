from django.contrib.postgres.operations import (
    AddIndexConcurrently,
    RemoveIndexConcurrently,
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
        AddIndexConcurrently(
            "shoe",
            models.Index(
                fields=["-closed_at"],
                condition=Q(status__in=["closed", "lost", "retired"]),
                name="shoe_over",
            ),
        ),
        RemoveIndexConcurrently("shoe", "shoe_closed"),
    ]
