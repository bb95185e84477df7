"""Effect of proposed tiers on players, counted in the background in slices."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from accounts.models.users import User
from journal.values.transaction_ids import ClockTime


class TierPreview(models.Model):
    """One count of the effect of tiers (`content`) on a day: progress by player number (`passed` of `last`) and result.

    `found` has one line per old tier (its number, or none) and threshold reached: both, the number
    of players, their hundredths, hundredths earned in the window. The worker with `claim` owns the
    row until `claimed_until`.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    digest = models.CharField(max_length=64)
    day = models.DateField()
    content = models.JSONField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    last = models.BigIntegerField()
    passed = models.BigIntegerField(default=0)
    found = models.JSONField(default=list)
    claim = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        app_label = "loyalty"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="loyalty_preview_passed", condition=Q(passed__gte=0, last__gte=0)
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                name="loyalty_preview_waiting", fields=["asked_at"], condition=Q(state="waiting")
            ),
            models.Index(name="loyalty_preview_of", fields=["digest", "-asked_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.digest[:8]}: {self.passed} of {self.last}"
