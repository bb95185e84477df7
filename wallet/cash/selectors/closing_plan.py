"""Plan for closing an account: movements and obstacles. Read-only."""

from dataclasses import dataclass

from accounts.models.users import State, User
from accounts.restrictions.selectors.eligibility import may_withdraw
from journal.refusals import Refusal
from wallet.cash.models import OPEN_WITHDRAWALS, Deposit, DepositState, Withdrawal
from wallet.cash.refusals import (
    AlreadyClosed,
    DebtDisputed,
    DepositUnderWay,
    NoRateToPay,
    RoundOpen,
    StaffAccountNotClosable,
    WithdrawalsClosed,
    WithdrawalUnderWay,
)
from wallet.cash.selectors import withdrawal_stop
from wallet.debts.selectors import current_set_off
from wallet.debts.values import SetOff
from wallet.ledger.selectors import funds
from wallet.money import values
from wallet.money.values import PLAY_MONEY, Money
from wallet.rates.refusals import NoRate
from wallet.rates.selectors import rates


@dataclass(frozen=True, slots=True)
class ClosingPlan:
    """Movements of a closing: `debts` paid, `dust` added, `whole` amounts paid out, `play` money returned.

    `obstacles` prevent closing; `paying` only prevents paying out, which staff may do later.
    """

    balances: list[Money]
    real: list[Money]
    debts: SetOff
    dust: list[Money]
    whole: list[Money]
    play: Money
    obstacles: list[Refusal]
    paying: list[Refusal]


def plan_closing(player: User) -> ClosingPlan:
    """Return the plan for closing the account of this loaded player now. Twelve queries at most."""
    balances = funds.balances(player.pk)
    debts = current_set_off(player.pk)
    real = list(debts.balances.values())
    whole = [money + values.missing_to_coin(money) for money in real if money]
    owed = [money for money in balances if money.currency == PLAY_MONEY]
    return ClosingPlan(
        balances=balances,
        real=real,
        debts=debts,
        dust=[missing for money in real if (missing := values.missing_to_coin(money))],
        whole=whole,
        play=owed[0] if owed else Money.zero(PLAY_MONEY),
        obstacles=_obstacles(player),
        paying=_paying(player, whole, debts),
    )


def _obstacles(player: User) -> list[Refusal]:
    found: list[Refusal] = []
    if player.is_staff:
        found.append(StaffAccountNotClosable())
    if player.state == State.CLOSED:
        found.append(AlreadyClosed())
    if funds.load_money_in_play(player.pk):
        found.append(RoundOpen())
    under_way = (DepositState.REQUESTED, DepositState.PENDING)
    if Deposit.objects.filter(player=player, state__in=under_way).exists():
        found.append(DepositUnderWay())
    if Withdrawal.objects.filter(player=player, state__in=OPEN_WITHDRAWALS).exists():
        found.append(WithdrawalUnderWay())
    return found


def _paying(player: User, whole: list[Money], debts: SetOff) -> list[Refusal]:
    if not whole:
        return []
    found: list[Refusal] = [DebtDisputed()] if debts.is_disputed else []
    if refusal := may_withdraw(player):
        found.append(refusal.refusal)
    if not withdrawal_stop.are_withdrawals_open(player.pk):
        found.append(WithdrawalsClosed())
    for money in whole:
        try:
            rates.latest_rate(money.currency)
        except NoRate:
            found.append(NoRateToPay(money.currency))
    return found
