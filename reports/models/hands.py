"""What each player played in a day, with what it was dealt: the rows of players' own statistics."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from tables.models import Table


class DayOfHands(models.Model):
    """One player's completed rounds of a day at one table in one currency, play money too; a round counts on the day it ended.

    The four lists go together, an element for each starting hand against an upcard, as `reports.values.starting_hands` numbers them: how many
    boxes were dealt it, what was first bet on them, and what their hands brought, side bets and insurance apart.
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
