"""Withdrawals that a provider pays, from the side of staff: who sends, other ways to pay, a silent provider."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models.users import User
from accounts.roles.refusals import NotPermitted
from accounts.roles.values import Role
from journal.refusals import AnotherPersonNeeded, ChangedMeanwhile, SentBefore
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.cash import (
    account,
    bank_form,
    checked,
    events,
    just_now,
    person,
    proves,
    said,
    sent,
)
from tests.wallet.ledger import at_once, funded, refused, refused_by_sql, rows, usd
from tests.wallet.paying_out import approved, asked, doubted, history, money, silent, state, told
from tests.wallet.test_bank_page import text
from wallet.cash.models import ProviderEvent, Withdrawal, WithdrawalState
from wallet.cash.refusals import StepNotPossible, WithdrawalsClosed
from wallet.cash.services import provider_timeout, steps, withdrawals
from wallet.ledger.services import movements
from wallet.providers.refusals import ProviderUnavailable
from wallet.providers.services.demo import DemoProvider
from wallet.providers.values import PaymentStatus, ProviderPayment

__all__ = ("silent",)  # a fixture

PENDING, PAID, FAILED = PaymentStatus.PENDING, PaymentStatus.PAID, PaymentStatus.FAILED


@pytest.mark.database
def test_sending_to_the_provider_needs_a_second_person() -> None:
    withdrawal, worker = asked("1500.00"), staff(Role.CASHIER)
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=worker)
    with refused(StepNotPossible):
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    withdrawals.approve_withdrawal(
        withdrawal.pk, seen=2, acting_user=staff(Role.COMPLIANCE_MANAGER)
    )
    withdrawals.send_to_provider(withdrawal.pk, seen=3, acting_user=worker)
    assert state(withdrawal) == "paid"


@pytest.mark.database
def test_while_withdrawals_are_closed_nothing_is_sent(silent: list[ProviderPayment]) -> None:
    withdrawal, worker = approved(), staff(Role.CASHIER)
    checked(passed=False)
    with refused(WithdrawalsClosed):
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    assert silent == []


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_sent_payments_are_recorded_although_withdrawals_are_closed() -> None:
    withdrawal = told()
    checked(passed=False)
    assert sent(said(withdrawal, PAID)) == 200
    assert state(withdrawal) == "paid"


@pytest.mark.database
@pytest.mark.parametrize("role", [role for role in Role if role != Role.CASHIER])
def test_only_cashiers_send(role: Role, silent: list[ProviderPayment]) -> None:
    withdrawal, somebody = approved(), staff(role, "somebody")
    before = rows()
    for act in (withdrawals.send_to_provider, withdrawals.resend_to_provider):
        with pytest.raises(NotPermitted):
            act(withdrawal.pk, seen=2, acting_user=somebody)
    assert (rows(), silent) == (before, [])


@pytest.mark.database
def test_the_payer_is_chosen_with_the_request(settings: Settings) -> None:
    checked()
    funded(text="100.00")
    ana, key = person(), uuid4()
    with refused(ProviderUnavailable):
        withdrawals.request_withdrawal(
            ana,
            usd("10.00"),
            destination=account("Banco Uno"),
            key=uuid4(),
            provider="nobody",
            proof=just_now(),
        )
    withdrawals.request_withdrawal(
        ana,
        usd("10.00"),
        destination=account("Banco Uno"),
        key=key,
        provider="demo",
        proof=just_now(),
    )
    with refused(SentBefore):
        withdrawals.request_withdrawal(
            ana, usd("10.00"), destination=account("Banco Uno"), key=key, proof=just_now()
        )
    settings.DEMO_PROVIDER_ENABLED = False
    with refused(ProviderUnavailable):
        withdrawals.request_withdrawal(
            ana,
            usd("10.00"),
            destination=account("Banco Uno"),
            key=uuid4(),
            provider="demo",
            proof=just_now(),
        )


@pytest.mark.database
def test_where_the_provider_is_off_people_pay(settings: Settings) -> None:
    withdrawal, worker = approved(), staff(Role.CASHIER)
    settings.DEMO_PROVIDER_ENABLED = False
    with refused(ProviderUnavailable):
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=worker)
    withdrawals.record_staff_payment(withdrawal.pk, seen=2, acting_user=worker, note="transfer 8")
    assert state(withdrawal) == "paid"


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_the_database_ends_what_was_sent_by_an_event_of_its_own_only() -> None:
    first, second, worker = told(), told(), staff(Role.CASHIER)
    sent(said(second, PENDING))
    foreign = ProviderEvent.objects.get()
    for how in ({"acting_user": worker, "note": "x"}, {"event": foreign}):
        with refused_by_sql("23000"):
            steps.take_step(first, WithdrawalState.BOUNCED, **how)
        with refused_by_sql("23000"):
            posting = movements.pay_withdrawal(
                first.player_id, usd("100.00"), key=uuid4(), withdrawal_id=first.reference
            )
            steps.take_step(first, "paid", transfer=posting.transfer_id, **how)
    with refused_by_sql("23000"):
        steps.take_step(first, "approved", acting_user=worker)
    desk = withdrawals.request_withdrawal(
        person(), usd("10.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    withdrawals.approve_withdrawal(desk.pk, seen=1, acting_user=worker)
    with refused_by_sql("23000"):
        steps.take_step(desk, "sent", acting_user=worker)
    with refused_by_sql("23514"):
        ProviderEvent.objects.create(
            provider="demo",
            event="both",
            body_hash=b"",
            deposit_id=1,
            withdrawal=first,
            signed_at=foreign.signed_at,
            answer=200,
        )


@pytest.mark.database
def test_the_page_offers_the_ways_there_are(client: Client, settings: Settings) -> None:
    checked()
    funded(text="100.00")
    client.force_login(person())
    proves(client)
    address = reverse("wallet:withdraw")
    assert '<option value="demo">' in text(client.get(address))
    written = {"amount": "10.00", "currency": "USD", **bank_form(), "key": uuid4()}
    assert client.post(address, {**written, "provider": "demo"}).status_code == 303
    assert Withdrawal.objects.get().provider == "demo"
    before = rows()
    assert client.post(address, {**written, "provider": "nobody"}).status_code == 422
    settings.DEMO_PROVIDER_ENABLED = False
    assert 'type="hidden" name="provider" value="manual"' in text(client.get(address))
    assert client.post(address, {**written, "provider": "demo"}).status_code == 422
    assert rows() == before


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_the_desk_has_its_provider_pay(client: Client) -> None:
    withdrawal, cashier = approved(), inside(staff(Role.CASHIER))
    address = reverse("cash:withdrawal", args=[withdrawal.pk])

    def offered() -> list[str]:
        return re.findall(r'name="do" value="(\w+)"', text(cashier.get(address)))

    assert offered() == ["send", "pay", "refuse"]
    assert cashier.post(address, {"do": "send", "seen": "2"}).status_code == 303
    assert offered() == ["again", "doubt"]
    assert withdrawal.number in text(cashier.get(reverse("cash:desk")))
    assert cashier.post(address, {"do": "again", "seen": "3"}).status_code == 303
    sent(said(withdrawal, FAILED))
    assert offered() == ["pay", "refuse"]
    client.force_login(person())
    read_in(client, "en")
    assert "The payment failed, under review" in text(client.get(reverse("wallet:bank")))


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_two_people_bring_back_what_a_silent_provider_never_paid(settings: Settings) -> None:
    withdrawal, manager = told("100.00"), staff(Role.COMPLIANCE_MANAGER)
    settings.DEMO_PROVIDER_ENABLED = False  # its contract ended
    doubted(withdrawal)
    assert (state(withdrawal), money(withdrawal)) == ("doubted", ("100.00 USD", "100.00 USD"))
    provider_timeout.confirm_bounce(
        withdrawal.pk, seen=4, acting_user=manager, reason="their list of May"
    )
    assert (state(withdrawal), money(withdrawal)) == ("bounced", ("100.00 USD", "100.00 USD"))
    withdrawals.refuse_withdrawal(
        withdrawal.pk,
        seen=5,
        acting_user=staff(Role.CASHIER),
        reason="not paid",
        told_player="review",
    )
    assert money(withdrawal) == ("200.00 USD", "")
    assert (events("withdrawal_doubted"), events("withdrawal_bounced")) == (1, 1)


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_bringing_a_payment_back_needs_two_people() -> None:
    withdrawal, cashier = told(), staff(Role.CASHIER, "both")
    cashier.groups.add(*staff(Role.COMPLIANCE_MANAGER).groups.all())
    both = User.objects.get(pk=cashier.pk)
    provider_timeout.doubt_payment(withdrawal.pk, seen=3, acting_user=both, reason="x")
    with refused(AnotherPersonNeeded):
        provider_timeout.confirm_bounce(withdrawal.pk, seen=4, acting_user=both, reason="x")
    before = rows()
    with pytest.raises(NotPermitted):
        provider_timeout.confirm_bounce(
            withdrawal.pk, seen=4, acting_user=staff(Role.CASHIER), reason="x"
        )
    assert rows() == before
    for wrong in ("bounced", "paid", "refused"):
        with refused_by_sql("23000"):
            steps.take_step(withdrawal, wrong, acting_user=both, note="x")


@pytest.mark.database
@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(("status", "end"), [(PAID, "paid"), (FAILED, "bounced")])
def test_a_doubted_provider_may_still_speak(status: PaymentStatus, end: str) -> None:
    withdrawal = told()
    doubted(withdrawal)
    assert sent(said(withdrawal, status)) == 200
    assert state(withdrawal) == end
    with refused(ChangedMeanwhile):
        provider_timeout.confirm_bounce(
            withdrawal.pk, seen=4, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="x"
        )


@pytest.mark.database
@pytest.mark.usefixtures("silent")
def test_a_payment_after_its_return_is_reported() -> None:
    withdrawal = told()
    doubted(withdrawal)
    provider_timeout.confirm_bounce(
        withdrawal.pk, seen=4, acting_user=staff(Role.COMPLIANCE_MANAGER), reason="x"
    )
    assert sent(said(withdrawal, PAID)) == 200
    assert (state(withdrawal), events("callback_contradicts")) == ("paid", 1)


@pytest.mark.database
def test_the_desk_doubts_waits_and_confirms(silent: list[ProviderPayment]) -> None:
    withdrawal = told()
    address = reverse("cash:withdrawal", args=[withdrawal.pk])
    cashier, manager = inside(staff(Role.CASHIER)), inside(staff(Role.COMPLIANCE_MANAGER))

    def offered(who: Client) -> list[str]:
        return re.findall(r'name="do" value="(\w+)"', text(who.get(address)))

    def take(who: Client, do: str, seen: int, note: str = "x") -> int:
        return who.post(address, {"do": do, "seen": seen, "note": note}).status_code

    assert take(cashier, "doubt", 3, note=" ") == 422
    assert [take(cashier, "doubt", 3) for _ in range(2)] == [303, 303]
    assert (offered(cashier), offered(manager)) == (["wait"], ["bounce", "wait"])
    assert withdrawal.number in text(manager.get(reverse("cash:desk")))
    assert take(cashier, "wait", 4) == 303
    assert offered(cashier) == ["again", "doubt"]
    assert take(cashier, "doubt", 5) == 303
    assert take(manager, "bounce", 6) == 303
    assert offered(cashier) == ["pay", "refuse"]
    assert (len(silent), history(withdrawal)[2:]) == (
        1,
        ["sent", "doubted", "sent", "doubted", "bounced"],
    )


def test_many_words_of_one_payment_at_once_pay_once(committed_db: None) -> None:
    withdrawal = asked("100.00")
    withdrawals.approve_withdrawal(withdrawal.pk, seen=1, acting_user=staff(Role.CASHIER))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DemoProvider, "pay_out", lambda *_: None)
        withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=staff(Role.CASHIER))
    each = [said(withdrawal, FAILED if n % 3 == 0 else PAID, event=f"evt-{n}") for n in range(9)]
    assert at_once(9, lambda number: sent(each[number])) == [200] * 9
    assert (state(withdrawal), money(withdrawal)) == ("paid", ("100.00 USD", ""))


def test_concurrent_cashiers_send_one_payment(committed_db: None) -> None:
    withdrawal = approved("100.00")
    workers = [staff(Role.CASHIER), staff(Role.CASHIER, "other")]
    at_once(
        4, lambda n: withdrawals.send_to_provider(withdrawal.pk, seen=2, acting_user=workers[n % 2])
    )
    assert history(withdrawal) == ["requested", "approved", "sent", "paid"]
    assert money(withdrawal) == ("100.00 USD", "")
    assert events("withdrawal_sent") == 1
