"""Where a withdrawal is paid."""

from dataclasses import dataclass

from wallet.cash.values.bank_details import BankDetails
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class Payout:
    """Where a withdrawal is paid, and who shall pay it."""

    destination: BankDetails
    provider: str = registry.MANUAL
