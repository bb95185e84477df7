"""Payment methods of deposits, as their providers name them."""

from django.db import models

from wallet.cash.models.payments import Deposit


class PaymentMethod(models.Model):
    """Keyed digest of the card or account that a deposit was paid with. Append-only."""

    deposit = models.OneToOneField(
        Deposit, on_delete=models.PROTECT, primary_key=True, related_name="method"
    )
    digest = models.CharField(max_length=64, db_index=True)

    class Meta:
        db_table = "wallet_payment_method"

    def __str__(self) -> str:
        return f"{self.deposit_id}: {self.digest[:8]}"
