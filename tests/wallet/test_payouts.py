"""Withdrawals that a provider pays: sent once and paid once, whatever the provider's callbacks."""

from itertools import permutations

import pytest
from pytest_django import Settings

from accounts.roles.values import Role
from journal.refusals import ChangedMeanwhile
from tests.accounts.staff import staff
from tests.wallet.cash import DEMO, checked, events, person, said, sent
from tests.wallet.ledger import refused, rows, usd
from tests.wallet.paying_out import approved, asked, history, money, silent, state, told
from wallet.cash.models import ProviderEvent
from wallet.cash.refusals import StepNotPossible, WithdrawalsClosed
from wallet.cash.services import steps, withdrawals
from wallet.ledger.selectors.funds import balance
from wallet.providers.values import PaymentFlow, PaymentStatus, ProviderPayment

__all__ = ("silent",)  # a fixture

PENDING, PAID, FAILED = PaymentStatus.PENDING, PaymentStatus.PAID, PaymentStatus.FAILED


@pytest.mark.database
def test_the_demo_pays_by_its_own_callbacks() -> None:
    withdrawal = told("100.00")
    assert history(withdrawal) == ["requested", "approved", "sent", "paid"]
    assert money(withdrawal) == ("100.00 USD", "")
    word = ProviderEvent.objects.get(withdrawal=withdrawal, outcome="applied")
    last = withdrawal.steps.get(n=4)
    assert (last.acting_user_id, last.event_id) == (None, word.pk)
    assert (events("withdrawal_sent"), events("withdrawal_paid")) == (1, 1)


@pytest.mark.database
def test_a_repeated_form_sends_one_payment_to_the_provider(silent: list[ProviderPayment]) -> None:
    withdrawal, worker = approved(), staff(Role.CASHIER)
    withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    before = rows()
    withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    assert (len(silent), rows()) == (1, before)
    with refused(ChangedMeanwhile):
        withdrawals.send_to_provider(
            withdrawal.pk, seen=2, acting_user=staff(Role.CASHIER, "other")
        )
    assert sent(said(withdrawal, PAID)) == 200
    withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    assert len(silent) == 1


@pytest.mark.database
def test_a_payment_is_sent_again_to_a_silent_provider(silent: list[ProviderPayment]) -> None:
    withdrawal, worker = told(), staff(Role.CASHIER)
    assert state(withdrawal) == "sent"
    withdrawals.resend_to_provider(withdrawal.pk, seen=3, acting_user=worker)
    assert silent[0] == silent[1]
    assert history(withdrawal) == ["requested", "approved", "sent"]
    checked(passed=False)
    with refused(WithdrawalsClosed):
        withdrawals.resend_to_provider(withdrawal.pk, seen=3, acting_user=worker)


@pytest.mark.database
@pytest.mark.parametrize(
    "act", ["record_staff_payment", "refuse_withdrawal", "put_on_hold", "send_to_provider"]
)
def test_payments_at_the_provider_are_decided_by_it_alone(
    silent: list[ProviderPayment], act: str
) -> None:
    withdrawal = told()
    who = staff(Role.COMPLIANCE_ANALYST if act == "put_on_hold" else Role.CASHIER)
    words = {
        "record_staff_payment": {"note": "x"},
        "send_to_provider": {},
        "put_on_hold": {"reason": "x"},
        "refuse_withdrawal": {"reason": "x", "told_player": "review"},
    }[act]
    with refused(StepNotPossible):
        getattr(withdrawals, act)(withdrawal.pk, seen=3, acting_user=who, **words)
    assert len(silent) == 1


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_a_failed_payment_stays_held_until_staff_give_it_back() -> None:
    withdrawal, worker = told("100.00"), staff(Role.CASHIER)
    assert sent(said(withdrawal, FAILED)) == 200
    assert (state(withdrawal), money(withdrawal)) == ("bounced", ("100.00 USD", "100.00 USD"))
    assert events("withdrawal_bounced") == 1
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=4, acting_user=worker, reason="account closed", told_player="review"
    )
    assert money(withdrawal) == ("200.00 USD", "")


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_a_failed_payment_may_be_paid_by_hand() -> None:
    withdrawal, worker = told("100.00"), staff(Role.CASHIER)
    sent(said(withdrawal, FAILED))
    checked(passed=False)
    with refused(WithdrawalsClosed):
        withdrawals.record_staff_payment(
            withdrawal.pk, seen=4, acting_user=worker, note="transfer 8"
        )
    checked()
    withdrawals.record_staff_payment(withdrawal.pk, seen=4, acting_user=worker, note="transfer 8")
    assert (state(withdrawal), money(withdrawal)) == ("paid", ("100.00 USD", ""))


