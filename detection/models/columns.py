"""Columns of the players' rounds, packed by gaming day, and how far the rows behind them were read."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from accounts.models.users import User
from casino.models.places import Shoe
from casino.models.rounds import Decision, Round
from journal.values.transaction_ids import ClockTime


class PlayerDay(models.Model):
    """A player's deals and decisions of one gaming day, from finished rounds.

    `columns` are packed arrays (`detection.values.packing`), a segment for each slice that added rounds; emptied when the
    day is old, while its counts stay. Voided rounds stay in them and are left out where they are read. The counts
    include them.
    """

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    deals = models.PositiveIntegerField()  # sat out included
    rounds = models.PositiveIntegerField()
    decisions = models.PositiveIntegerField()
    columns = models.BinaryField()
    built_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "day"], name="detection_player_day_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["day"], name="detection_player_day"),
            models.Index(
                fields=["day"], name="detection_day_kept", condition=~models.Q(columns=b"")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"


class Watermark(models.Model):
    """How far a task has read rows, by id or time.

    Ids are drawn before their rows are committed. So a task notes the last id (`ahead`) with the next transaction
    number, and reads up to it once no earlier transaction runs.
    """

    name = models.CharField(max_length=20, primary_key=True)
    position = models.BigIntegerField(default=0)
    ahead = models.BigIntegerField(default=0)
    before = models.BigIntegerField(default=0)  # transaction
    at = models.DateTimeField(null=True)
    notes = models.JSONField(default=list)  # names of rows read at times that are read again

    def __str__(self) -> str:
        return f"{self.name}: {self.position}"


class LateRound(models.Model):
    """A round that was still running when the watermark passed it. Deleted once its columns are packed."""

    round = models.OneToOneField(
        Round, on_delete=models.DO_NOTHING, primary_key=True, related_name="+", db_constraint=False
    )
    passed_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.round_id)


class FoundDeviation(models.Model):
    """A decision that differs from the chart, judged once its shoe was revealed (INT1).

    `gain` is its result less that of the chart's action, in stakes of the hand; `values` and `chances` are the
    distribution of that before the cards came. `right`, `right_chance` and `cost` are as in `signals.deviations.Deviation`;
    `spot`, `action` and `advised` as in `signals.columns.Decisions`. INT1 reads them as they were measured, so that a shoe
    revealed late follows those judged before. Append-only.
    """

    decision = models.OneToOneField(
        Decision,
        on_delete=models.DO_NOTHING,
        primary_key=True,
        related_name="+",
        db_constraint=False,  # no foreign key references partitions by id alone
    )
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+", db_index=False)
    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="+", db_index=False)
    made_at = models.DateTimeField()
    gain = models.FloatField()
    values = ArrayField(models.FloatField())
    chances = ArrayField(models.FloatField())
    right = models.BooleanField()
    right_chance = models.FloatField()
    cost = models.FloatField(null=True)  # null, as the next ones, if version 1 of INT1 measured it
    spot = models.SmallIntegerField(null=True)
    action = models.SmallIntegerField(null=True)
    advised = models.SmallIntegerField(null=True)
    measured_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["player", "measured_at"], name="detection_deviation_of"),
        ]

    def __str__(self) -> str:
        return f"{self.decision_id}: {self.gain:+.2f}"
