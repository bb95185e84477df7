"""What the profile asks before a deposit: a limit before the first one, and the notice about their total."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import override
from psycopg import Connection

from accounts.roles.values import Role
from journal.models import Event
from journal.refusals import Refusal
from limits.models import DepositAnswer
from limits.values import LimitKind
from tests.accounts.staff import staff
from tests.api.calls import Caller, assert_problem, read
from tests.fixtures.profiles import ProfileChange
from tests.fixtures.reading import read_in
from tests.limits.own_limits import limited
from tests.wallet.cash import intent, person, request_deposit, said, sent
from tests.wallet.ledger import rows
from tests.wallet.test_bank_page import DEPOSIT, form
from wallet.cash.models import Deposit
from wallet.cash.services.deposit_terms import answer_deposit_terms
from wallet.cash.services.deposits import measure_desk_deposit, record_deposit
from wallet.money.values import Money
from wallet.providers.values import PaymentStatus

pytestmark = pytest.mark.database
USD_25 = Money.parse("25.00", "USD")
KIND = DepositAnswer.Kind


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with override("en"):
        yield


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(person())
    read_in(client, "en")
    return client


def deposited() -> Deposit:
    return request_deposit(person(), USD_25, key=uuid4(), provider="demo")


def paid(text: str) -> None:
    assert sent(said(intent(text), PaymentStatus.PAID)) == 200


def refused(code: str) -> None:
    """Each door refuses a deposit, and nothing moves."""
    before = (Deposit.objects.count(), rows(), DepositAnswer.objects.count())
    cashier, client = staff(Role.CASHIER), Client()
    client.force_login(person())
    with pytest.raises(Refusal) as by_player:
        deposited()
    with pytest.raises(Refusal) as seen:
        measure_desk_deposit(person(), USD_25, acting_user=cashier)
    with pytest.raises(Refusal) as at_desk:
        record_deposit(person().pk, USD_25, key=uuid4(), acting_user=cashier, note="cash")
    assert [one.value.code for one in (by_player, seen, at_desk)] == [code] * 3
    with translation.override("en"):
        assert "the player" in str(at_desk.value)
    assert client.post(DEPOSIT, form()).status_code == 422
    body = {"amount": {"amount": "25.00", "currency": "USD"}, "provider": "demo"}
    assert_problem(Caller(person()).post("/deposits", body), 422, code)
    assert (Deposit.objects.count(), rows(), DepositAnswer.objects.count()) == before


def test_before_the_first_deposit_a_limit_is_asked(profile: ProfileChange) -> None:
    profile(deposit_limit_asked=True)
    refused("deposit_limit_needed")
    limited(person(), LimitKind.LOSS, 100)
    refused("deposit_limit_needed")
    limited(person(), LimitKind.DEPOSIT, 100)
    assert deposited().pk


def test_the_default_may_be_accepted_on_the_page(page: Client, profile: ProfileChange) -> None:
    profile(deposit_limit_asked=True, deposit_limit_week=["1500 USD"])
    shown = page.get(DEPOSIT).text
    assert "Accept the default" in shown
    assert "$1,500.00 within 7 days" in shown
    assert 'name="amount"' not in shown
    for _ in range(2):
        assert page.post(DEPOSIT, {"do": "default"}).status_code == 303
    assert [one.kind for one in DepositAnswer.objects.all()] == ["default"]
    event = Event.objects.get(kind="deposit_answered")
    assert (event.actor_id, event.data["kind"]) == (person().pk, "default")
    assert 'name="amount"' in page.get(DEPOSIT).text
    assert deposited().pk


def test_without_a_default_a_player_may_go_on_without_a_limit(
    page: Client, profile: ProfileChange
) -> None:
    profile(deposit_limit_asked=True)
    assert "Go on without a limit" in page.get(DEPOSIT).text
    page.post(DEPOSIT, {"do": "default"})
    assert deposited().pk


def test_who_has_deposited_before_is_not_asked(profile: ProfileChange) -> None:
    paid("10.00")
    profile(deposit_limit_asked=True)
    assert deposited().pk


def test_only_the_profile_of_ones_country_asks(profile: ProfileChange) -> None:
    profile("GB", deposit_limit_asked=True)
    assert deposited().pk


def test_above_the_total_a_notice_is_confirmed(page: Client, profile: ProfileChange) -> None:
    profile(deposit_notice_total=["2500 USD"])
    paid("2499.99")
    assert "I have read it" not in page.get(DEPOSIT).text
    paid("0.01")
    refused("deposit_notice_due")
    shown = page.get(DEPOSIT).text
    assert "more than $2,500.00" in shown
    assert 'name="amount"' not in shown
    assert page.post(DEPOSIT, {"do": "notice"}).status_code == 303
    assert DepositAnswer.objects.get().total_usd == 25_000_000
    assert deposited().pk


def test_the_api_answers_too(profile: ProfileChange) -> None:
    caller = Caller(person())
    assert_problem(
        caller.post("/deposits/terms", {"accepted": "default"}), 422, "deposit_answer_not_asked"
    )
    profile(deposit_limit_asked=True, deposit_notice_total=["1 USD"])
    assert read(caller.get("/deposits/terms"))["asks_limit"] is True
    answer = read(caller.post("/deposits/terms", {"accepted": "default"}))
    assert (answer["asks_limit"], answer["notice_above"]) == (False, None)
    paid("1.00")
    answer = read(caller.get("/deposits/terms"))
    assert answer["notice_above"] == {"amount": "1.00", "currency": "USD"}
    assert read(caller.post("/deposits/terms", {"accepted": "notice"}))["notice_above"] is None
    assert DepositAnswer.objects.count() == 2


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    for kind in KIND:
        with pytest.raises(Refusal) as found:
            answer_deposit_terms(person(), kind)
        assert found.value.code == "deposit_answer_not_asked"
    assert not DepositAnswer.objects.exists()


@pytest.mark.committed
def test_after_a_year_the_notice_is_due_again(
    profile: ProfileChange, owner_connection: Connection[Any]
) -> None:
    profile(deposit_notice_total=["1 USD"])
    paid("1.00")
    answer_deposit_terms(person(), KIND.NOTICE)
    assert deposited().pk
    owner_connection.execute("ALTER TABLE limits_depositanswer DISABLE TRIGGER USER")
    owner_connection.execute("UPDATE limits_depositanswer SET at = at - %s", [timedelta(days=365)])
    owner_connection.execute("ALTER TABLE limits_depositanswer ENABLE TRIGGER USER")
    with pytest.raises(Refusal) as found:
        deposited()
    assert found.value.code == "deposit_notice_due"
