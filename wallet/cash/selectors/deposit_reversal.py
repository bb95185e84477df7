"""Plan of a deposit's reversal: from the balance, then from held withdrawals, the rest as a debt. Read-only."""

from dataclasses import dataclass
from hashlib import sha256

from wallet.cash.models import (
    Deposit,
    Withdrawal,
    WithdrawalRefusal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.ledger.models import Transfer, TransferKind
from wallet.ledger.selectors import funds
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class ReversalPlan:
    """Sources of the amount: `balance`, `refused` withdrawals, and `owed` as a debt."""

    transfer: Transfer
    deposit: Deposit
    amount: Money
    balance: Money
    refused: list[tuple[Withdrawal, Money]]
    owed: Money

    @property
    def digest(self) -> str:
        """Digest by which a changed plan is detected at approval."""
        refused = [(one.number, str(money)) for one, money in self.refused]
        facts = (self.transfer.pk, str(self.amount), str(self.balance), refused, str(self.owed))
        return sha256(repr(facts).encode()).hexdigest()


def plan_reversal(transfer: Transfer) -> ReversalPlan | None:
    """Return the plan for reversing this transfer now; None unless it credited a deposit. Three queries.

    Held withdrawals of the same currency are refused whole, oldest first, as needed.
    """
    if transfer.kind != TransferKind.DEPOSIT:
        return None
    deposit = Deposit.objects.filter(steps__transfer=transfer).first()
    if deposit is None:
        return None
    amount = Money(deposit.units, deposit.currency_id)
    zero = Money.zero(amount.currency)
    balance = funds.balance(deposit.player_id, amount.currency)
    there, refused = balance, []
    for withdrawal in _held_withdrawals(deposit):
        if there >= amount:
            break
        money = Money(withdrawal.units, amount.currency)
        refused.append((withdrawal, money))
        there += money
    return ReversalPlan(
        transfer, deposit, amount, min(balance, amount), refused, max(amount - there, zero)
    )


@dataclass(frozen=True, slots=True)
class ReversalEffects:
    """Refused withdrawals and debt of a reversal."""

    refused: list[Withdrawal]
    owed: Money | None


def load_reversal_effects(reversal: Transfer) -> ReversalEffects:
    """Return the refused withdrawals and the debt that share a reversal's transaction. Two queries."""
    steps = WithdrawalStep.objects.filter(
        withdrawal__player=reversal.player_id,
        to_state=WithdrawalState.REFUSED,
        told_player=WithdrawalRefusal.REVERSED,
        transfer__xact=reversal.xact,
    )
    debts = Transfer.objects.filter(
        player=reversal.player_id, kind=TransferKind.ADVANCE, xact=reversal.xact
    )
    owed = debts.first()
    return ReversalEffects(
        [step.withdrawal for step in steps.select_related("withdrawal").order_by("id")],
        Money(owed.amount, owed.currency_id) if owed else None,
    )


def _held_withdrawals(deposit: Deposit) -> list[Withdrawal]:
    rows = Withdrawal.objects.filter(player=deposit.player_id, currency=deposit.currency_id)
    return list(rows.filter(state=WithdrawalState.HELD).order_by("id"))
