"""The second person must be staff: PostgreSQL refuses decisions of players and of users who may not sign in."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models.users import State, User
from accounts.restrictions.services.states import change_state
from accounts.roles.values import Role
from limits.models import CashLimit, CashLimitDecision
from tests.accounts.staff import staff
from tests.wallet.cash import account, checked, just_now, person
from tests.wallet.ledger import funded, rows, usd
from tests.wallet.rates import enter, operator
from wallet.cash.models import CorrectionDecision, CorrectionKind, DepositState, WithdrawalState
from wallet.cash.services import corrections, deposits, steps, withdrawals
from wallet.ledger.services import movements
from wallet.rates.models import Rate, RateDecision, RateMaxAge, RateMaxAgeDecision
from wallet.rates.services import rules

pytestmark = pytest.mark.database
Word = Callable[[User], object]


def cashier() -> User:
    return staff(Role.CASHIER)


def on_a_rate() -> Word:
    row = enter("EUR", "1.10").row
    return lambda by: RateDecision.objects.create(
        proposal=row, approved=True, decided_by=by, reason="x"
    )


def on_a_rule() -> Word:
    rule = rules.propose_max_age("EUR", 48, operator(), reason="x")
    assert isinstance(rule, RateMaxAge)
    return lambda by: RateMaxAgeDecision.objects.create(proposal=rule, approved=True, decided_by=by)


def on_a_limit() -> Word:
    row = CashLimit.objects.create(
        kind="deposit_day", currency="USD", amount=1, reason="x", proposed_by=operator()
    )
    return lambda by: CashLimitDecision.objects.create(proposal=row, approved=True, decided_by=by)


def on_a_correction() -> Word:
    asked = corrections.propose_correction(
        CorrectionKind.BONUS,
        person(),
        usd("5.00"),
        key=uuid4(),
        acting_user=cashier(),
        reason="x",
    )
    moved = movements.grant_bonus(person().pk, usd("5.00"), key=uuid4(), reason="x").transfer_id
    return lambda by: CorrectionDecision.objects.create(
        proposal=asked, approved=True, decided_by=by, transfer_id=moved
    )


def on_a_deposit() -> Word:
    head = deposits.record_deposit(
        person().pk, usd("2000.00"), key=uuid4(), acting_user=cashier(), note="slip"
    )
    moved = movements.credit_deposit(person().pk, usd("2000.00"), key=uuid4(), provider="manual")
    return lambda by: steps.take_step(
        head, DepositState.CREDITED, acting_user=by, transfer=moved.transfer_id
    )


def on_a_withdrawal() -> Word:
    funded(text="50.00")
    checked()
    head = withdrawals.request_withdrawal(
        person(), usd("20.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    return lambda by: steps.take_step(head, WithdrawalState.APPROVED, acting_user=by)


@pytest.mark.parametrize(
    "subject",
    [on_a_rate, on_a_rule, on_a_limit, on_a_correction, on_a_deposit, on_a_withdrawal],
)
def test_only_staff_can_decide(subject: Callable[[], Word]) -> None:
    say, gone = subject(), staff(Role.COMPLIANCE_MANAGER, "gone")
    change_state(gone, State.LOCKED, "lost phone", acting_user=None)
    another, boss = person("bea"), staff(Role.COMPLIANCE_MANAGER)
    before = rows()

    for nobody in (another, gone):
        with pytest.raises(DatabaseError, match="is not staff"), transaction.atomic():
            say(nobody)

    assert rows() == before
    say(boss)


def test_proposals_need_a_staff_proposer() -> None:
    row = enter("EUR", "1.10").row
    another = person("bea")
    with (
        pytest.raises(DatabaseError, match="is not staff"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "INSERT INTO wallet_rate (currency_id, rate, source, as_of, proposed_by_id)"
            " VALUES ('EUR', 1.10, 'x', now(), %s)",
            [another.pk],
        )
    assert list(Rate.objects.values_list("pk", flat=True)) == [row.pk]
