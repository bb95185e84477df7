"""The cost of decisions compared with best play, computed after the round (`reports.services.judging`)."""

from typing import ClassVar

from django.db import models

from casino.models import Round
from reports.models.play import OfTable
from tables.models import RuleSetVersion


class JudgedRound(models.Model):
    """The cost of a round's decisions. `cost_usd` is the expected loss, whatever the outcome.

    `net_usd` is the hands' result, `luck_usd` the part of it beyond the expectation at the time of the bets, less the cost of
    decisions. All are null if the round cannot be replayed from its facts.
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
    """The sums of a day's completed rounds, by table, version and segment."""

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
    """A day's insurance and side bets, by weight, for an exact test of their returns.

    `weight` is the stake in units of 10^-4 USD, to two digits. Bets of several boxes that one card decides (insurance, dealer's
    pair) count as one. `multiples` is the sum of payouts as multiples of the stake.
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
