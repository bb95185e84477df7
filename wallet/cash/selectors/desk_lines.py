"""Deposits and withdrawals as lines of the desk's lists."""

from dataclasses import dataclass

from wallet.cash.models import MAY_BE_HELD, Deposit, Withdrawal
from wallet.money.values import BASE_CURRENCY, Money


@dataclass(frozen=True, slots=True)
class DeskLine:
    """One deposit or withdrawal in a list."""

    one: Deposit | Withdrawal
    money: Money
    worth: Money
    charged_back: bool = False

    @property
    def is_withdrawal(self) -> bool:
        return isinstance(self.one, Withdrawal)

    @property
    def may_be_held(self) -> bool:
        return isinstance(self.one, Withdrawal) and self.one.state in MAY_BE_HELD


def build_desk_line(one: Deposit | Withdrawal, *, charged_back: bool = False) -> DeskLine:
    """Return a deposit or withdrawal with its amounts as money."""
    money, worth = Money(one.units, one.currency_id), Money(one.amount_usd, BASE_CURRENCY)
    return DeskLine(one, money, worth, charged_back)
