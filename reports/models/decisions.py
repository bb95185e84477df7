"""What decisions cost against best play, found by a worker after the round (`reports.services.judging`)."""

from typing import ClassVar

from django.db import models

from casino.models import Round
from reports.models.play import OfTable


class JudgedRound(models.Model):
    """How far a completed round was played from best play. `cost_usd` is what was given away on average, whatever came of it.

    Both costs are null where the round cannot be played again from its facts.
    """

    round = models.OneToOneField(
        Round, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    day = models.DateField(db_index=True)
    decisions = models.PositiveSmallIntegerField()
    deviations = models.PositiveSmallIntegerField()
    cost_usd = models.FloatField(null=True, help_text="units of 10^-4 of a dollar")
    insurance_usd = models.FloatField(null=True, help_text="by insuring, beside it")

    def __str__(self) -> str:
        return f"{self.round_id}: {self.deviations} of {self.decisions}"


class DayOfDecisions(OfTable):
    """The same of all rounds that were completed in a day, at the table, under its rules, by the segment."""

    judged = models.BigIntegerField(
        help_text="rounds; where rules have no mathematics there are none"
    )
    bets_usd = models.BigIntegerField(help_text="of their boxes, as first staked")
    decisions = models.BigIntegerField()
    deviations = models.BigIntegerField()
    cost_usd = models.FloatField()
    insurance_usd = models.FloatField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "table", "version", "currency", "segment", "test"],
                name="day_of_decisions_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id}"
