"""The tables of cash; Django finds them through `wallet.models`."""

from wallet.cash.models.closings import Closing
from wallet.cash.models.corrections import Correction, CorrectionDecision, CorrectionKind
from wallet.cash.models.findings import LONGEST_ROW, Acceptance, AcceptanceDecision
from wallet.cash.models.limits import (
    IN_USD,
    CashLimit,
    CashLimitDecision,
    LedgerCheck,
    LedgerCheckBegun,
    LimitName,
)
from wallet.cash.models.payments import (
    OPEN_WITHDRAWALS,
    Deposit,
    DepositState,
    DepositStep,
    ProviderEvent,
    SentBack,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)

__all__ = [
    "IN_USD",
    "LONGEST_ROW",
    "OPEN_WITHDRAWALS",
    "Acceptance",
    "AcceptanceDecision",
    "CashLimit",
    "CashLimitDecision",
    "Closing",
    "Correction",
    "CorrectionDecision",
    "CorrectionKind",
    "Deposit",
    "DepositState",
    "DepositStep",
    "LedgerCheck",
    "LedgerCheckBegun",
    "LimitName",
    "ProviderEvent",
    "SentBack",
    "Withdrawal",
    "WithdrawalState",
    "WithdrawalStep",
]
