"""Payment methods of deposits: the same card or account has the same digest, whoever pays with it."""

from typing import Final

from accounts.values.encryption import keyed_digest
from wallet.cash.models import Deposit, PaymentMethod

_PURPOSE: Final = "payment method"


def record_method(deposit: Deposit, instrument: str) -> None:
    """Keep the digest of the provider's name of the card or account; the first one of a deposit counts."""
    if instrument:
        digest = keyed_digest(_PURPOSE, f"{deposit.provider}:{instrument}")
        row = PaymentMethod(deposit=deposit, digest=digest)
        PaymentMethod.objects.bulk_create([row], ignore_conflicts=True)
