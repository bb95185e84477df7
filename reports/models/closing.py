"""Closed days and hours. Their rows are written in the same transaction (sql/guards.sql)."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from journal.values.transaction_ids import CurrentTransaction, TransactionIdField


class ClosedPart(models.TextChoices):
    """Part of a day that is closed: first its figures, later the hands dealt, the cost of decisions and the draws."""

    FIGURES = "figures", _("figures")
    DECISIONS = "decisions", _("cost of decisions")
    HANDS = "hands", _("players' hands")
    DRAWS = "draws", _("random numbers")


class Passed(models.Model):
    """The end of a past hour: once every transaction below `barrier` has ended, no more data can arrive for it."""

    until = models.DateTimeField(primary_key=True)
    barrier = TransactionIdField()
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return str(self.until)


class ClosedDay(models.Model):
    """A day whose rows are complete. A missing row means zero."""

    day = models.DateField()
    part = models.CharField(max_length=9, choices=ClosedPart)
    at = models.DateTimeField(db_default=Now())
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["part", "day"], name="day_closed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.part}"


class ClosedHour(models.Model):
    """An hour whose rows of `HourOfGames` are complete."""

    hour = models.DateTimeField(primary_key=True, help_text="when it begins")
    at = models.DateTimeField(db_default=Now())
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)

    def __str__(self) -> str:
        return str(self.hour)
