"""The tables of cash; Django finds them through `wallet.models`."""

from wallet.cash.models.limits import IN_USD, CashLimit, CashLimitDecision, LedgerCheck, LimitName
from wallet.cash.models.payments import (
    OPEN_WITHDRAWALS,
    Deposit,
    DepositState,
    DepositStep,
    ProviderEvent,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)

__all__ = [
    "IN_USD",
    "OPEN_WITHDRAWALS",
    "CashLimit",
    "CashLimitDecision",
    "Deposit",
    "DepositState",
    "DepositStep",
    "LedgerCheck",
    "LimitName",
    "ProviderEvent",
    "Withdrawal",
    "WithdrawalState",
    "WithdrawalStep",
]
