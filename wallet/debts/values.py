"""A player's debts, and the plan that pays them from balances."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import Final
from uuid import UUID

from wallet.ledger.models import Cause
from wallet.money.values import PLAY_MONEY, Money
from wallet.rates.selectors.rates import REAL
from wallet.rates.values import Quote

_DOWN: Final = Context(prec=80, rounding=ROUND_FLOOR)


_UP: Final = Context(prec=80, rounding=ROUND_CEILING)


@dataclass(frozen=True, slots=True)
class Debt:
    """Debt for one cause: a voided round, or a reversed deposit (`cause_id` is its reference).

    A disputed debt is reserved: it reduces what can be withdrawn, and is not collected.
    """

    cause: Cause
    cause_id: UUID
    money: Money
    since: datetime
    disputed: bool = False
    round_number: str | None = None

    @property
    def round_name(self) -> str:
        """Round number; the reference for a deposit, or for a round unknown to the casino."""
        return self.round_number or str(self.cause_id)


@dataclass(frozen=True, slots=True)
class DebtPayment:
    """Payment of a debt: `given` leaves a balance, `received` is its value in the debt's currency.

    The part of `received` beyond `paid`, less than one unit of `given`, stays with the player.
    """

    debt: Debt
    given: Money
    received: Money
    paid: Money
    quotes: tuple[Quote, Quote] | None = None  # of `given` and `received`, if exchanged


@dataclass(slots=True)
class SetOff:
    """Payments of debts in order, the balances after them, and what can be withdrawn."""

    payments: list[DebtPayment] = field(default_factory=list)
    balances: dict[str, Money] = field(default_factory=dict)
    free: dict[str, Money] = field(default_factory=dict)
    unpaid: list[Debt] = field(default_factory=list)

    def withdrawable(self, currency: str) -> Money:
        return self.free.get(currency, Money.zero(currency))

    @property
    def is_disputed(self) -> bool:
        """True if a disputed debt reserves money."""
        return any(debt.disputed for debt in self.unpaid)


@dataclass(frozen=True, slots=True)
class PaidDebt:
    money: Money
    cause: Cause
    cause_id: UUID
    round_number: str | None = None

    @property
    def round_name(self) -> str:
        """Round number; the reference for a deposit, or for a round unknown to the casino."""
        return self.round_number or str(self.cause_id)


def _in_order(own: str, last: str | None) -> list[str]:
    others = [code for code in REAL if code != own]
    return [own, *sorted(others, key=lambda code: code == last)]


def _payment(
    debt: Debt, left: Money, balance: Money, quotes: Mapping[str, Quote]
) -> DebtPayment | None:
    """Return a balance's payment of the rest of a debt; None without a rate, or if its value rounds to zero."""
    if balance.currency == left.currency:
        paid = min(left, balance)
        return DebtPayment(debt, paid, paid, paid)
    have, owed = quotes.get(balance.currency), quotes.get(left.currency)
    if have is None or owed is None:
        return None
    needed = _UP.divide(_UP.multiply(left.units, owed.rate), have.rate).to_integral_value(
        ROUND_CEILING
    )
    given = min(Money(int(needed), balance.currency), balance)
    bought = _DOWN.divide_int(_DOWN.multiply(given.units, have.rate), owed.rate)
    received = Money(int(bought), left.currency)
    if not received:
        return None
    return DebtPayment(debt, given, received, min(left, received), (have, owed))


def _pay(found: SetOff, debt: Debt, quotes: Mapping[str, Quote], last: str | None) -> None:
    """Pay one debt as far as the balances go; the rest stays unpaid."""
    left = debt.money
    for currency in _in_order(debt.money.currency, last):
        balance = found.balances.get(currency)
        if not left or balance is None or balance.units <= 0:
            continue
        payment = _payment(debt, left, balance, quotes)
        if payment is None:
            continue
        found.payments.append(payment)
        left -= payment.paid
        found.balances[currency] = balance - payment.given
        if payment.quotes:
            own = found.balances.get(left.currency, Money.zero(left.currency))
            found.balances[left.currency] = own + payment.received - payment.paid
    if left:
        found.unpaid.append(replace(debt, money=left))


def plan_set_off(
    debts: Iterable[Debt],
    balances: Iterable[Money],
    quotes: Mapping[str, Quote],
    last: str | None = None,
) -> SetOff:
    """Plan the payment of debts from real balances: oldest first, from its own currency, then from the others.

    Other currencies are converted at approved rates without a spread, in the order of `REAL`, `last` at the end; a
    currency without a rate pays only its own debts. Disputed debts are not paid, but money is reserved for them.
    """
    found, ordered = SetOff(), list(debts)
    found.balances = {one.currency: one for one in balances if one.currency != PLAY_MONEY}
    for debt in ordered:
        if not debt.disputed:
            _pay(found, debt, quotes, last)
    reserved = SetOff(balances=dict(found.balances))
    for debt in ordered:
        if debt.disputed:
            _pay(reserved, debt, quotes, last)
            found.unpaid.append(debt)
    # the remainder of a reserved exchange is not on the balance of the debt's currency yet
    found.free = {code: min(one, reserved.balances[code]) for code, one in found.balances.items()}
    return found
