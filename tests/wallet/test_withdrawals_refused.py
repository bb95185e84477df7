"""Refused withdrawals: by amount, by the player's state, or by the check of the ledger."""

from dataclasses import asdict
from uuid import uuid4

import pytest
from pytest_django import Settings

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from journal.refusals import NotAllowed, Refusal
from tests.wallet.cash import checked, person
from tests.wallet.ledger import funded, refused, refused_by_sql, staked, usd
from tests.wallet.rates import approved
from tests.wallet.test_withdrawals import asked, cashier, held, waiting
from wallet.cash.refusals import (
    AboveDailyLimit,
    AboveMaximum,
    BelowMinimum,
    NoCashRate,
    NotWholeMinorUnits,
    WithdrawalsClosed,
)
from wallet.cash.selectors.withdrawal_stop import WithdrawalStop, find_stop_reason
from wallet.cash.services import withdrawals
from wallet.ledger.models import LedgerCheck
from wallet.ledger.refusals import InsufficientFunds, PlayMoney
from wallet.ledger.selectors import reconciliation
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services import movements
from wallet.money.values import Money, round_down_to_coin

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


@pytest.mark.parametrize(
    ("text", "currency", "error"),
    [
        ("5000.01", "USD", InsufficientFunds),
        ("10000.01", "USD", AboveMaximum),
        ("4.99", "USD", BelowMinimum),
        ("10.005", "USD", NotWholeMinorUnits),
        ("10.00", "PLY", PlayMoney),
        ("10.00", "EUR", NoCashRate),
    ],
)
def test_amounts_that_cannot_be_paid_are_refused(
    text: str, currency: str, error: type[Refusal]
) -> None:
    funded(text="5000.00")
    with refused(error):
        asked(text, currency)


def test_stakes_and_held_money_cannot_be_withdrawn() -> None:
    waiting("1000.00")
    staked(person().pk, "3900.00")
    with refused(InsufficientFunds):
        asked("100.01")
    asked("100.00")
    assert (balance(person().pk), held()) == (usd("0"), ["1100.00 USD"])


def test_dust_stays_with_the_player() -> None:
    ana = funded(text="20.0055")
    assert round_down_to_coin(balance(ana)) == usd("20.00")
    asked("20.00")
    assert balance(ana) == usd("0.0055")


def test_a_day_has_its_limit_in_usd_over_all_currencies() -> None:
    approved("EUR", "2")
    funded(text="15000.00")
    movements.credit_deposit(person().pk, Money.parse("9000", "EUR"), key=uuid4(), provider="demo")
    asked("9000.00")
    asked("5000.00", "EUR")
    with refused(AboveDailyLimit):
        asked("500.01", "EUR")
    back = asked("1000.00")
    with refused(AboveDailyLimit):
        asked("5.00")
    withdrawals.refuse_withdrawal(
        back.pk, seen=1, acting_user=cashier(), reason="no", told_player="review"
    )
    asked("1000.00")


def unverified(user: User) -> None:
    User.objects.filter(pk=user.pk).update(verified_at=None, verification_method="")


@pytest.mark.parametrize("state", ["locked", "closed", "pending"])
def test_some_states_are_not_paid(state: str) -> None:
    funded(text="5000.00")
    User.objects.filter(pk=person().pk).update(state=state)
    with refused(NotAllowed):
        asked()


@pytest.mark.parametrize("state", [State.SELF_EXCLUDED, State.OPERATOR_EXCLUDED, State.SUSPENDED])
def test_barred_players_can_withdraw(state: State) -> None:
    funded(text="5000.00")
    change_state(person(), state, "asked for it", None)
    asked()
    assert held() == ["100.00 USD"]


def test_only_verified_players_are_paid() -> None:
    funded(text="5000.00")
    unverified(person())
    with refused(NotAllowed):
        asked()


def test_while_the_ledger_check_fails_no_money_leaves() -> None:
    withdrawal, worker = waiting(), cashier()
    assert find_stop_reason() is None
    checked(passed=False)
    assert find_stop_reason() is WithdrawalStop.BROKEN
    with refused(WithdrawalsClosed):
        asked("5.00")
    with refused(WithdrawalsClosed):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    checked()
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    checked(passed=False)
    with refused(WithdrawalsClosed):
        withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=worker, note="x")
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=2, acting_user=worker, reason="back for now", told_player="review"
    )
    assert balance(person().pk) == usd("5000.00")


@pytest.mark.parametrize("hours", [3.01, 100, -3.01])
def test_without_a_check_of_late_no_money_leaves(hours: float) -> None:
    withdrawal, worker = waiting(), cashier()
    checked(hours=hours)
    assert find_stop_reason() is WithdrawalStop.UNCHECKED
    with refused(WithdrawalsClosed):
        asked("5.00")
    with refused(WithdrawalsClosed):
        withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    checked(hours=2.9)
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    checked(hours=hours)
    with refused(WithdrawalsClosed):
        withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=worker, note="x")
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=2, acting_user=worker, reason="back for now", told_player="review"
    )
    assert balance(person().pk) == usd("5000.00")


def test_the_maximum_age_of_a_check_is_a_setting(settings: Settings) -> None:
    checked(hours=5)
    assert find_stop_reason() is WithdrawalStop.UNCHECKED
    settings.LEDGER_CHECK_HOURS = 6
    assert find_stop_reason() is None


def test_only_a_check_without_findings_passes() -> None:
    saw = asdict(reconciliation.read_checked_state())
    for wrong in (
        {"passed": True, "findings": ["x"], **saw},
        {"passed": False, "findings": [], **saw},
        {"passed": True, "findings": []},
        {"passed": True, "findings": [], **saw, "seal_hash": None},
        {"passed": False, "findings": ["x"], **saw, "entries": None},
    ):
        with refused_by_sql("23514"):
            LedgerCheck.objects.create(**wrong)
