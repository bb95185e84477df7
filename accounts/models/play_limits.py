"""The limits that players set themselves. Rows are never changed: what counts is the latest one that counts yet."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class PlayLimit(models.Model):
    """A limit that a player asked for. A first or a lower one counts at once, a higher one or its end only when confirmed.

    `amount` is 10^-4 US dollars, of `TIME` seconds; null: no limit any more. PostgreSQL says when it was asked for and from when
    it may count (`sql/limits.sql`): `at` itself, or 24 hours later where it loosens what counts.
    """

    class Kind(models.TextChoices):
        """What it is about."""

        DEPOSIT = "deposit", _("deposits")
        LOSS = "loss", _("losses")
        WAGER = "wager", _("stakes")
        TIME = "time", _("time")

    class Period(models.TextChoices):
        """How far it looks back, the shortest first; hours and days are those of UTC, always equally long."""

        DAY = "24h", _("24 hours")
        WEEK = "7d", _("7 days")
        MONTH = "30d", _("30 days")

    key = models.UUIDField(unique=True, default=uuid.uuid4)  # of the form: sent twice, it is one
    player = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="play_limits", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    period = models.CharField(max_length=3, choices=Period)
    amount = models.BigIntegerField(null=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(db_default=Now(), editable=False)
    effective_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="playlimit_known",
                condition=Q(
                    kind__in=["deposit", "loss", "wager", "time"], period__in=["24h", "7d", "30d"]
                ),
            ),
            models.CheckConstraint(
                name="playlimit_not_negative", condition=Q(amount__isnull=True) | Q(amount__gte=0)
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "kind", "period", "-id"], name="playlimit_of_player"),
        ]

    def __str__(self) -> str:
        """Which and whose, for logs."""
        return f"{self.kind} {self.period} of player {self.player_id}"

    @property
    def loosens(self) -> bool:
        """Whether it counts only after its time, and once it is confirmed."""
        return self.effective_at > self.at


class PlayLimitConfirmation(models.Model):
    """That the player, after the time to think, still wants the looser limit: it counts from then on."""

    limit = models.OneToOneField(
        PlayLimit, on_delete=models.PROTECT, primary_key=True, related_name="confirmation"
    )
    at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        """Which limit, for logs."""
        return f"confirmation of limit {self.limit_id}"
