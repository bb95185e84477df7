"""The limits that the house holds one player to. Rows are never changed: of a kind and period the latest is what counts."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models.play_limits import PlayLimit
from accounts.models.users import User


class HouseLimit(models.Model):
    """A limit that staff set for one player, beside the player's own: the lower one applies, and no player loosens this one.

    `amount` is 10^-4 US dollars, of time seconds; null: the house has none any more. Each counts from the moment it is stored.
    PostgreSQL says when that is, and that another person than who set it makes it looser (`sql/house_limits.sql`).
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the form: sent twice, it is one
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=PlayLimit.Kind)
    period = models.CharField(max_length=3, choices=PlayLimit.Period)
    amount = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500)  # for staff; what the player reads is a letter
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="houselimit_known",
                condition=Q(
                    kind__in=["deposit", "loss", "wager", "time"], period__in=["24h", "7d", "30d"]
                ),
            ),
            models.CheckConstraint(
                name="houselimit_not_negative", condition=Q(amount__isnull=True) | Q(amount__gte=0)
            ),
            models.CheckConstraint(name="houselimit_reason", condition=~Q(reason="")),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "kind", "period", "-id"], name="houselimit_of_player"),
        ]

    def __str__(self) -> str:
        """Which and whose, for logs."""
        return f"{self.kind} {self.period} of the house for player {self.player_id}"
