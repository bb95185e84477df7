"""What waits for a person about money and rates."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.roles import Right
from approvals.selectors import Queue, undecided
from wallet import providers, rates
from wallet.cash.models import (
    OPEN_WITHDRAWALS,
    Acceptance,
    CashLimit,
    Correction,
    Deposit,
    DepositState,
    Withdrawal,
    WithdrawalState,
)
from wallet.rate_models import RateLimit, Spread

_OPEN: Final = tuple(state for state in OPEN_WITHDRAWALS if state != WithdrawalState.SENT)


def cash_queues() -> tuple[Queue, ...]:
    """Deposits, withdrawals, corrections, limits of cash, findings of the ledger's check."""
    deposits = Deposit.objects.filter(state=DepositState.REQUESTED, provider=providers.MANUAL)
    withdrawals = Withdrawal.objects.filter(state__in=_OPEN)
    see, desk = Right.VIEW_CASH, "cash:desk"
    return (
        Queue(_("Deposits"), see, deposits, desk),
        Queue(_("Withdrawals"), see, withdrawals, desk),
        Queue(_("Corrections"), see, undecided(Correction), desk),
        Queue(_("Cash limits"), Right.VIEW_LIMITS, undecided(CashLimit), "cash:limits"),
        Queue(_("Findings of the ledger's check"), see, undecided(Acceptance), "cash:findings"),
    )


def rate_queues() -> tuple[Queue, ...]:
    """Rates, their recalls, and the rules about them."""
    see, page, rules = Right.VIEW_RATES, "rates:waiting", "rates:rules"
    return (
        Queue(_("Rates"), see, rates.waiting(), page),
        Queue(_("Rates to take out of effect"), see, rates.doubted(), page),
        Queue(_("Limits of rates"), see, undecided(RateLimit), rules),
        Queue(_("Spreads"), see, undecided(Spread), rules),
    )
