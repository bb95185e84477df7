"""Thresholds by two people, their trials, and recomputations in the background."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.users import User
from approvals.models import PersonDecision, Proposal
from journal.values.transaction_ids import ClockTime

BESIDE: Final = timedelta(days=14)
"""A proposal runs this long beside the live signal before it can be approved."""


class ThresholdChange(Proposal):
    """Proposed thresholds of a signal; `values` are all of them. In force from approval, until the next is approved."""

    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()  # of the signal's code when it was proposed
    values = models.JSONField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="detection_thresholds_reason", condition=~Q(reason="")),
        ]
        indexes: ClassVar = [models.Index(fields=["signal", "-id"], name="detection_thresholds_of")]

    def __str__(self) -> str:
        return f"{self.signal}: {self.values}"

    @property
    def beside_until(self) -> datetime:
        """When the proposal has run long enough beside the live signal."""
        return self.proposed_at + BESIDE


class ThresholdDecision(PersonDecision):
    """The second person's decision on thresholds, or their withdrawal by the proposer."""

    proposal = models.OneToOneField(
        ThresholdChange, on_delete=models.PROTECT, primary_key=True, related_name="decision"
    )
    withdrawn = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="detection_withdrawn_not_approved",
                condition=Q(withdrawn=False) | Q(approved=False),
            ),
        ]


class Recomputation(models.Model):
    """A signal judged again for all players in the background, in slices by player number: `passed` of `last`.

    With a `change`, a silent trial of its thresholds, which raises no flag. The worker with `claim` owns the row until
    `claimed_until`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("of a recomputation", "running")
        DONE = "done", pgettext_lazy("of a recomputation", "finished")
        FAILED = "failed", pgettext_lazy("of a recomputation", "failed")
        STOPPED = "stopped", pgettext_lazy("of a recomputation", "stopped")

    signal = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    change = models.ForeignKey(
        ThresholdChange, on_delete=models.PROTECT, null=True, related_name="trials", db_index=False
    )
    since = models.DateTimeField()  # units from here on
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    last = models.BigIntegerField()
    passed = models.BigIntegerField(default=0)
    counts = models.JSONField(default=dict)  # of outcomes by status
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(db_default=ClockTime(), editable=False)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["change"],
                condition=Q(change__isnull=False),
                name="detection_one_trial_per_change",
            ),
            models.UniqueConstraint(
                fields=["signal"],
                condition=Q(state="waiting", change__isnull=True),
                name="detection_one_recomputation",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["asked_at"],
                name="detection_recomputation_due",
                condition=Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.signal}: {self.passed} of {self.last}"


class TrialDifference(models.Model):
    """A judgement in which tried thresholds and those in force differ: the flag would be gained or lost. Append-only."""

    change = models.ForeignKey(
        ThresholdChange, on_delete=models.PROTECT, related_name="differences", db_index=False
    )
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    gained = models.BooleanField()
    beside = models.BooleanField()  # in the 14 days beside the live signal, not in the past 90
    look = models.PositiveIntegerField(null=True)
    n = models.PositiveIntegerField()
    figures = models.JSONField()
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["change", "player", "other", "beside", "look"],
                nulls_distinct=False,
                name="detection_difference_once",
            ),
        ]

    def __str__(self) -> str:
        told = _("gained") if self.gained else _("lost")
        return f"{self.change_id}: {told}"
