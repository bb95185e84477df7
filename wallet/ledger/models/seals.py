"""Hash chain of seals over the ledger, and rolled-up balances of house accounts."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from journal.values.transaction_ids import ClockTime, TransactionIdField
from wallet.ledger.models.transfers import Account


class Seal(models.Model):
    """Seal of a block: ledger rows and records of money of transactions from `from_xact` to below `to_xact`.

    Its hash covers the hash of the previous block. `seal_ledger()` requests a block, a trigger fills it; it never
    changes.
    """

    number = models.BigIntegerField(primary_key=True)
    from_xact = TransactionIdField(unique=True)
    to_xact = TransactionIdField()
    entries = models.BigIntegerField()
    records = models.BigIntegerField()
    previous = models.BinaryField()
    hash = models.BinaryField()
    sealed_at = models.DateTimeField(db_default=ClockTime())

    class Meta:
        """Block numbers start at 1; blocks are never empty; `to_xact` is above `from_xact`."""

        constraints: ClassVar = [
            models.CheckConstraint(
                name="wallet_seal_block",
                condition=Q(
                    Q(entries__gte=1) | Q(records__gte=1), number__gte=1, to_xact__gt=F("from_xact")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {bytes(self.hash).hex()}"


class Rollup(models.Model):
    """Rolled-up balance of a house account: the sum of its entries by transactions below `horizon`."""

    account = models.OneToOneField(
        Account, on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    balance = models.DecimalField(max_digits=40, decimal_places=0)
    horizon = TransactionIdField()

    def __str__(self) -> str:
        return f"{self.account_id} {self.balance}"
