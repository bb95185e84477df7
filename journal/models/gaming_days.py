"""Start of the operator's day: one append-only row per time zone and start hour."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now


class GamingDay(models.Model):
    """From `from_day` on, days begin at `start_hour` in `zone`. Append-only (`journal.selectors.gaming_days`)."""

    from_day = models.DateField(primary_key=True)
    zone = models.CharField(max_length=64, help_text="a name of the tz database")
    start_hour = models.PositiveSmallIntegerField()
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(start_hour__lte=23), name="journal_gaming_day_hour"
            ),
        ]

    def __str__(self) -> str:
        return f"from {self.from_day}: {self.start_hour}:00 {self.zone}"
