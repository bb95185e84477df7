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
    CHARGED_BACK,
    MAY_BE_HELD,
    OPEN_WITHDRAWALS,
    Deposit,
    DepositRefusal,
    DepositState,
    DepositStep,
    ProviderEvent,
    SentBack,
    Withdrawal,
    WithdrawalRefusal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.cash.models.reviews import DepositReview

__all__ = [
    "CHARGED_BACK",
    "IN_USD",
    "LONGEST_ROW",
    "MAY_BE_HELD",
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
    "DepositRefusal",
    "DepositReview",
    "DepositState",
    "DepositStep",
    "LedgerCheck",
    "LedgerCheckBegun",
    "LimitName",
    "ProviderEvent",
    "SentBack",
    "Withdrawal",
    "WithdrawalRefusal",
    "WithdrawalState",
    "WithdrawalStep",
]
