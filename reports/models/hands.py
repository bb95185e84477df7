"""Hands a player was dealt in a day: the source of players' own statistics."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from tables.models import Table


class DayOfHands(models.Model):
    """A player's rounds completed on a day at one table in one currency, play money included.

    The four lists are parallel, one element per starting hand and upcard (numbers: `reports.values.starting_hands`):
    boxes dealt, first bets, and results of the hands without side bets and insurance.
    """

    day = models.DateField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    currency = models.CharField(max_length=3)
    rounds = models.BigIntegerField()
    boxes = models.BigIntegerField()
    won = models.BigIntegerField(help_text="rounds that brought more than was staked")
    pushed = models.BigIntegerField(help_text="rounds that brought what was staked")
    staked = models.BigIntegerField()
    returned = models.BigIntegerField()
    starts = ArrayField(models.SmallIntegerField())
    dealt = ArrayField(models.IntegerField())
    bets = ArrayField(models.BigIntegerField())
    nets = ArrayField(models.BigIntegerField())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "day", "table", "currency"], name="day_of_hands_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.player_id} {self.table_id} {self.currency}"
