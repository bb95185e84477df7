"""Cash limits: measuring amounts against them, and changing them with two people."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models.users import User
from accounts.roles.services import build_right_check, require
from accounts.roles.values import Right
from approvals.services import DecisionFlow, ReasonPolicy
from journal.models import EventKind
from journal.services.recording import record
from limits.models import CashLimit, CashLimitDecision
from limits.refusals import LimitReached
from limits.values import CashLimitKind, LimitLeft
from wallet.cash.models import Deposit
from wallet.cash.refusals import (
    AboveDailyLimit,
    AboveMaximum,
    BelowMinimum,
    NoCashRate,
    NotWholeMinorUnits,
)
from wallet.cash.selectors import cash_limits, payments, player_holdings
from wallet.cash.selectors.deposit_allowance import find_tightest_limit
from wallet.cash.services.steps import require_note
from wallet.ledger.refusals import PlayMoney
from wallet.money import values
from wallet.money.refusals import InvalidAmount, UnknownCurrency
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money
from wallet.player_limits.words import limit_text, limit_text_for_staff
from wallet.providers.services import registry
from wallet.rates.refusals import NoRate

_FLOW: Final = DecisionFlow(
    CashLimitDecision, build_right_check(Right.APPROVE_LIMITS), ReasonPolicy.OPTIONAL
)


@dataclass(frozen=True, slots=True)
class MeasuredAmount:
    """Amount that passed the limits: rate, USD value, and whether a second person must approve.

    `day` is what is compared with the second-person limit: this amount and the player's others of the last 24 hours, so
    splitting an amount does not avoid it.
    """

    rate: Decimal
    worth: Money
    needs_second: bool
    day: Money


def measure_deposit(player: User, money: Money, *, provider: str) -> MeasuredAmount:
    """Measure a deposit against every limit. Raises the refusal of the exceeded limit.

    Only deposits recorded at the desk count towards the second-person limit, whoever recorded them. Before creating the
    deposit the caller must lock the player's row: otherwise two concurrent deposits could pass a limit together.
    """
    limits = cash_limits.limits_in_force()
    worth, rate = _worth(money, limits, CashLimitKind.DEPOSIT_LEAST, CashLimitKind.DEPOSIT_MOST)
    since = timezone.now() - payments.DAY
    moved = payments.sum_payments_since(Deposit, player.pk, since)
    _see_day(worth, moved, limits, CashLimitKind.DEPOSIT_DAY)
    _see_own(player, worth, by_staff=provider == registry.MANUAL)
    if provider != registry.MANUAL:
        return MeasuredAmount(rate, worth, needs_second=False, day=worth)
    desk = payments.sum_payments_since(Deposit, player.pk, since, provider=provider)
    return _measure_amount(rate, worth, desk, limits[CashLimitKind.DEPOSIT_SECOND, BASE_CURRENCY])


def measure_withdrawal(player_id: int, money: Money) -> MeasuredAmount:
    """Measure a withdrawal against every limit, raised by the player's tier. Raises the refusal of the exceeded limit.

    The caller must lock the player's row; a concurrent change of tier counts for the next withdrawal.
    """
    limits = cash_limits.load_player_limits(player_id)
    worth, rate = _worth(
        money, limits, CashLimitKind.WITHDRAWAL_LEAST, CashLimitKind.WITHDRAWAL_MOST
    )
    moved = payments.sum_recent_withdrawals(player_id)
    _see_day(worth, moved, limits, CashLimitKind.WITHDRAWAL_DAY)
    return _measure_amount(
        rate, worth, moved, limits[CashLimitKind.WITHDRAWAL_SECOND, BASE_CURRENCY]
    )


def measure_last_withdrawal(player_id: int, money: Money) -> MeasuredAmount:
    """Measure the balance of an account being closed. Raises NoCashRate.

    No limit applies, but a second person may have to approve.
    """
    worth, rate = _worth_in_usd(money)
    moved = payments.sum_recent_withdrawals(player_id)
    return _measure_amount(
        rate, worth, moved, cash_limits.limit_in_force(CashLimitKind.WITHDRAWAL_SECOND)
    )


def _worth(
    money: Money, limits: cash_limits.Limits, least_kind: CashLimitKind, most_kind: CashLimitKind
) -> tuple[Money, Decimal]:
    if money.currency == PLAY_MONEY:
        raise PlayMoney
    if money.units <= 0:
        raise InvalidAmount(detail=str(money))
    if money != values.round_down_to_coin(money):
        raise NotWholeMinorUnits(detail=str(money))
    if money < (least := limits[least_kind, money.currency]):
        raise BelowMinimum(least_kind, least)
    if money > (most := limits[most_kind, money.currency]):
        raise AboveMaximum(most_kind, most)
    return _worth_in_usd(money)


def _worth_in_usd(money: Money) -> tuple[Money, Decimal]:
    try:
        return player_holdings.worth_in_usd(money)
    except NoRate as error:
        raise NoCashRate(detail=money.currency) from error


def _see_day(worth: Money, moved: Money, limits: cash_limits.Limits, kind: CashLimitKind) -> None:
    limit = limits[kind, BASE_CURRENCY]
    left = limit - moved
    if worth > left:
        raise AboveDailyLimit(kind, limit, max(left, Money.zero(BASE_CURRENCY)))


def _see_own(player: User, worth: Money, *, by_staff: bool) -> None:
    """Raise LimitReached if the tightest of the player's own, the profile's and house limits is exceeded.

    Raises NoCashRate if a default of the profile cannot be compared.
    """
    try:
        found = find_tightest_limit(player, timezone.now())
    except NoRate as error:
        raise NoCashRate(detail=str(error.detail)) from error
    if found is None or worth.units <= found.amount:
        return
    if by_staff:
        raise LimitReached(found.limit, limit_text_for_staff(found), field="amount")
    raise LimitReached(found.limit, limit_text(found, player.display_currency), field="amount")


def exceeds_player_limit(deposit: Deposit) -> bool:
    """True if crediting this deposit of a locked player now exceeds the current limits. Four queries at most.

    It was measured when it was begun. Since then a limit may have been lowered, or another deposit may have used the
    amount that a failed or expired one released.
    """
    return _exceeded_limit(deposit) is not None


def require_player_limit(deposit: Deposit) -> None:
    """Raise LimitReached, worded for staff, if `exceeds_player_limit` is True."""
    if found := _exceeded_limit(deposit):
        raise LimitReached(found.limit, limit_text_for_staff(found), field="amount")


def _exceeded_limit(deposit: Deposit) -> LimitLeft | None:
    found = find_tightest_limit(deposit.player, timezone.now(), paid=deposit)
    return found if found is not None and deposit.amount_usd > found.amount else None


def _measure_amount(rate: Decimal, worth: Money, moved: Money, limit: Money) -> MeasuredAmount:
    day = moved + worth
    return MeasuredAmount(rate, worth, needs_second=day > limit, day=day)


@transaction.atomic
def propose_cash_limit(
    kind: CashLimitKind, money: Money, *, acting_user: User, reason: str
) -> CashLimit:
    """Propose a limit; it is in force once another person approves it.

    Raises NotPermitted, UnknownCurrency, InvalidAmount, ReasonMissing.
    """
    require(acting_user, Right.EDIT_LIMITS)
    if (kind.value, money.currency) not in cash_limits.limits_in_force():
        raise UnknownCurrency(detail=money.currency)
    if money.units < 0:
        raise InvalidAmount(detail=str(money))
    row = CashLimit.objects.create(
        kind=kind,
        currency=money.currency,
        amount=money.units,
        proposed_by=acting_user,
        reason=require_note(reason),
    )
    record(
        EventKind.CASH_LIMIT_PROPOSED,
        actor=acting_user.pk,
        subject=f"limit {row.pk}",
        data={
            "name": kind.value,
            "before": str(cash_limits.limit_in_force(kind, money.currency)),
            "after": str(money),
            "reason": row.reason,
        },
    )
    return row


@transaction.atomic
def decide_cash_limit(
    limit_id: int, *, approved: bool, acting_user: User, reason: str = ""
) -> CashLimitDecision:
    """Approve or refuse a proposed limit. Raises as `DecisionFlow.decide`."""
    verdict = _FLOW.make_verdict(approved=approved, acting_user=acting_user, reason=reason)
    row = CashLimit.objects.get(pk=limit_id)
    before = cash_limits.limit_in_force(CashLimitKind(row.kind), row.currency)
    decision, is_new = _FLOW.decide(row, verdict)
    if is_new:
        record(
            EventKind.CASH_LIMIT_DECIDED,
            actor=acting_user.pk,
            subject=f"limit {row.pk}",
            data={
                "name": row.kind,
                "approved": approved,
                "before": str(before),
                "after": str(Money(row.amount, row.currency)),
                "proposed_by": row.proposed_by_id,
            },
        )
    return decision
