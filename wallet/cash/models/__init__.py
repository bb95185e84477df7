"""Models of deposits, withdrawals, corrections, cash limits and account closings."""

from wallet.cash.models.closings import Closing
from wallet.cash.models.corrections import Correction, CorrectionDecision, CorrectionKind
from wallet.cash.models.limits import IN_USD, CashLimit, CashLimitDecision, LimitName
from wallet.cash.models.payments import (
    Deposit,
    DepositStep,
    ProviderEvent,
    Withdrawal,
    WithdrawalStep,
)
from wallet.cash.models.reviews import DepositReview
from wallet.cash.models.states import (
    CHARGED_BACK,
    MAY_BE_HELD,
    OPEN_WITHDRAWALS,
    DepositRefusal,
    DepositReturnReason,
    DepositState,
    WithdrawalRefusal,
    WithdrawalState,
)

__all__ = [
    "CHARGED_BACK",
    "IN_USD",
    "MAY_BE_HELD",
    "OPEN_WITHDRAWALS",
    "CashLimit",
    "CashLimitDecision",
    "Closing",
    "Correction",
    "CorrectionDecision",
    "CorrectionKind",
    "Deposit",
    "DepositRefusal",
    "DepositReturnReason",
    "DepositReview",
    "DepositState",
    "DepositStep",
    "LimitName",
    "ProviderEvent",
    "Withdrawal",
    "WithdrawalRefusal",
    "WithdrawalState",
    "WithdrawalStep",
]
