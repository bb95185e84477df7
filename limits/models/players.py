"""The limits of one player. Rows are never changed: of a scope, kind and period the latest in force counts."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from approvals.models import Proposal
from limits.values import Kind, LimitPeriod


class Limit(Proposal):
    """A limit that a player or, for one player, the house asked for: 10^-4 US dollars, of `TIME` seconds; null: no limit any more.

    PostgreSQL says when it was asked for and from when it may count (`sql/limits.sql`): at once, or 24 hours later where a player
    loosens an own limit; that counts only once it is confirmed. Of a player's limits the strictest applies, whoever set it.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the form: sent twice, it is one
    scope = models.CharField(max_length=6)  # `Scope.OWN` or `Scope.PLAYER`
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    period = models.CharField(max_length=3, choices=LimitPeriod)
    amount = models.BigIntegerField(null=True)
    in_force_from = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="limit_known",
                condition=Q(scope__in=["own", "player"])
                & Q(kind__in=["deposit", "loss", "wager", "time"])
                & Q(period__in=["24h", "7d", "30d"]),
            ),
            models.CheckConstraint(
                name="limit_not_negative", condition=Q(amount__isnull=True) | Q(amount__gte=0)
            ),
            # for staff; what the player reads is a letter
            models.CheckConstraint(name="limit_reason", condition=Q(scope="own") | ~Q(reason="")),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "scope", "kind", "period", "-id"], name="limit_latest"),
        ]

    def __str__(self) -> str:
        """Which and whose, for logs."""
        return f"{self.scope} {self.kind} {self.period} of player {self.player_id}"

    @property
    def loosens(self) -> bool:
        """Whether it counts only after its time, and once it is confirmed."""
        return self.in_force_from > self.proposed_at


class LimitConfirmation(models.Model):
    """That the player, after the time to think, still wants the looser limit: it counts from then on."""

    limit = models.OneToOneField(
        Limit, on_delete=models.PROTECT, primary_key=True, related_name="confirmation"
    )
    at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        """Which limit, for logs."""
        return f"confirmation of limit {self.limit_id}"
