"""Withdrawals on the bank's page: the request, the receipt, and the steps at the cashier's desk."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, bank_form, checked, just_now, person, proves
from tests.wallet.ledger import funded, rows, usd
from tests.wallet.test_bank_page import text
from wallet.cash.models import Withdrawal
from wallet.cash.services import withdrawals
from wallet.ledger.selectors.funds import balance, load_money_in_withdrawals

BANK = reverse("wallet:bank")
WITHDRAW = reverse("wallet:withdraw")

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


@pytest.fixture
def page(client: Client) -> Client:
    """Ana's client, in English; she has 1,234.505 dollars."""
    funded(text="1234.505")
    client.force_login(person())
    proves(client)
    read_in(client, "en")
    return client


def form(amount: str = "100.00", **changes: Any) -> dict[str, Any]:
    written = {
        "amount": amount,
        "currency": "USD",
        **bank_form(),
        "provider": "manual",
    }
    return {**written, "key": str(uuid4()), **changes}


def asked() -> Withdrawal:
    return withdrawals.request_withdrawal(
        person(), usd("100.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )


def test_the_page_shows_the_payable_amount(page: Client) -> None:
    shown = text(page.get(WITHDRAW))
    assert 'href="?currency=USD&amount=1234.50">$1,234.50' in shown
    assert "Less than a cent ($0.0050)" in shown
    filled = text(page.get(WITHDRAW, {"currency": "USD", "amount": "1234.50"}))
    assert 'name="amount" value="1234.50"' in filled


@pytest.mark.parametrize("amount", ["x", "-", "1e9", "9" * 40])
def test_a_link_with_nonsense_fills_nothing_in(page: Client, amount: str) -> None:
    assert page.get(WITHDRAW, {"currency": "XXX", "amount": amount}).status_code == 200


def test_asking_holds_the_money_and_shows_it_as_held(page: Client) -> None:
    answer = page.post(WITHDRAW, form("100.00"))
    assert (answer.status_code, answer["Location"]) == (303, BANK)
    shown = text(page.get(BANK))
    assert 'data-withdrawing="USD">$100.00' in shown
    assert "Waiting for approval" in shown
    assert "It is held until our staff have paid it." in shown


def test_the_same_form_twice_asks_once(page: Client) -> None:
    sent = form()
    assert [page.post(WITHDRAW, sent).status_code for _ in range(2)] == [303, 303]
    assert [str(money) for money in load_money_in_withdrawals(person().pk)] == ["100.00 USD"]
    before = rows()
    other = page.post(WITHDRAW, {**sent, "amount": "101.00"})
    assert other.status_code == 409
    assert rows() == before
    assert str(other.context["form"]["key"].value()) != sent["key"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": "1234.51"},
        {"amount": "0.005"},
        {"amount": "4.99"},
        {"amount": "10000.01"},
        {"amount": "-5"},
        {"currency": "PLY"},
        {"currency": "EUR"},
        {"number": ""},
        {"holder": "x" * 101},
        {"key": "1"},
    ],
    ids=str,
)
def test_a_wrong_form_is_explained_and_holds_nothing(page: Client, wrong: dict[str, str]) -> None:
    before = rows()
    answer = page.post(WITHDRAW, form(**wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert rows() == before


def test_there_is_no_way_back_for_the_player(page: Client) -> None:
    asked()
    shown = text(page.get(BANK)).partition("<main")[2]
    assert "<form" not in shown.partition("<footer")[0]
    assert "cannot go back into play" in text(page.get(WITHDRAW))


def test_unverified_players_get_a_message(page: Client) -> None:
    User.objects.filter(pk=person().pk).update(verified_at=None, verification_method="")
    assert 'name="amount"' not in text(page.get(WITHDRAW))
    before = rows()
    assert page.post(WITHDRAW, form()).status_code == 403
    assert rows() == before


@pytest.mark.parametrize("result", [{"passed": False}, {"hours": 4}], ids=str)
def test_without_a_passed_check_nothing_is_taken(page: Client, result: dict[str, Any]) -> None:
    checked(**result)
    assert "Withdrawals are closed for the moment." in text(page.get(WITHDRAW))
    before = rows()
    assert page.post(WITHDRAW, form()).status_code == 503
    assert rows() == before


def test_the_receipt_shows_steps_without_people(page: Client) -> None:
    withdrawal, worker = asked(), staff(Role.CASHIER, "carmen")
    withdrawals.refuse_withdrawal(
        withdrawal.pk, seen=1, acting_user=worker, reason="another name", told_player="review"
    )
    address = reverse("wallet:receipt", args=["withdrawal", withdrawal.reference])
    shown = text(page.get(address))
    assert withdrawal.number in shown
    assert "It did not pass our review." in shown
    assert "another name" not in shown  # staff notes are for staff only
    assert "carmen" not in shown.lower()
    assert not re.search(r'<(?:script|img|link)[^>]*"(?:https?:)?//', shown)


def test_a_receipt_is_its_players_only(page: Client) -> None:
    withdrawal = asked()
    page.force_login(person("ben"))
    for kind in ("withdrawal", "deposit"):
        address = reverse("wallet:receipt", args=[kind, withdrawal.reference])
        assert page.get(address).status_code == 404


def test_the_statement_leads_to_the_receipt(page: Client) -> None:
    withdrawal = asked()
    assert withdrawal.number in text(page.get(reverse("wallet:statement")))


def test_the_desk_approves_and_pays(page: Client) -> None:
    withdrawal, client = asked(), inside(staff(Role.CASHIER))
    address = reverse("cash:withdrawal", args=[withdrawal.pk])
    assert withdrawal.number in text(client.get(reverse("cash:desk")))
    assert client.post(address, {"do": "approve", "seen": "1"}).status_code == 303
    assert "It is paid" in text(client.get(address))
    assert client.post(address, {"do": "pay", "seen": "2", "note": ""}).status_code == 422
    assert client.post(address, {"do": "pay", "seen": "2", "note": "tr 7"}).status_code == 303
    withdrawal.refresh_from_db()
    assert withdrawal.state == "paid"
    assert balance(person().pk) == usd("1134.505")


@pytest.mark.parametrize(
    ("role", "offered"),
    [
        (Role.CASHIER, ["approve", "refuse"]),
        (Role.COMPLIANCE_ANALYST, ["hold"]),
        (Role.COMPLIANCE_MANAGER, ["refuse"]),
        (Role.AUDITOR, []),
    ],
)
def test_each_role_is_offered_its_own_steps(page: Client, role: Role, offered: list[str]) -> None:
    address = reverse("cash:withdrawal", args=[asked().pk])
    shown = text(inside(staff(role)).get(address))
    assert re.findall(r'name="do" value="(\w+)"', shown) == offered


@pytest.mark.parametrize(
    ("result", "told"),
    [({"passed": False}, "check fails"), ({"hours": 4}, "has not been checked lately")],
    ids=str,
)
def test_without_a_passed_check_the_desk_offers_only_the_way_back(
    page: Client, result: dict[str, Any], told: str
) -> None:
    address = reverse("cash:withdrawal", args=[asked().pk])
    checked(**result)
    client = inside(staff(Role.CASHIER))
    assert told in text(client.get(reverse("cash:desk")))
    shown = text(client.get(address))
    assert told in shown
    assert re.findall(r'name="do" value="(\w+)"', shown) == ["refuse"]
    before = rows()
    assert client.post(address, {"do": "approve", "seen": "1"}).status_code == 503
    assert rows() == before
