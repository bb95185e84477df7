"""Texts of the cash desk: states, next steps, and the actions available to a user."""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.roles.values import Right
from accounts.values.currencies import REAL_CURRENCIES
from accounts.values.reasons import OwnReason
from limits.values import CashLimitKind
from wallet.cash.models import (
    MAY_BE_HELD,
    OPEN_WITHDRAWALS,
    Deposit,
    DepositState,
    DepositStep,
    Withdrawal,
    WithdrawalState,
    WithdrawalStep,
)
from wallet.cash.selectors import cash_limits, payments
from wallet.cash.selectors.desk_lines import DeskLine
from wallet.providers.services import registry


@dataclass(frozen=True, slots=True)
class DeskAction:
    name: str
    label: str | Promise
    main: bool = False


_WITH_PROVIDER: Final = (WithdrawalState.SENT, WithdrawalState.DOUBTED)
APPROVE: Final = DeskAction("approve", _("Approve"), main=True)
SEND: Final = DeskAction("send", _("Have its provider pay it"), main=True)
AGAIN: Final = DeskAction("again", _("Tell the provider again"))
PAY: Final = DeskAction("pay", _("It is paid: reference above"), main=True)
DOUBT: Final = DeskAction("doubt", _("The provider did not pay it: ask a second person"))
BOUNCE: Final = DeskAction("bounce", _("Confirm: it was not paid"), main=True)
WAIT: Final = DeskAction("wait", _("Go on waiting for the provider"))
HOLD: Final = DeskAction("hold", _("Hold for review"))
RELEASE: Final = DeskAction("release", _("Release"), main=True)
REFUSE: Final = DeskAction("refuse", _("Refuse, money back"))
REFUSE_DEPOSIT: Final = DeskAction("refuse", _("Refuse"))
REFUND: Final = DeskAction("refund", _("Have the provider return it"), main=True)


_NEXT: Final[Mapping[str, str | Promise]] = {
    WithdrawalState.REQUESTED: _("Next: a cashier approves it or refuses it."),
    WithdrawalState.SECOND: _("Next: a compliance manager, who is another person, approves it."),
    WithdrawalState.APPROVED: _("Next: a cashier pays it and writes down the payment's reference."),
    WithdrawalState.DOUBTED: _(
        "Next: a compliance manager, who is another person, asks the provider too and confirms that it was not paid; or it goes on waiting."
    ),
    WithdrawalState.BOUNCED: _("Next: a cashier has it paid in another way, or refuses it."),
    WithdrawalState.HELD: _("Next: compliance releases it, or it is refused."),
}


def desk_state(line: DeskLine) -> str:
    """Return the state of a deposit or withdrawal as the desk shows it."""
    at_desk = isinstance(line.one, Deposit) and line.one.provider == registry.MANUAL
    if at_desk and line.one.state == DepositState.REQUESTED:
        return str(_("Waiting for a second person"))
    if line.charged_back:
        return str(_("Charged back, not decided"))
    return line.one.get_state_display()


def next_step(one: Deposit | Withdrawal) -> str | Promise:
    """Return who has to do what next; "" if it has ended or waits for a provider. One query at most."""
    if isinstance(one, Withdrawal):
        return _NEXT.get(one.state, "")
    if (
        one.state == DepositState.CREDITED
        and payments.charged_back_deposits().filter(pk=one.pk).exists()
    ):
        return _(
            "The provider says that this payment failed after all. The player's withdrawals are held. Next: a cashier proposes to reverse it, and a compliance manager decides."
        )
    if (one.provider, one.state) == (registry.MANUAL, DepositState.REQUESTED):
        return _("Next: a compliance manager, who is another person, approves it or refuses it.")
    return ""


def withdrawal_actions(
    withdrawal: Withdrawal,
    history: Sequence[WithdrawalStep],
    user: User,
    rights: AbstractSet[Right],
    *,
    opened: bool,
) -> list[DeskAction]:
    """Return the actions of this user on a withdrawal with these steps; the services check again.

    `opened`: withdrawals are open.
    """
    state, found = WithdrawalState(withdrawal.state), []
    approves = opened and history[0].acting_user_id != user.pk
    if state == WithdrawalState.REQUESTED and approves and Right.DO_CASH in rights:
        found.append(APPROVE)
    second = Right.APPROVE_CASH in rights and history[-1].acting_user_id != user.pk
    if state == WithdrawalState.SECOND and approves and second:
        found.append(APPROVE)
    if opened and Right.DO_CASH in rights:
        found += _payments(withdrawal, state)
    if rights & {Right.DO_CASH, Right.APPROVE_CASH}:
        found += _doubts(state, another=second)
    reviewed = state == WithdrawalState.HELD and history[-1].note == OwnReason.CASE_REVIEW
    if state == WithdrawalState.HELD and not reviewed and Right.HOLD_CASH in rights:
        found.append(RELEASE)
    if state in MAY_BE_HELD and Right.HOLD_CASH in rights:
        found.append(HOLD)
    ends = state in OPEN_WITHDRAWALS and state not in _WITH_PROVIDER and not reviewed
    if ends and rights & {Right.DO_CASH, Right.APPROVE_CASH}:
        found.append(REFUSE)
    return found


def _doubts(state: WithdrawalState, *, another: bool) -> list[DeskAction]:
    """Actions about a silent provider."""
    if state == WithdrawalState.SENT:
        return [DOUBT]
    if state == WithdrawalState.DOUBTED:
        return [BOUNCE, WAIT] if another else [WAIT]
    return []


def _payments(withdrawal: Withdrawal, state: WithdrawalState) -> list[DeskAction]:
    """Ways to pay it: by its provider, or manually."""
    by_provider = (
        withdrawal.provider in registry.payout_providers()
        and withdrawal.provider != registry.MANUAL
    )
    if state == WithdrawalState.SENT:
        return [AGAIN] if by_provider else []
    if state == WithdrawalState.APPROVED:
        return [SEND, PAY] if by_provider else [PAY]
    return [PAY] if state == WithdrawalState.BOUNCED else []


def deposit_actions(
    deposit: Deposit, last: DepositStep, user: User, rights: AbstractSet[Right]
) -> list[DeskAction]:
    """Return the actions of this user on a deposit; the services check again."""
    if deposit.state in {DepositState.REFUSED, DepositState.REVERSED}:
        service = registry.find_provider(deposit.provider)
        return [REFUND] if service and service.refunds and Right.DO_CASH in rights else []
    if (deposit.provider, deposit.state) != (registry.MANUAL, DepositState.REQUESTED):
        return []
    found = []
    if Right.APPROVE_CASH in rights and last.acting_user_id != user.pk:
        found.append(APPROVE)
    if rights & {Right.DO_CASH, Right.APPROVE_CASH}:
        found.append(REFUSE_DEPOSIT)
    return found


def limits_table() -> list[Mapping[str, object]]:
    """Return the limits in force: name, and amount per real currency. One query."""
    found = cash_limits.limits_in_force()
    return [
        {
            "label": name.label,
            "amounts": [(code, found.get((name.value, code))) for code in REAL_CURRENCIES],
        }
        for name in CashLimitKind
    ]
