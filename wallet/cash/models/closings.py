"""Account closings: acting user, time, reason. Payments made on closing share the transaction."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from journal.models.sealed import Sealed
from journal.values.transaction_ids import ClockTime


class Closing(Sealed):
    """Permanent closing of one account; `acting_user` is the player or staff."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """A trigger checks that the account is closed by the end of the transaction, with no stake in play."""

        db_table = "wallet_closing"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_closing_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"closing of account {self.player_id}"
