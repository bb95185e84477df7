"""Models of the ledger."""

from wallet.ledger.models.checks import (
    LONGEST_ROW,
    Acceptance,
    AcceptanceDecision,
    LedgerCheck,
    LedgerCheckBegun,
)
from wallet.ledger.models.reference import Currency, HouseAccount, HouseKind
from wallet.ledger.models.seals import Rollup, Seal
from wallet.ledger.models.transfers import (
    Account,
    Cause,
    Entry,
    OpenStake,
    Receivable,
    Reversal,
    Transfer,
    TransferKind,
    WithdrawalHold,
    WithheldTax,
)

__all__ = [
    "LONGEST_ROW",
    "Acceptance",
    "AcceptanceDecision",
    "Account",
    "Cause",
    "Currency",
    "Entry",
    "HouseAccount",
    "HouseKind",
    "LedgerCheck",
    "LedgerCheckBegun",
    "OpenStake",
    "Receivable",
    "Reversal",
    "Rollup",
    "Seal",
    "Transfer",
    "TransferKind",
    "WithdrawalHold",
    "WithheldTax",
]
