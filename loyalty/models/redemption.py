"""Redemptions of points."""

from typing import ClassVar

from django.db import models

from accounts.models.users import User
from journal.values.transaction_ids import CurrentTransaction, TransactionIdField
from loyalty.models.points import PointsEntry
from loyalty.models.tiers import Tier
from wallet.ledger.models import Currency, Transfer
from wallet.money.values import Money
from wallet.rates.models import Rate


class Redemption(models.Model):
    """Redeemed points: `asked` were requested, `points` were used, both whole numbers.

    A point was worth `redemption` units of USD, and one unit of the currency `rate` USD.
    """

    key = models.UUIDField(unique=True)
    player = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    entry = models.OneToOneField(PointsEntry, on_delete=models.PROTECT, related_name="redemption")
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="redemption")
    tier = models.ForeignKey(Tier, on_delete=models.PROTECT, related_name="+", db_index=False)
    asked = models.BigIntegerField()
    points = models.BigIntegerField()
    redemption = models.PositiveIntegerField()
    currency = models.ForeignKey(
        Currency, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    amount = models.BigIntegerField()
    rate = models.DecimalField(max_digits=24, decimal_places=12)
    # Null for USD.
    rate_row = models.ForeignKey(
        Rate, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    xact = TransactionIdField(db_default=CurrentTransaction(), editable=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(name="loyalty_redeemed_by", fields=["player", "-at"]),
            models.Index(name="loyalty_redeemed_since", fields=["xact"]),
        ]

    def __str__(self) -> str:
        return f"{self.points} of player {self.player_id}"

    @property
    def money(self) -> Money:
        """The amount paid."""
        return Money(self.amount, self.currency_id)
