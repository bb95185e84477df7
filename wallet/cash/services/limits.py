"""Limits: what an amount is measured against, and how a limit is changed by two people."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.roles import Right, require
from journal.models import Kind
from journal.services import record
from wallet.cash import selectors
from wallet.cash.errors import (
    AboveDay,
    AboveMost,
    BelowLeast,
    NoCashRate,
    NotWholeMinorUnits,
    PlayMoney,
    SecondPersonNeeded,
    StepTaken,
)
from wallet.cash.models import CashLimit, CashLimitDecision, Deposit, LimitName, Withdrawal
from wallet.cash.services.steps import reason as given
from wallet.errors import InvalidAmount, NoRate, UnknownCurrency
from wallet.money import BASE_CURRENCY, PLAY_MONEY, Money


@dataclass(frozen=True, slots=True)
class Measured:
    """An amount that passed: the rate, its worth, and whether a second person must agree."""

    rate: Decimal
    worth: Money
    needs_second: bool


def measure_deposit(player_id: int, money: Money) -> Measured:
    """Measure a deposit against every limit; raises the refusal of the one that it breaks."""
    found = _measure(money, LimitName.DEPOSIT_LEAST, LimitName.DEPOSIT_MOST)
    moved = selectors.moved_since(
        Deposit, player_id, timezone.now() - selectors.DAY, ("refused", "failed")
    )
    return _within_day(found, moved, LimitName.DEPOSIT_DAY, LimitName.DEPOSIT_SECOND)


def measure_withdrawal(player_id: int, money: Money) -> Measured:
    """Measure a withdrawal against every limit; raises the refusal of the one that it breaks."""
    found = _measure(money, LimitName.WITHDRAWAL_LEAST, LimitName.WITHDRAWAL_MOST)
    moved = selectors.moved_since(
        Withdrawal, player_id, timezone.now() - selectors.DAY, ("refused",)
    )
    return _within_day(found, moved, LimitName.WITHDRAWAL_DAY, LimitName.WITHDRAWAL_SECOND)


def _measure(money: Money, least_name: LimitName, most_name: LimitName) -> Measured:
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    if money.units <= 0:
        raise InvalidAmount(str(money))
    if money != selectors.payable(money):
        raise NotWholeMinorUnits(str(money))
    limits = selectors.limits()
    if money < (least := limits[least_name.value, money.currency]):
        raise BelowLeast(least)
    if money > (most := limits[most_name.value, money.currency]):
        raise AboveMost(most)
    try:
        worth, rate = selectors.usd(money)
    except NoRate as error:
        raise NoCashRate(money.currency) from error
    return Measured(rate, worth, needs_second=False)


def _within_day(
    found: Measured, moved: Money, day_name: LimitName, second_name: LimitName
) -> Measured:
    limits = selectors.limits()
    left = limits[day_name.value, BASE_CURRENCY] - moved
    if found.worth > left:
        raise AboveDay(selectors.payable(max(left, Money.zero(BASE_CURRENCY))))
    second = limits[second_name.value, BASE_CURRENCY]
    return Measured(found.rate, found.worth, needs_second=found.worth > second)


@transaction.atomic
def propose(name: LimitName, money: Money, *, acting_user: User, reason: str) -> CashLimit:
    """Propose a limit; it counts once another person approved it. Raises NotPermitted."""
    require(acting_user, Right.EDIT_LIMITS)
    if (name.value, money.currency) not in selectors.limits():
        raise UnknownCurrency(money.currency)
    if money.units < 0:
        raise InvalidAmount(str(money))
    row = CashLimit.objects.create(
        name=name,
        currency_id=money.currency,
        units=money.units,
        proposed_by=acting_user,
        reason=given(reason),
    )
    record(
        Kind.CASH_LIMIT_PROPOSED,
        actor=acting_user.pk,
        subject=f"limit {row.pk}",
        data={"name": name.value, "after": str(money), "reason": row.reason},
    )
    return row


@transaction.atomic
def decide(limit_id: int, *, approved: bool, acting_user: User) -> CashLimitDecision:
    """Approve or refuse a proposed limit, once, as another person. Raises NotPermitted."""
    require(acting_user, Right.APPROVE_LIMITS)
    row = CashLimit.objects.get(pk=limit_id)
    if row.proposed_by_id == acting_user.pk:
        raise SecondPersonNeeded
    money = Money(row.units, row.currency_id)
    before = selectors.limit(LimitName(row.name), row.currency_id)
    decision, made = CashLimitDecision.objects.get_or_create(
        limit=row, defaults={"approved": approved, "decided_by": acting_user}
    )
    if not made:
        if (decision.approved, decision.decided_by_id) != (approved, acting_user.pk):
            raise StepTaken
        return decision
    record(
        Kind.CASH_LIMIT_DECIDED,
        actor=acting_user.pk,
        subject=f"limit {row.pk}",
        data={
            "name": row.name,
            "approved": approved,
            "before": str(before),
            "after": str(money),
            "proposed_by": row.proposed_by_id,
        },
    )
    return decision