@pytest.mark.database
@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("order", [*permutations([PENDING, PAID, FAILED])], ids=str)
def test_the_end_does_not_depend_on_the_order(order: tuple[PaymentStatus, ...]) -> None:
    withdrawal = told()
    assert [sent(said(withdrawal, status)) for status in order] == [200, 200, 200]
    assert (state(withdrawal), money(withdrawal)) == ("paid", ("100.00 USD", ""))
    assert events("callback_contradicts") == 1


@pytest.mark.database
@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("status", [PAID, FAILED])
def test_a_replay_gets_the_first_answer_and_moves_nothing(status: PaymentStatus) -> None:
    withdrawal = told()
    callback = said(withdrawal, status)
    assert sent(callback) == 200
    before = rows()
    assert [sent(callback), sent(callback)] == [200, 200]
    assert rows() == before


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_a_second_word_of_the_same_payment_pays_nothing_more() -> None:
    withdrawal = told()
    assert sent(said(withdrawal, PAID, event="one")) == 200
    assert sent(said(withdrawal, PAID, event="two")) == 200
    assert money(withdrawal) == ("100.00 USD", "")
    assert events("callback_mismatch") == 0


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_a_forged_callback_leaves_nothing(settings: Settings) -> None:
    withdrawal = told()
    good = said(withdrawal, PAID)
    settings.PAYMENT_OPTIONS = {"demo": {"SECRET": "the secret of somebody else entirely"}}
    before = rows()
    assert sent(good) == 403
    assert rows() == before


@pytest.mark.database
@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("status", [PAID, FAILED])
@pytest.mark.parametrize(
    ("amount", "currency"), [("100.01", ""), ("99.99", ""), ("-100.00", ""), ("100.00", "EUR")]
)
def test_another_amount_moves_nothing_and_is_reported(
    amount: str, currency: str, status: PaymentStatus
) -> None:
    withdrawal = told("100.00")
    assert sent(said(withdrawal, status, amount, currency)) == 422
    assert (state(withdrawal), money(withdrawal)) == ("sent", ("100.00 USD", "100.00 USD"))
    assert events("callback_mismatch") == 1


@pytest.mark.database
def test_a_withdrawal_is_no_deposit_and_the_other_way_round() -> None:
    withdrawal = asked()
    payment = ProviderPayment(withdrawal.reference, steps.requested_money(withdrawal))
    assert sent(DEMO.build_callback(PaymentFlow.IN, payment, PAID)) == 404
    assert (state(withdrawal), ProviderEvent.objects.get().withdrawal_id) == ("requested", None)


@pytest.mark.database
@pytest.mark.parametrize("status", [PENDING, PAID, FAILED])
def test_provider_events_before_sending_are_refused(status: PaymentStatus) -> None:
    for withdrawal in (asked(), approved()):
        before = state(withdrawal)
        assert sent(said(withdrawal, status)) == 422
        assert state(withdrawal) == before
    assert events("callback_mismatch") == 2
    assert balance(person().pk) == usd("200.00")


@pytest.mark.database
@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize("end", ["refuse_withdrawal", "record_staff_payment"])
def test_paid_after_staff_ended_it_is_an_alarm_and_moves_nothing(end: str) -> None:
    withdrawal, worker = told(), staff(Role.CASHIER)
    sent(said(withdrawal, FAILED))
    words = (
        {"note": "x"}
        if end == "record_staff_payment"
        else {"reason": "x", "told_player": "not_paid"}
    )
    getattr(withdrawals, end)(withdrawal.pk, seen=4, acting_user=worker, **words)
    before, kept = history(withdrawal), money(withdrawal)
    assert sent(said(withdrawal, PAID)) == 422
    assert (history(withdrawal), money(withdrawal)) == (before, kept)
    assert events("callback_mismatch") == 1
