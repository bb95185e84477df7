"""Payouts."""

from dataclasses import dataclass

from wallet.cash.values.bank_details import BankDetails
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class Payout:
    destination: BankDetails
    provider: str = registry.MANUAL
