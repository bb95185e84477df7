"""The tables of cash; Django finds them through `wallet.ledger.models`."""

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from approvals.models import Decision, Proposal
from journal.values.transaction_ids import ClockTime
from wallet.cash.models.closings import Closing
from wallet.cash.models.corrections import Correction, CorrectionDecision, CorrectionKind
from wallet.cash.models.limits import IN_USD, CashLimit, CashLimitDecision, LimitName
from wallet.cash.models.payments import (
    CHARGED_BACK,
    MAY_BE_HELD,
    NUMBER_DIGITS,
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
from wallet.ledger.models import LONGEST_ROW, Acceptance, LedgerCheckBegun
from wallet.ledger.models.sealed import Sealed

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
