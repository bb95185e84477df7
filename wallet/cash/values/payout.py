from dataclasses import dataclass

from wallet.cash.values.bank_details import Details
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class To:
    """Where a withdrawal is paid, and who shall pay it."""

    destination: Details
    provider: str = registry.MANUAL
