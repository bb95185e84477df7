"""What closing an account would do, and what stands in its way. Nothing here changes anything."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import State, User
from accounts.selectors import may_withdraw
from wallet.cash.models import OPEN_WITHDRAWALS, Deposit, DepositState, Withdrawal
from wallet.cash.refusals import NoCashRate, WithdrawalsClosed
from wallet.cash.selectors import withdrawal_stop
from wallet.debts.selectors import current_set_off
from wallet.debts.values import SetOff
from wallet.ledger.selectors import funds as ledger
from wallet.money import values
from wallet.money.values import PLAY_MONEY, Money
from wallet.rates.refusals import NoRate
from wallet.rates.selectors import rates

_ALREADY = _("This account is closed already.")
_STAFF = _("Staff accounts are not closed here.")
_ROUND = _("A round is still open: it has to end first.")
_DEPOSIT = _("A deposit is still on its way.")
_DISPUTED = _("You owe money, and a dispute about it is open: it has to be decided first.")
_WITHDRAWAL = _("A withdrawal has not ended yet: it has to be paid or refused first.")


@dataclass(frozen=True, slots=True)
class ClosingPlan:
    """What the closing moves of each balance: `debts` are paid, `dust` is given, `whole` paid out, `play` goes back to the house.

    With `obstacles` it is refused; those of `paying` stand in the way of paying out only, which staff may do later.
    """

    balances: list[Money]
    real: list[Money]
    debts: SetOff
    dust: list[Money]
    whole: list[Money]
    play: Money
    obstacles: list[str | Promise]
    paying: list[str | Promise]


def plan_closing(player: User) -> ClosingPlan:
    """Return what closing this account would do now, of the player as loaded. Twelve queries at most."""
    balances = ledger.balances(player.pk)
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


def _obstacles(player: User) -> list[str | Promise]:
    """What nobody closes over: the money of it is still on its way."""
    found: list[str | Promise] = []
    if player.is_staff:
        found.append(_STAFF)
    if player.state == State.CLOSED:
        found.append(_ALREADY)
    if ledger.in_play(player.pk):
        found.append(_ROUND)
    under_way = (DepositState.REQUESTED, DepositState.PENDING)
    if Deposit.objects.filter(player=player, state__in=under_way).exists():
        found.append(_DEPOSIT)
    if Withdrawal.objects.filter(player=player, state__in=OPEN_WITHDRAWALS).exists():
        found.append(_WITHDRAWAL)
    return found


def _paying(player: User, whole: list[Money], debts: SetOff) -> list[str | Promise]:
    if not whole:
        return []
    found: list[str | Promise] = [_DISPUTED] if debts.is_disputed else []
    if refusal := may_withdraw(player):
        found.append(refusal.message)
    if not withdrawal_stop.withdrawals_open(player.pk):
        found.append(WithdrawalsClosed.message)
    for money in whole:
        try:
            rates.latest_rate(money.currency)
        except NoRate:
            found.append(f"{money.currency}: {NoCashRate.message}")
    return found
