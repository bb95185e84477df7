"""Limits of one player. Append-only: the latest row in force per scope, kind and period counts."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from approvals.models import Proposal
from limits.values import LimitKind, LimitPeriod


class Limit(Proposal):
    """A player's own limit, or one the house set for a player.

    `amount` is in units of 10^-4 US dollars, for `TIME` in seconds; null removes the limit.

    PostgreSQL sets the time of the request and the time from which it may count (`sql/waiting.sql`): at once, or
    `wait_hours` later, 24 at least, if a player loosens an own limit. A loosened limit counts only once it is confirmed.
    The strictest limit applies, whoever set it.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # idempotency key of the form
    scope = models.CharField(max_length=6)  # `LimitScope.OWN` or `LimitScope.PLAYER`
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=7, choices=LimitKind)
    period = models.CharField(max_length=3, choices=LimitPeriod)
    amount = models.BigIntegerField(null=True)
    wait_hours = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
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
            # read by staff only; the player gets a letter
            models.CheckConstraint(name="limit_reason", condition=Q(scope="own") | ~Q(reason="")),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "scope", "kind", "period", "-id"], name="limit_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.kind} {self.period} of player {self.player_id}"

    @property
    def loosens(self) -> bool:
        """True if it counts only after its waiting time and a confirmation."""
        return self.in_force_from > self.proposed_at


class LimitConfirmation(models.Model):
    """A player's confirmation of a looser limit, after the waiting time; the limit counts from then on."""

    limit = models.OneToOneField(
        Limit, on_delete=models.PROTECT, primary_key=True, related_name="confirmation"
    )
    at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return f"confirmation of limit {self.limit_id}"
