"""Play of a day. A round belongs to the day it ended, a void to the day it was made."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.models import Round
from reports.models.bases import OfCountry, Returns
from tables.models import RuleSetVersion, Table


class Segment(models.TextChoices):
    """The player's segment on a day; the first that applies."""

    HIGH = "high", _("high stakes")  # staked `high_stakes_usd` in the 30 days before
    NEW = "new", _("first month")  # registered less than 30 days before
    REGULAR = "regular", _("regular")


class OfTable(OfCountry):
    """Rows by day, table, version of the rules, currency, segment and country."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    version = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    currency = models.CharField(max_length=3)
    segment = models.CharField(max_length=7, choices=Segment)

    class Meta:
        abstract = True


class DayOfGames(OfTable, Returns):
    """Completed rounds, and separately cancelled and voided ones.

    `staked` and `returned` include splits, doubles, insurance and side bets. `bets_usd` are first bets only; `squares_usd` is the
    sum of their squares, `together_usd` of the squares of each round's sum: measures of how uneven stakes were.
    """

    rounds = models.BigIntegerField()
    hands = models.BigIntegerField(help_text="boxes dealt")
    bets_usd = models.BigIntegerField()
    squares_usd = models.FloatField()
    together_usd = models.FloatField()
    interrupted = models.BigIntegerField(help_text="completed rounds in which the house decided")
    cancelled = models.BigIntegerField()
    cancelled_staked = models.BigIntegerField()
    voided = models.BigIntegerField(help_text="voids made on this day")
    unvoided = models.BigIntegerField(help_text="voids undone on this day")
    voided_house = models.BigIntegerField(help_text="what the house won by both, below zero: lost")
    voided_house_usd = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "table", "version", "currency", "segment", "country", "test"],
                name="day_of_games_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id} {self.currency}"


class HourOfGames(Returns):
    """Figures of `DayOfGames` for one hour and table, all currencies and segments together, for the dashboard.

    `players` are ids, so that a player of several hours counts once.
    """

    hour = models.DateTimeField(help_text="when it begins")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    test = models.BooleanField()
    players = ArrayField(models.BigIntegerField())
    rounds = models.BigIntegerField()
    hands = models.BigIntegerField()
    interrupted = models.BigIntegerField()
    cancelled = models.BigIntegerField()
    voided = models.BigIntegerField()
    unvoided = models.BigIntegerField()
    voided_house = models.BigIntegerField()
    voided_house_usd = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hour", "table", "test"], name="hour_of_games_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hour} {self.table_id}"


class DayOfSides(OfTable, Returns):
    """Insurance and side bets of completed rounds, which `DayOfGames` also includes."""

    name = models.CharField(max_length=24, help_text="insurance, or a side bet of the rules")
    bets = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=[
                    "day",
                    "table",
                    "version",
                    "currency",
                    "segment",
                    "country",
                    "test",
                    "name",
                ],
                name="day_of_sides_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.table_id} {self.name}"


class DayOfPlayer(OfCountry, Returns):
    """One player's day in one currency.

    `seconds`: time from the end of a round to the next one's, if at most ten minutes; otherwise the round's own time, at most ten
    minutes.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    currency = models.CharField(max_length=3)
    segment = models.CharField(max_length=7, choices=Segment)
    rounds = models.BigIntegerField()
    hands = models.BigIntegerField()
    seconds = models.BigIntegerField()
    deposited = models.BigIntegerField()
    withdrawn = models.BigIntegerField(help_text="paid out")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "day", "currency"], name="day_of_player_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["day"], name="day_of_player_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.player_id} {self.currency}"


class NotedRound(OfCountry):
    """A round listed by a report: the largest of its day by win and by stake, and every interrupted or cancelled one."""

    class Why(models.TextChoices):
        """Reason for listing; a round may have several."""

        WIN = "win", _("large win")
        BET = "bet", _("large bet")
        INTERRUPTED = "interrupted", _("interrupted")
        CANCELLED = "cancelled", _("cancelled")

    why = models.CharField(max_length=11, choices=Why)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+", db_index=False)
    usd = models.BigIntegerField(help_text="won or staked")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["why", "day", "round"], name="round_noted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.why}"
