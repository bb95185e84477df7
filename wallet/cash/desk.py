"""What the cashier's pages show: what waits, and what this person may do with it."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.roles import Right
from wallet import providers
from wallet.cash import selectors
from wallet.cash.models import (
    OPEN_WITHDRAWALS,
    CashLimit,
    Deposit,
    DepositState,
    DepositStep,
    LimitName,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.money import BASE_CURRENCY, Money

LATELY: Final = 20


@dataclass(frozen=True, slots=True)
class Action:
    """A button: what it does, its words, and whether a reason has to be written first."""

    name: str
    label: str | Promise
    needs_note: bool = True
    main: bool = False


APPROVE: Final = Action("approve", _("Approve"), needs_note=False, main=True)
PAY: Final = Action("pay", _("It is paid: reference above"), main=True)
HOLD: Final = Action("hold", _("Hold for review"))
RELEASE: Final = Action("release", _("Release"), main=True)
REFUSE: Final = Action("refuse", _("Refuse, money back"))
REFUSE_DEPOSIT: Final = Action("refuse", _("Refuse"))


@dataclass(frozen=True, slots=True)
class Line:
    """One deposit or withdrawal in a list."""

    one: Deposit | Withdrawal
    money: Money
    worth: Money


@dataclass(frozen=True, slots=True)
class Proposal:
    """A limit that waits for a second person, beside the one in force."""

    row: CashLimit
    before: Money
    after: Money
    own: bool


def line(one: Deposit | Withdrawal) -> Line:
    """Return a deposit or withdrawal with its amounts as money."""
    return Line(one, Money(one.units, one.currency_id), Money(one.amount_usd, BASE_CURRENCY))


def waiting_withdrawals() -> list[Line]:
    """Return withdrawals that nobody has paid or refused, oldest first. One query."""
    rows = selectors.withdrawals().filter(state__in=OPEN_WITHDRAWALS).order_by("id")
    return [line(row) for row in rows]


def waiting_deposits() -> list[Line]:
    """Return recorded deposits that wait for a second person, oldest first. One query."""
    rows = selectors.deposits().filter(provider=providers.MANUAL, state=DepositState.REQUESTED)
    return [line(row) for row in rows.order_by("id")]


def lately() -> list[Line]:
    """Return what was decided last, newest request first. Two queries."""
    done: list[Deposit | Withdrawal] = [
        *selectors.deposits()
        .filter(provider=providers.MANUAL)
        .exclude(state=DepositState.REQUESTED)[:LATELY],
        *selectors.withdrawals().exclude(state__in=OPEN_WITHDRAWALS)[:LATELY],
    ]
    done.sort(key=lambda one: one.created_at, reverse=True)
    return [line(one) for one in done[:LATELY]]


def withdrawal_actions(
    withdrawal: Withdrawal,
    last: WithdrawalStep,
    user: User,
    rights: AbstractSet[Right],
    *,
    opened: bool,
) -> list[Action]:
    """Return what this person may do now; the services judge again."""
    state, found = WithdrawalState(withdrawal.state), []
    if state == WithdrawalState.REQUESTED and opened and Right.DO_CASH in rights:
        found.append(APPROVE)
    second = Right.APPROVE_CASH in rights and last.acting_user_id != user.pk
    if state == WithdrawalState.SECOND and opened and second:
        found.append(APPROVE)
    if state == WithdrawalState.APPROVED and opened and Right.DO_CASH in rights:
        found.append(PAY)
    if state == WithdrawalState.HELD and Right.HOLD_CASH in rights:
        found.append(RELEASE)
    if state in OPEN_WITHDRAWALS:
        if state != WithdrawalState.HELD and Right.HOLD_CASH in rights:
            found.append(HOLD)
        if rights & {Right.DO_CASH, Right.APPROVE_CASH}:
            found.append(REFUSE)
    return found


def deposit_actions(
    deposit: Deposit, last: DepositStep, user: User, rights: AbstractSet[Right]
) -> list[Action]:
    """Return what this person may do now; the services judge again."""
    if (deposit.provider, deposit.state) != (providers.MANUAL, DepositState.REQUESTED):
        return []
    found = []
    if Right.APPROVE_CASH in rights and last.acting_user_id != user.pk:
        found.append(APPROVE)
    if rights & {Right.DO_CASH, Right.APPROVE_CASH}:
        found.append(REFUSE_DEPOSIT)
    return found


def limits_table() -> list[Mapping[str, object]]:
    """Return the limits in force: the name, and what it is in each real currency. One query."""
    found = selectors.limits()
    return [
        {
            "label": name.label,
            "amounts": [found.get((name.value, code)) for code in selectors.REAL_CURRENCIES],
        }
        for name in LimitName
    ]


def proposals(user: User) -> list[Proposal]:
    """Return the limits that wait for a second person. Two queries."""
    found = selectors.limits()
    rows = CashLimit.objects.filter(decision=None).select_related("proposed_by").order_by("id")
    return [
        Proposal(
            row,
            found[row.name, row.currency_id],
            Money(row.units, row.currency_id),
            row.proposed_by_id == user.pk,
        )
        for row in rows
    ]
