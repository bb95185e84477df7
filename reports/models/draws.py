"""Sums of the draws of shoes closed on a day, from which random numbers are tested (`reports.draws`)."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from tables.models import Table


class DayOfDraws(models.Model):
    """Draws of the shoes of a table that were closed on a day, by version of the library that drew them.

    Play money and test accounts are included: their cards come from the same code. Arrays are those of
    `reports.draws.values.sums.DrawSums`.
    """

    day = models.DateField()
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    library_version = models.CharField(max_length=20)
    shoes = models.BigIntegerField()
    by_left = ArrayField(models.BigIntegerField())
    parts = ArrayField(models.BigIntegerField())
    last_bits = ArrayField(models.BigIntegerField())
    products = ArrayField(models.FloatField())
    pairs = ArrayField(models.BigIntegerField())
    agreed = ArrayField(models.BigIntegerField())
    agreed_expected = ArrayField(models.FloatField())
    agreed_variance = ArrayField(models.FloatField())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "table", "library_version"], name="day_of_draws_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id} {self.library_version}"
