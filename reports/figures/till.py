"""A cashier's till: manual deposits and payouts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts.models.users import User
from reports.values.period import Period
from wallet.cash.models import (
    Deposit,
    DepositState,
    DepositStep,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.money.values import BASE_CURRENCY, Money

IN: Final = "deposit"
OUT: Final = "withdrawal"


@dataclass(frozen=True, slots=True)
class TillAct:
    """A movement that a cashier carried out; negative if money left the till."""

    at: datetime
    kind: str
    number: str
    player: str
    player_id: int
    money: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class TillSum:
    currency: str
    acts: int
    taken: Money
    paid: Money

    @property
    def difference(self) -> Money:
        """Deposits less payouts."""
        return self.taken - self.paid


@dataclass(frozen=True, slots=True)
class TillFigures:
    """A cashier's movements, latest first."""

    acts: tuple[TillAct, ...]

    @property
    def sums(self) -> tuple[TillSum, ...]:
        return tuple(self._sum(code) for code in sorted({act.money.currency for act in self.acts}))

    def _sum(self, code: str) -> TillSum:
        own, nothing = (
            [act.money for act in self.acts if act.money.currency == code],
            Money.zero(code),
        )
        return TillSum(
            code,
            len(own),
            sum((one for one in own if one > nothing), nothing),
            sum((-one for one in own if one < nothing), nothing),
        )


def load_figures(period: Period, cashier: User) -> TillFigures:
    """Return the deposits this person recorded, when credited, and the withdrawals they paid. Two queries.

    The recorder counts: a large deposit is credited by another person, who never held the cash.
    """
    within = {"at__gte": period.since, "at__lt": period.until}
    taken = {"deposit__steps__from_state": "", "deposit__steps__acting_user": cashier}
    deposits = DepositStep.objects.filter(to_state=DepositState.CREDITED, **within).filter(**taken)
    payouts = WithdrawalStep.objects.filter(
        to_state=WithdrawalState.PAID, acting_user=cashier, **within
    )
    acts = [
        *(
            _act(IN, step.at, step.deposit, 1)
            for step in deposits.select_related("deposit__player")
        ),
        *(
            _act(OUT, step.at, step.withdrawal, -1)
            for step in payouts.select_related("withdrawal__player")
        ),
    ]
    return TillFigures(tuple(sorted(acts, key=lambda act: act.at, reverse=True)))


def _act(kind: str, at: datetime, of: Deposit | Withdrawal, sign: int) -> TillAct:
    return TillAct(
        at,
        kind,
        of.number,
        of.player.full_name,
        of.player_id,
        Money(sign * of.units, of.currency_id),
        Money(sign * of.amount_usd, BASE_CURRENCY),
    )
