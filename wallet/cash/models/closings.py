"""Closed accounts: by whom, when, why. Payments made with it share its transaction."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from journal.values.transaction_ids import ClockTime
from wallet.ledger.models.sealed import Sealed


class Closing(Sealed):
    """The closing of one account, for good; `acting_user` is its player, or staff."""

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
        """With a reason; that the account is closed with it, with nothing in play, is checked by trigger."""

        db_table = "wallet_closing"
        constraints: ClassVar = [
            models.CheckConstraint(name="wallet_closing_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"closing of account {self.player_id}"
