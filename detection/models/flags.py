"""Flags that signals raised, mutes, and the weekly blind sample."""

import uuid
from datetime import timedelta
from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from detection.models.thresholds import ThresholdChange
from journal.values.transaction_ids import ClockTime

LONGEST_MUTE: Final = timedelta(days=90)
_NEVER_MUTED: Final = (
    Q(signal__startswith="AML") | Q(signal__startswith="INT") | Q(signal__startswith="HARM")
)


class Flag(models.Model):
    """A signal that was over its threshold for a player, or for a player and another. Recomputed from its rounds.

    Only `state` and `ended_at` change, once. `configuration` is the change of thresholds in force, null for the
    defaults; `thresholds` are all their values.
    """

    class State(models.TextChoices):
        """A current flag counts in the score."""

        CURRENT = "current", pgettext_lazy("flag", "current")
        SUPERSEDED = "superseded", _("replaced by a later judgement")
        WITHDRAWN = "withdrawn", _("no longer confirmed")
        PASSED = "passed", _("too old to count")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    configuration = models.ForeignKey(
        ThresholdChange, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    thresholds = models.JSONField()
    n = models.PositiveIntegerField()
    figures = models.JSONField()
    look = models.PositiveIntegerField(
        null=True
    )  # last unit of the look; null: a signal without looks
    from_at = models.DateTimeField(null=True)
    to_at = models.DateTimeField(null=True)
    rounds = ArrayField(models.BigIntegerField())  # ids
    moments = ArrayField(models.FloatField(), default=list)  # of the outcome
    raised_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.CURRENT)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "signal", "other"],
                condition=Q(state="current"),
                nulls_distinct=False,
                name="detection_one_current_flag",
            ),
            models.CheckConstraint(
                name="detection_flag_ends",
                condition=Q(state="current", ended_at__isnull=True)
                | (~Q(state="current") & Q(ended_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="detection_flag_of_two",
                condition=Q(other__isnull=True) | ~Q(other=models.F("player")),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-raised_at"], name="detection_flag_player"),
            models.Index(fields=["signal", "-raised_at"], name="detection_flag_signal"),
            models.Index(fields=["raised_at"], name="detection_flag_raised"),
            models.Index(
                fields=["raised_at"], name="detection_flag_current", condition=Q(state="current")
            ),
            models.Index(
                fields=["other"], name="detection_flag_other", condition=Q(other__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.signal} of player {self.player_id}"


class Mute(models.Model):
    """An analyst's decision that a signal does not count for one player, for at most 90 days. Append-only but for its end."""

    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    signal = models.CharField(max_length=8)
    reason = models.CharField(max_length=500)
    acting_user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  # earlier than `until`, once

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="detection_mute_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="detection_mute_ends",
                condition=Q(until__lte=models.F("at") + LONGEST_MUTE),
            ),
            models.CheckConstraint(name="detection_mutable", condition=~_NEVER_MUTED),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "signal", "-until"], name="detection_mute_of"),
        ]

    def __str__(self) -> str:
        return f"{self.signal} of player {self.player_id} until {self.until}"


class BlindSample(models.Model):
    """A player put into the queue in one week to learn what signals miss. Append-only."""

    class Why(models.TextChoices):
        """Shown to nobody until the case is decided."""

        NEAR = "near", _("just below a threshold")
        RANDOM = "random", _("chosen at random")

    week = models.DateField()  # its Monday
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    why = models.CharField(max_length=6, choices=Why)
    signal = models.CharField(max_length=8, blank=True)  # of a player near its threshold
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["week", "player"], name="detection_sample_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["player"], name="detection_sample_of")]

    def __str__(self) -> str:
        return f"{self.week}: {self.player_id}"
