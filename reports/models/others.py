"""Shoes, points and significant events of a day."""

from typing import ClassVar

from django.db import models

from reports.models.bases import OfCountry
from tables.models import RuleSetVersion, Table


class DayOfShoes(OfCountry):
    """Shoes of a table that were opened, closed and verified on a day, each by its own time."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    opened = models.BigIntegerField()
    closed = models.BigIntegerField(help_text="with their seed revealed")
    verified = models.BigIntegerField(help_text="of those, whose seed hashes to what was announced")
    lost = models.BigIntegerField(help_text="given up: the seed is not revealed")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "table", "version", "country", "test"], name="day_of_shoes_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id}"


class DayOfEvents(models.Model):
    day = models.DateField()
    kind = models.CharField(max_length=40)
    severity = models.CharField(max_length=10)
    events = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "kind", "severity"], name="day_of_events_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.kind}"


class DayOfPoints(OfCountry):
    """Changes of points on a day, in hundredths, by kind of entry."""

    kind = models.CharField(max_length=8, help_text="loyalty.models.points.PointsEntry.Kind")
    entries = models.BigIntegerField()
    hundredths = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "kind", "country", "test"], name="day_of_points_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.kind} {self.hundredths:+d}"
