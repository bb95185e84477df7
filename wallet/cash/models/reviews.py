"""Staff reviews of a player's failed deposits; reviewed ones no longer block new deposits."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from journal.models.sealed import Sealed
from journal.values.transaction_ids import ClockTime


class DepositReview(Sealed):
    """One review of a player's failed deposits. Append-only."""

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """A trigger checks that the reviewer is staff and not the player."""

        db_table = "wallet_deposit_review"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_deposit_review_reason", condition=~Q(reason="")),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="wallet_deposit_review_latest"),
        ]

    def __str__(self) -> str:
        return f"review of refused deposits of player {self.player_id}"
