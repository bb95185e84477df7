"""Work queues of the cash desk."""

from typing import Final

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from limits.models import CashLimit
from wallet.archive.models import Detachment
from wallet.cash.models import (
    OPEN_WITHDRAWALS,
    Correction,
    Deposit,
    DepositState,
    Withdrawal,
    WithdrawalState,
)
from wallet.ledger.models import Acceptance
from wallet.providers.services import registry
from wallet.taxes.models import TaxPayment

_OPEN: Final = tuple(state for state in OPEN_WITHDRAWALS if state != WithdrawalState.SENT)


def cash_queues() -> tuple[Queue, ...]:
    """Return the queues of deposits, withdrawals, corrections, cash limits, ledger findings, archived months and taxes."""
    deposits = Deposit.objects.filter(state=DepositState.REQUESTED, provider=registry.MANUAL)
    withdrawals = Withdrawal.objects.filter(state__in=_OPEN)
    see, desk = Right.VIEW_CASH, "cash:desk"
    return (
        Queue("deposits", see, deposits, desk),
        Queue("withdrawals", see, withdrawals, desk),
        Queue("corrections", see, undecided_proposals(Correction), desk),
        Queue("cash_limits", Right.VIEW_LIMITS, undecided_proposals(CashLimit), "cash:limits"),
        Queue(
            "ledger_findings",
            see,
            undecided_proposals(Acceptance),
            "cash:findings",
        ),
        Queue("detachments", Right.VIEW_REPORTS, undecided_proposals(Detachment), "cash:archive"),
        Queue("tax_payments", see, undecided_proposals(TaxPayment), "cash:taxes"),
    )
