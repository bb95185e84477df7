"""Concurrency of cash: the same money requested or confirmed by many at once."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import Connection

from accounts.roles.values import Role
from journal.refusals import ChangedMeanwhile
from tests.accounts.staff import staff
from tests.wallet.cash import DEMO, account, checked, intent, just_now, person, said, sent
from tests.wallet.ledger import at_once, funded, usd
from tests.wallet.test_corrections import adjustment, deposited, reversal
from tests.wallet.test_second_person import recorded
from wallet.cash.models import Correction, CorrectionDecision, ProviderEvent, Withdrawal
from wallet.cash.services import corrections, withdrawals
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals
from wallet.providers.values import PaymentFlow, PaymentStatus, ProviderPayment


def test_twenty_equal_callbacks_credit_once(committed_db: None) -> None:
    deposit = intent()
    paid = said(deposit, PaymentStatus.PAID)
    assert at_once(20, lambda _: sent(paid)) == [200] * 20
    assert balance(deposit.player_id) == usd("25.00")
    assert ProviderEvent.objects.count() == 1


def test_eight_events_of_one_payment_credit_once(committed_db: None) -> None:
    deposit = intent()
    each = [said(deposit, PaymentStatus.PAID, event=f"evt-{number}") for number in range(8)]
    assert at_once(8, lambda number: sent(each[number])) == [200] * 8
    assert balance(deposit.player_id) == usd("25.00")
    assert ProviderEvent.objects.count() == 8


def test_equal_events_of_an_unknown_payment_are_kept_once(committed_db: None) -> None:
    stray = DEMO.build_callback(
        PaymentFlow.IN, ProviderPayment(uuid4(), usd("25.00")), PaymentStatus.PAID
    )
    assert at_once(8, lambda _: sent(stray)) == [404] * 8
    assert ProviderEvent.objects.count() == 1


def test_slow_readers_keep_no_connection(committed_db: None, client: Client) -> None:
    client.force_login(person())
    for _ in range(3):
        funded(text="1.00")
    answer: Any = client.get(reverse("wallet:statement_file"))
    lines = iter(answer.streaming_content)
    next(lines)
    next(lines)
    assert connection.connection is None
    assert len(list(lines)) == 2


def test_requests_at_once_stay_within_the_day(committed_db: None) -> None:
    ana = person()
    checked()
    for _ in range(4):
        funded(text="9000.00")

    def ask_for(_number: int) -> Withdrawal:
        money = usd("9000.00")
        return withdrawals.request_withdrawal(
            ana, money, destination=account("Banco Uno"), key=uuid4(), proof=just_now()
        )

    answers = at_once(4, ask_for)
    assert sum(isinstance(one, Withdrawal) for one in answers) == 2
    assert [str(money) for money in load_money_in_withdrawals(ana.pk)] == ["18000.00 USD"]


def test_one_withdrawal_is_paid_or_given_back_never_both(committed_db: None) -> None:
    ana, worker, other = person(), staff(Role.CASHIER), staff(Role.CASHIER, "other")
    funded(text="100.00")
    checked()
    asked = withdrawals.request_withdrawal(
        ana, usd("100.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )
    withdrawals.approve_withdrawal(asked.pk, seen=1, acting_user=worker)

    def decide(number: int) -> Withdrawal:
        if number % 2:
            return withdrawals.record_staff_payment(
                asked.pk, seen=2, acting_user=worker, note="transfer 7"
            )
        return withdrawals.refuse_withdrawal(
            asked.pk, seen=2, acting_user=other, reason="bounced", told_player="review"
        )

    answers = at_once(8, decide)
    assert sum(isinstance(one, Withdrawal) for one in answers) == 4
    asked.refresh_from_db()
    back = asked.state == "refused"
    assert balance(ana.pk) == (usd("100.00") if back else usd("0"))
    assert load_money_in_withdrawals(ana.pk) == []
    assert asked.steps.count() == 3


def test_the_same_request_fifty_times_holds_once(committed_db: None) -> None:
    ana, key = person(), uuid4()
    funded(text="100.00")
    checked()

    def ask_for(_number: int) -> Withdrawal:
        return withdrawals.request_withdrawal(
            ana, usd("60.00"), destination=account("Banco Uno"), key=key, proof=just_now()
        )

    answers = at_once(50, ask_for)
    assert {one.pk for one in answers} == {Withdrawal.objects.get().pk}
    assert balance(ana.pk) == usd("40.00")


def aged(owner: Connection[Any], table: str, hours: float) -> None:
    """Backdate the requests as the database owner; nobody else can."""
    with owner.transaction():
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER by_steps")
        owner.execute(
            f"UPDATE {table} SET created_at = %s",  # noqa: S608  fixed table names
            [timezone.now() - timedelta(hours=hours)],
        )
        owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER by_steps")


def test_after_24_hours_it_counts_no_more(
    committed_db: None, owner_connection: Connection[Any]
) -> None:
    recorded("900.00")
    aged(owner_connection, "wallet_deposit", 23.9)
    assert recorded("200.00").needs_second
    aged(owner_connection, "wallet_deposit", 24.1)
    assert not recorded("900.00").needs_second


def test_recorded_at_once_they_see_each_other(committed_db: None) -> None:
    person(), staff(Role.CASHIER)
    found = at_once(4, lambda _: recorded("600.00"))
    assert sorted(one.needs_second for one in found) == [False, True, True, True]
    assert balance(person().pk) == usd("600.00")


def test_a_correction_decided_at_once_by_many_moves_once(committed_db: None) -> None:
    correction = adjustment("5.00")
    bosses = [staff(Role.COMPLIANCE_MANAGER, f"boss{number}") for number in range(4)]

    def decide(number: int) -> object:
        return corrections.decide_correction(
            correction.pk, approved=number != 3, acting_user=bosses[number], reason="seen"
        )

    answers = at_once(4, decide)
    assert sum(isinstance(one, CorrectionDecision) for one in answers) == 1
    assert sum(isinstance(one, ChangedMeanwhile) for one in answers) == 3
    approved = CorrectionDecision.objects.get().approved
    assert balance(correction.player_id) == usd("5.00" if approved else "0.00")


def test_a_movement_is_proposed_to_be_undone_once_at_a_time(committed_db: None) -> None:
    transfer, worker = deposited(), staff(Role.CASHIER)
    answers = at_once(4, lambda _: reversal(transfer, acting_user=worker))
    assert sum(isinstance(one, ChangedMeanwhile) for one in answers) == 3
    assert Correction.objects.count() == 1
