"""Models of deposits, withdrawals, corrections and account closings."""

from wallet.cash.models.closings import Closing
from wallet.cash.models.corrections import Correction, CorrectionDecision, CorrectionKind
from wallet.cash.models.methods import PaymentMethod
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
    GONE,
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
    "GONE",
    "MAY_BE_HELD",
    "OPEN_WITHDRAWALS",
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
    "PaymentMethod",
    "ProviderEvent",
    "Withdrawal",
    "WithdrawalRefusal",
    "WithdrawalState",
    "WithdrawalStep",
]
