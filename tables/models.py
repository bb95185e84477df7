"""A rule set is a family of immutable versions; a table plays one of them within its limits.

The mathematics of a rule set belong to the hash of its rules, whichever versions hold them.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

import blackjack
from blackjack.rules import Rules


class RuleSet(models.Model):
    """A family of versions: what players know by one name."""

    name = models.CharField(max_length=60, unique=True)

    def __str__(self) -> str:
        return self.name


class RuleSetVersion(models.Model):
    """One `blackjack.Rules` value, never changed: rounds are pinned to it."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    rules_json = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["rule_set", "number"], name="rule_set_version_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule_set} {self.number}"

    @property
    def rules(self) -> Rules:
        """The value the engine plays by."""
        return Rules.from_dict(self.rules_json)


class Table(models.Model):
    """What a player sits down at. Amounts are units of 10^-4 US dollars."""

    class Status(models.TextChoices):
        """Closed takes no new bet; a running round finishes."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)
    version = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="tables")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    min_bet_usd = models.BigIntegerField(help_text=_("least stake on one hand"))
    max_bet_usd = models.BigIntegerField(help_text=_("greatest first stake on one hand"))
    max_round_usd = models.BigIntegerField(
        help_text=_("most staked in one round, splits and doubles included")
    )
    step = models.BigIntegerField(help_text=_("every stake is a multiple of it"))
    chips = ArrayField(models.BigIntegerField(), size=5)
    hands_per_minute = models.PositiveIntegerField()
    hands_per_day = models.PositiveIntegerField()
    rounds_before_shoe_change = models.PositiveIntegerField(default=20)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                name="table_limits_in_order",
                condition=Q(min_bet_usd__gt=0, step__gt=0)
                & Q(min_bet_usd__lte=F("max_bet_usd"))
                & Q(max_bet_usd__lte=F("max_round_usd")),
            ),
        )

    def __str__(self) -> str:
        return self.name


_UNCLAIMED = Q(claim__isnull=True, claimed_until__isnull=True)
_NO_RESULT = Q(result__isnull=True, chart__isnull=True)


class Mathematics(models.Model):
    """What one value of the rules returns (`blackjack.analysis`), or how far its computation has come."""

    class State(models.TextChoices):
        """Waiting is taken by a worker; what was cancelled or failed waits again when it is asked for again."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True)
    rules_json = models.JSONField()
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
                | Q(state="done", progress=100, error="", result__isnull=False, chart__isnull=False)
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
        """The value that is analysed."""
        return Rules.from_dict(self.rules_json)

    @property
    def is_current(self) -> bool:
        """Whether there is a result, of the very library that plays."""
        return self.state == self.State.DONE and self.library_version == blackjack.VERSION
