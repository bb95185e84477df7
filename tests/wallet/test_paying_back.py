"""Accounts closed by the house; money of a closed account is paid by more than one person."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.restrictions.selectors.active_restrictions import state_history
from accounts.roles.refusals import NotPermitted
from accounts.roles.selectors import load_rights
from accounts.roles.values import Role
from journal.refusals import AnotherPersonNeeded, NotAllowed, ReasonMissing, Refusal, SentBefore
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, person
from tests.wallet.ledger import funded, refused_by_sql, rows, usd
from tests.wallet.test_closing import (
    BANK,
    analyst,
    by_house,
    closed,
    depositing,
    in_round,
    nothing,
    rich,
    unchecked,
    unknown,
    withdrawing,
)
from wallet.cash.models import Withdrawal, WithdrawalState, WithdrawalStep
from wallet.cash.refusals import NotClosable, NothingToPay, WithdrawalsClosed
from wallet.cash.selectors import closed_accounts, desk_search
from wallet.cash.services import closing, limits, withdrawals
from wallet.cash.values.payout import Payout
from wallet.cash.words import desk
from wallet.ledger.selectors import funds

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


def test_the_house_closes_with_a_reason_and_the_money_stays_the_player_s() -> None:
    ana = rich()
    clerk = analyst()
    by_house(reason=" a forged document ")

    assert [str(money) for money in funds.balances(ana.pk) if money] == [
        "5.00 COP",
        "2.01 EUR",
        "1.01 USD",
    ]
    last = state_history(ana).last()
    assert last is not None
    assert (last.reason, last.acting_user) == ("a forged document", clerk)
    ((listed, money),) = closed_accounts.find_closed_with_money()
    assert (listed, [str(one) for one in money]) == (ana, ["5.00 COP", "2.01 EUR", "1.01 USD"])


@pytest.mark.parametrize("role", [Role.OPERATOR, Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR])
def test_closing_is_for_compliance(role: Role) -> None:
    ana, one = funded(text="5.00"), staff(role)
    before = rows()
    with pytest.raises(NotPermitted):
        closing.close_account(ana, key=uuid4(), acting_user=one, reason="x")
    with pytest.raises(NotPermitted):
        closing.pay_closed_account(ana, to=BANK, key=uuid4(), acting_user=one)
    assert rows() == before


def test_a_reason_is_needed_and_staff_accounts_are_not_closed_here() -> None:
    funded(text="5.00")
    with nothing(ReasonMissing):
        by_house(reason="  ")
    cashier = staff(Role.CASHIER)
    with nothing(NotClosable):
        closing.close_account(cashier.pk, key=uuid4(), acting_user=analyst(), reason="x")


@pytest.mark.parametrize("obstacle", [in_round, depositing, withdrawing])
def test_the_house_does_not_close_over_money_under_way(obstacle: Callable[[], None]) -> None:
    funded(text="50.005")
    obstacle()
    with nothing(NotClosable):
        by_house()


def test_a_refused_withdrawal_gives_the_money_back_and_it_is_paid_by_three() -> None:
    funded(text="50.00")
    closed()
    cashier, clerk = staff(Role.CASHIER), analyst()
    (first,) = Withdrawal.objects.all()
    withdrawals.refuse_withdrawal(
        first.pk, seen=1, acting_user=cashier, reason="no such bank account", told_player="review"
    )
    assert [
        str(money) for _ana, all_ in closed_accounts.find_closed_with_money() for money in all_
    ] == ["50.00 USD"]

    key = uuid4()
    (again,) = closing.pay_closed_account(
        person().pk, to=Payout(account("Banco Dos 0022")), key=key, acting_user=clerk
    )
    assert closing.pay_closed_account(
        person().pk, to=Payout(account("Banco Dos 0022")), key=key, acting_user=clerk
    ) == [again]
    assert again.steps.get().acting_user == clerk
    withdrawals.approve_withdrawal(again.pk, seen=1, acting_user=cashier)
    withdrawals.record_staff_payment(again.pk, seen=2, acting_user=cashier, note="transfer 7")
    again.refresh_from_db()
    assert again.state == WithdrawalState.PAID
    assert closed_accounts.find_closed_with_money() == []
    with nothing(NothingToPay):
        closing.pay_closed_account(person().pk, to=BANK, key=uuid4(), acting_user=clerk)
    for to in (BANK, Payout(account("Banco Dos 0022"), "demo")):
        with nothing(SentBefore):
            closing.pay_closed_account(person().pk, to=to, key=key, acting_user=clerk)


def test_the_requester_for_a_closed_account_cannot_approve() -> None:
    funded(text="50.00")
    by_house()
    both = analyst()
    both.groups.add(*staff(Role.CASHIER).groups.all())
    (asked,) = closing.pay_closed_account(person().pk, to=BANK, key=uuid4(), acting_user=both)
    with nothing(AnotherPersonNeeded):
        withdrawals.approve_withdrawal(asked.pk, seen=1, acting_user=both)
    rights = load_rights(both)
    offered = desk.withdrawal_actions(asked, list(asked.steps.all()), both, rights, opened=True)
    assert desk.APPROVE not in offered
    mine, others = desk_search.load_waiting(both, rights, opened=True)
    assert ([line.one for line in mine.lines], [line.one for line in others.lines]) == ([], [asked])
    with refused_by_sql("23000"):
        WithdrawalStep.objects.create(
            withdrawal=asked, n=2, from_state="requested", to_state="approved", acting_user=both
        )


@pytest.mark.parametrize(
    ("obstacle", "error"),
    [(unchecked, WithdrawalsClosed), (unknown, NotAllowed)],
)
def test_paying_back_waits_for_what_every_payment_waits_for(
    obstacle: Callable[[], None], error: type[Refusal]
) -> None:
    funded(text="50.00")
    by_house()
    obstacle()
    with nothing(error):
        closing.pay_closed_account(person().pk, to=BANK, key=uuid4(), acting_user=analyst())


def test_only_the_player_withdraws_from_an_open_account() -> None:
    funded(text="50.00")
    clerk = analyst()
    with nothing(NotClosable):
        closing.pay_closed_account(person().pk, to=BANK, key=uuid4(), acting_user=clerk)
    with refused_by_sql("23000"):
        withdrawals.hold_money(
            person(),
            usd("50.00"),
            limits.measure_last_withdrawal(person().pk, usd("50.00")),
            BANK,
            key=uuid4(),
            acting_user=clerk,
        )


def test_the_desk_lists_the_first_of_many_closed_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    rich()
    by_house(reason="a forged document")
    monkeypatch.setattr(closed_accounts, "_LISTED", 2)

    ((_ana, money),) = closed_accounts.find_closed_with_money()
    assert [one.currency for one in money] == ["COP", "EUR"]
