"""Deposits: begun by a player, or recorded by a cashier, with a second person above the limit."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from pytest_django import Settings

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.refusals import (
    AnotherPersonNeeded,
    ChangedMeanwhile,
    NotAllowed,
    ReasonMissing,
    Refusal,
    SentBefore,
)
from tests.accounts.staff import staff
from tests.wallet.cash import events, intent, person, request_deposit
from tests.wallet.ledger import ask, refused, refused_by_sql, rows, usd
from tests.wallet.rates import approved
from wallet.cash.models import Deposit, DepositStep
from wallet.cash.refusals import (
    AboveDailyLimit,
    AboveMaximum,
    BelowMinimum,
    NoCashRate,
    NotWholeMinorUnits,
    StepNotPossible,
)
from wallet.cash.services import deposits, steps
from wallet.ledger.refusals import PlayMoney, UnknownPlayer
from wallet.ledger.selectors.funds import balance
from wallet.ledger.services.movements import credit_deposit as post
from wallet.money.values import Money
from wallet.providers.refusals import ProviderUnavailable

pytestmark = pytest.mark.database


def cashier(name: str = "cashier") -> User:
    return staff(Role.CASHIER, name)


def manager() -> User:
    return staff(Role.COMPLIANCE_MANAGER)


def recorded(text: str = "50.00", **more: Any) -> Deposit:
    given = {"key": uuid4(), "acting_user": cashier(), "note": "cash, slip 7", **more}
    return deposits.record_deposit(person().pk, usd(text), **given)


def history(deposit: Deposit) -> list[tuple[str, int | None]]:
    steps = DepositStep.objects.filter(deposit=deposit).order_by("n")
    return [(step.to_state, step.acting_user_id) for step in steps]


def test_the_demo_credits_at_once_by_its_own_callbacks() -> None:
    deposit = request_deposit(person(), usd("25.00"), key=uuid4(), provider="demo")
    assert [state for state, _ in history(deposit)] == ["requested", "pending", "credited"]
    assert balance(person().pk) == usd("25.00")


def test_a_repeated_request_is_the_same_deposit() -> None:
    key = uuid4()
    both = [request_deposit(person(), usd("25.00"), key=key, provider="demo") for _ in range(2)]
    assert both[0].pk == both[1].pk
    assert balance(person().pk) == usd("25.00")
    with refused(SentBefore):
        request_deposit(person(), usd("26.00"), key=key, provider="demo")


def test_players_begin_deposits_where_that_is_offered_only(settings: Settings) -> None:
    with refused(ProviderUnavailable):
        request_deposit(person(), usd("25.00"), key=uuid4(), provider="manual")
    settings.DEMO_PROVIDER_ENABLED = False
    with refused(ProviderUnavailable):
        request_deposit(person(), usd("25.00"), key=uuid4(), provider="demo")


def test_a_deposit_keeps_the_rate_and_worth_of_its_moment() -> None:
    approved("COP", "0.00025")
    deposit = request_deposit(
        person(), Money.parse("100000.00", "COP"), key=uuid4(), provider="demo"
    )
    approved("COP", "0.0003")
    deposit.refresh_from_db()
    assert deposit.amount_usd == usd("25.00").units
    assert balance(person().pk, "COP") == Money.parse("100000.00", "COP")


@pytest.mark.parametrize(
    ("text", "currency", "error"),
    [
        ("0.005", "USD", NotWholeMinorUnits),
        ("10000.01", "USD", AboveMaximum),
        ("5.00", "COP", BelowMinimum),
        ("25.00", "EUR", NoCashRate),
        ("25.00", "PLY", PlayMoney),
    ],
)
def test_amounts_beyond_the_limits_are_refused(
    text: str, currency: str, error: type[Refusal]
) -> None:
    person()
    with refused(error):
        request_deposit(person(), Money.parse(text, currency), key=uuid4(), provider="demo")


def test_deposits_within_a_day_are_limited() -> None:
    for _ in range(2):
        request_deposit(person(), usd("9500.00"), key=uuid4(), provider="demo")
    with refused(AboveDailyLimit):
        request_deposit(person(), usd("1000.01"), key=uuid4(), provider="demo")
    request_deposit(person(), usd("1000.00"), key=uuid4(), provider="demo")
    assert balance(person().pk) == usd("20000.00")


def test_barred_players_cannot_pay_in() -> None:
    ana = person()
    User.objects.filter(pk=ana.pk).update(state="self_excluded")
    worker = cashier()
    with refused(NotAllowed):
        request_deposit(ana, usd("25.00"), key=uuid4(), provider="demo")
    with refused(NotAllowed):
        recorded(acting_user=worker)


def test_a_cashier_records_what_was_paid_at_the_desk() -> None:
    deposit = recorded("50.00")
    who = cashier().pk
    assert history(deposit) == [("requested", who), ("credited", who)]
    assert balance(person().pk) == usd("50.00")
    assert (events("deposit_recorded"), events("deposit_credited")) == (1, 1)


def test_above_the_limit_another_person_approves() -> None:
    deposit = recorded("1000.01")
    assert (deposit.needs_second, balance(person().pk)) == (True, usd("0"))
    deposits.approve_deposit(deposit.pk, seen=1, acting_user=manager())
    assert history(deposit) == [("requested", cashier().pk), ("credited", manager().pk)]
    assert balance(person().pk) == usd("1000.01")
    assert events("deposit_approved") == 1


def test_at_the_limit_one_person_is_enough() -> None:
    assert recorded("1000.00").state == "credited"


def test_an_approval_sent_twice_credits_once() -> None:
    deposit, boss = recorded("2000.00"), manager()
    deposits.approve_deposit(deposit.pk, seen=1, acting_user=boss)
    before = rows()
    deposits.approve_deposit(deposit.pk, seen=1, acting_user=boss)
    assert rows() == before


def test_a_late_decision_is_refused() -> None:
    deposit, boss, worker = recorded("2000.00"), manager(), cashier()
    deposits.approve_deposit(deposit.pk, seen=1, acting_user=boss)
    with refused(ChangedMeanwhile):
        deposits.refuse_deposit(
            deposit.pk, seen=1, acting_user=worker, reason="no", told_player="mistake"
        )
    with refused(StepNotPossible):
        deposits.refuse_deposit(
            deposit.pk, seen=2, acting_user=worker, reason="no", told_player="mistake"
        )


def test_the_recorder_is_never_the_second_person() -> None:
    both = manager()
    deposit = recorded("2000.00", acting_user=with_role(both, Role.CASHIER))
    with refused(AnotherPersonNeeded):
        deposits.approve_deposit(deposit.pk, seen=1, acting_user=both)


def test_the_database_refuses_the_recorder_as_second_person() -> None:
    deposit, worker = recorded("2000.00"), cashier()
    with refused_by_sql("23000"):
        posting = post(deposit.player_id, usd("2000.00"), key=uuid4(), provider="manual")
        steps.take_step(deposit, "credited", acting_user=worker, transfer=posting.transfer_id)


def test_the_database_credits_only_with_the_very_money() -> None:
    deposit, boss = recorded("2000.00"), manager()
    with refused_by_sql("23000"):
        posting = post(deposit.player_id, usd("1999.00"), key=uuid4(), provider="manual")
        steps.take_step(deposit, "credited", acting_user=boss, transfer=posting.transfer_id)
    with refused_by_sql("23000"):
        steps.take_step(deposit, "credited", acting_user=boss)


def with_role(user: User, role: Role) -> User:
    user.groups.add(Group.objects.get(name=role))
    return user


def test_a_refused_record_moves_nothing_and_keeps_its_reason() -> None:
    deposit = recorded("2000.00")
    with refused(ReasonMissing):
        deposits.refuse_deposit(
            deposit.pk, seen=1, acting_user=manager(), reason="  ", told_player="mistake"
        )
    deposits.refuse_deposit(
        deposit.pk,
        seen=1,
        acting_user=manager(),
        reason="counted again: false",
        told_player="mistake",
    )
    assert balance(person().pk) == usd("0")
    assert DepositStep.objects.get(deposit=deposit, n=2).note == "counted again: false"


def test_staff_do_not_decide_what_a_provider_decides() -> None:
    deposit, boss = intent("2000.00"), manager()
    with refused(StepNotPossible):
        deposits.approve_deposit(deposit.pk, seen=1, acting_user=boss)


@pytest.mark.parametrize("role", [role for role in Role if role != Role.CASHIER])
def test_only_cashiers_record(role: Role) -> None:
    person()
    somebody = staff(role)
    before = rows()
    with pytest.raises(NotPermitted):
        recorded(acting_user=somebody)
    assert rows() == before


@pytest.mark.parametrize("role", [role for role in Role if role != Role.COMPLIANCE_MANAGER])
def test_only_managers_approve(role: Role) -> None:
    deposit, somebody = recorded("2000.00"), staff(role, "other")
    before = rows()
    with pytest.raises(NotPermitted):
        deposits.approve_deposit(deposit.pk, seen=1, acting_user=somebody)
    assert rows() == before


def test_a_record_is_for_players_there_are() -> None:
    worker = cashier()
    with refused(UnknownPlayer):
        deposits.record_deposit(10**9, usd("5.00"), key=uuid4(), acting_user=worker, note="x")
    with refused(NotAllowed):
        deposits.record_deposit(worker.pk, usd("5.00"), key=uuid4(), acting_user=worker, note="x")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_deposit SET units = units + 1",
        "UPDATE wallet_deposit SET state = 'credited'",
        "UPDATE wallet_deposit_step SET note = 'x'",
        "DELETE FROM wallet_deposit",
        "DELETE FROM wallet_provider_event",
    ],
)
def test_nothing_of_a_deposit_is_rewritten(statement: str) -> None:
    intent()
    with refused_by_sql("42501"):
        ask(statement)


def test_a_deposit_without_its_first_step_is_not_kept() -> None:
    ana = person()
    with refused_by_sql("23000"):
        Deposit.objects.create(
            key=uuid4(),
            player=ana,
            provider="demo",
            currency_id="USD",
            units=100,
            rate=1,
            amount_usd=100,
            needs_second=False,
        )
