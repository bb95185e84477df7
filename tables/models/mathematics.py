"""Mathematics of rules as computed by workers: one row per distinct rules, shared by versions."""

from django.db import models
from django.db.models import Q

import blackjack
from blackjack.rules import Rules

_UNCLAIMED = Q(claim__isnull=True, claimed_until__isnull=True)
_NO_RESULT = Q(result__isnull=True, chart__isnull=True)


class Mathematics(models.Model):
    """The result of `blackjack.analysis` for one set of rules, or the progress of its computation.

    Also the answer to a question about them (`tables.values.questions`); the digest then covers rules and question.
    """

    class State(models.TextChoices):
        """State of a computation. A worker takes a waiting one; cancelled or failed ones wait again when requested again."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True)
    rules_json = models.JSONField()
    question = models.JSONField(
        null=True, help_text="tables.values.questions; null: the analysis itself"
    )
    library_version = models.CharField(max_length=20)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    progress = models.PositiveSmallIntegerField(default=0, help_text="of 100")
    claim = models.UUIDField(null=True, help_text="of the one worker that computes it")
    claimed_until = models.DateTimeField(null=True, help_text="then its worker is taken for dead")
    attempts = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True, help_text="Analysis.to_dict(); returns as fractions of 1")
    chart = models.JSONField(null=True, help_text="Chart.to_dict()")
    error = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "mathematics"
        constraints = (
            models.CheckConstraint(
                name="mathematics_are_what_their_state_says",
                condition=Q(state="waiting", progress=0, attempts=0, error="")
                & Q(started_at__isnull=True, finished_at__isnull=True)
                & (_UNCLAIMED & _NO_RESULT)
                | Q(state="running", progress__lt=100, attempts__gt=0, error="")
                & Q(claim__isnull=False, claimed_until__isnull=False)
                & (Q(started_at__isnull=False, finished_at__isnull=True) & _NO_RESULT)
                | Q(state="done", progress=100, error="", result__isnull=False)
                & (Q(chart__isnull=False) | Q(question__isnull=False))
                & (Q(started_at__isnull=False, finished_at__isnull=False) & _UNCLAIMED)
                | Q(state="cancelled", progress__lt=100, error="", finished_at__isnull=False)
                & (_UNCLAIMED & _NO_RESULT)
                | Q(state="failed", progress__lt=100, finished_at__isnull=False)
                & (~Q(error="") & _UNCLAIMED & _NO_RESULT),
            ),
        )
        indexes = (
            models.Index(
                fields=["asked_at"],
                name="mathematics_to_compute",
                condition=Q(state__in=["waiting", "running"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.digest[:12]} {self.state}"

    @property
    def rules(self) -> Rules:
        """The analysed rules."""
        return Rules.from_dict(self.rules_json)

    @property
    def is_current(self) -> bool:
        """True if there is a result, computed by the library version in use."""
        return self.state == self.State.DONE and self.library_version == blackjack.VERSION
