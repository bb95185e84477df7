"""What decisions cost against best play, found by a worker after the round (`reports.services.judging`)."""

from typing import ClassVar

from django.db import models

from casino.models import Round
from reports.models.play import OfTable
from tables.models import RuleSetVersion


class JudgedRound(models.Model):
    """How far a completed round was played from best play. `cost_usd` is what was given away on average, whatever came of it.

    `net_usd` is what its hands won, `luck_usd` how much of that is beyond what was to be expected when the bets were placed, less
    what decisions gave away. All of them are null where the round cannot be played again from its facts.
    """

    round = models.OneToOneField(
        Round, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    day = models.DateField(db_index=True)
    decisions = models.PositiveSmallIntegerField()
    deviations = models.PositiveSmallIntegerField()
    cost_usd = models.FloatField(null=True, help_text="units of 10^-4 of a dollar")
    insurance_usd = models.FloatField(null=True, help_text="by insuring, beside it")
    net_usd = models.FloatField(null=True, help_text="of hands, without insurance and side bets")
    luck_usd = models.FloatField(null=True, help_text="net_usd less its expectation")
    blackjack_chance = models.PositiveSmallIntegerField(
        null=True, help_text="of 10,000, under an ace, where something was insured"
    )

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
    measured = models.BigIntegerField(db_default=0, help_text="rounds with their luck")
    measured_usd = models.BigIntegerField(db_default=0, help_text="first staked on their boxes")
    net_usd = models.FloatField(db_default=0)
    luck_usd = models.FloatField(db_default=0)
    luck_square = models.FloatField(db_default=0, help_text="sum of each round's square")
    luck_fourth = models.FloatField(db_default=0, help_text="sum of each round's fourth power")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "table", "version", "currency", "segment", "country", "test"],
                name="day_of_decisions_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id}"


class DayOfStakes(models.Model):
    """Insurance and side bets of a day's completed rounds, by what they weighed: what an exact test of their returns needs.

    `weight` is the stake in units of 10^-4 of a dollar, to two digits. Bets of several boxes that one card decides count as one:
    insurance and the dealer's pair. `multiples` is the sum of what came back of each, as a multiple of its stake.
    """

    day = models.DateField()
    version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    test = models.BooleanField()
    name = models.CharField(max_length=24, help_text="insurance, or a side bet of the rules")
    weight = models.BigIntegerField()
    chance = models.PositiveSmallIntegerField(
        help_text="of 10,000, that insurance wins, by the cards seen; 0 of a side bet"
    )
    bets = models.BigIntegerField()
    multiples = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "version", "test", "name", "weight", "chance"],
                name="day_of_stakes_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.version_id} {self.name}"
