"""Outcomes of judgements: the last for each player and signal, the next look, and the counts of each day."""

from typing import ClassVar

from django.db import models

from accounts.models.users import User

STATUSES = [
    ("below", "below"),
    ("flagged", "flagged"),
    ("too_few", "too_few"),
    ("not_applicable", "not_applicable"),
    ("error", "error"),
]


class DuePlayer(models.Model):
    """A player to be judged: rounds were added, voided or given back, or money and visits changed.

    Not before `judge_from`: who plays on is judged once an hour, unless money moves.
    """

    player = models.OneToOneField(
        User, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    since = models.DateTimeField()
    again = models.BooleanField(default=False)  # looks already taken are judged again
    judge_from = models.DateTimeField(null=True)  # null: at once

    class Meta:
        indexes: ClassVar = [models.Index(fields=["since"], name="detection_due_since")]

    def __str__(self) -> str:
        return str(self.player_id)


class SignalState(models.Model):
    """How many units of a statistical signal a player had when last judged; looks beyond them are new."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    units = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "signal"], name="detection_state_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.signal}: {self.units}"


class LatestOutcome(models.Model):
    """A player's last outcome of a signal."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=14, choices=STATUSES)
    n = models.PositiveIntegerField()
    figures = models.JSONField(default=dict)
    reason = models.CharField(max_length=40, blank=True)
    look = models.PositiveIntegerField(
        null=True
    )  # last unit of the look; null: a signal without looks
    other = models.BigIntegerField(null=True)  # id of the other player of a pair
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "signal"], name="detection_outcome_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["signal", "status"], name="detection_outcome_status"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.signal}: {self.status}"


class DayOfOutcomes(models.Model):
    """Number of judgements of one day (UTC) with one status."""

    day = models.DateField()
    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=14, choices=STATUSES)
    number = models.PositiveBigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["day", "signal", "version", "status"], name="detection_outcomes_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.signal} {self.status}: {self.number}"
