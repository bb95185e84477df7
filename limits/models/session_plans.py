"""Plan of a session of play: time and loss that a player sets before it. Append-only."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class SessionPlan(models.Model):
    """What a player allows a session of real-money play, until one of both is reached.

    The newest plan of a player is the one that counts. `amount` is in units of 10^-4 of `currency`, `amount_usd` of
    US dollars, at the rate when it was made. `session_began` is the session of visits in which it was made: another
    one needs a plan of its own.
    """

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # idempotency key of the form
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    session_began = models.DateTimeField()
    seconds = models.PositiveIntegerField()
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    amount_usd = models.BigIntegerField()
    lockout_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="session_plan_limits_something",
                condition=Q(seconds__gt=0, amount__gt=0, amount_usd__gt=0),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="session_plan_latest"),
        ]

    def __str__(self) -> str:
        return f"session plan {self.pk} of player {self.player_id}"
