"""The page on which players close their account, and the desk's page about an account."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.models.users import State
from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import inside, staff
from tests.accounts.test_way_back import show, with_an_app
from tests.fixtures.reading import read_in
from tests.wallet.cash import account, bank_form, checked, just_now, person, proves
from tests.wallet.ledger import funded, rows, staked, usd
from tests.wallet.test_bank_page import text
from wallet.cash.models import Closing, Withdrawal
from wallet.cash.services import withdrawals
from wallet.ledger.selectors.funds import balances
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

CLOSE = reverse("wallet:close")
pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def _checked(db: None) -> None:
    checked()


@pytest.fixture
def page(client: Client) -> Client:
    """Ana's client, in English; she has 1,234.505 dollars and some play money."""
    ana = funded(text="1234.505")
    grant_play_money(ana, Money(50_000, "PLY"), key=uuid4(), reason="x")
    client.force_login(person())
    proves(client)
    read_in(client, "en")
    return client


def form(**changes: Any) -> dict[str, Any]:
    told = {**bank_form(), "provider": "manual", "understood": "on"}
    return {**told, "key": str(uuid4()), **changes}


def test_the_page_explains_closing_and_moves_nothing(page: Client) -> None:
    before = rows()
    shown = text(page.get(CLOSE))
    assert "$1,234.51 becomes a withdrawal" in shown
    assert "$0.0050 of that comes from the house" in shown
    assert "Your play money (5.00) goes back to the house." in shown
    assert f'href="{CLOSE}"' in text(page.get(reverse("accounts:options")))
    assert rows() == before


def test_confirming_closes_the_account_and_signs_out(page: Client) -> None:
    answer = page.post(CLOSE, form())
    assert (answer.status_code, answer["Location"]) == (303, reverse("account_login"))
    assert "Your account is closed." in text(page.get(answer["Location"]))
    assert page.get(reverse("wallet:bank")).status_code == 302
    assert person().state == State.CLOSED
    assert [str(one) for one in balances(person().pk)] == ["0.00 PLY", "0.00 USD"]
    page.force_login(person())
    bank = text(page.get(reverse("wallet:bank")))
    assert "Your account is closed. The money in it is yours" in bank
    assert 'data-withdrawing="USD">$1,234.51' in bank
    main = bank.partition("<main")[2]
    assert reverse("wallet:deposit") not in main
    assert "closed already" in text(page.get(CLOSE))
    assert CLOSE not in text(page.get(reverse("accounts:options")))


def test_the_same_form_twice_closes_once(page: Client) -> None:
    sent = form()
    assert page.post(CLOSE, sent).status_code == 303
    assert reverse("account_login") in page.post(CLOSE, sent)["Location"]
    assert Closing.objects.count() == Withdrawal.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"understood": ""}, {"number": ""}, {"holder": "x" * 101}, {"bank": ""}, {"key": "1"}],
    ids=str,
)
def test_a_wrong_form_is_explained_and_closes_nothing(page: Client, wrong: dict[str, str]) -> None:
    before = rows()
    answer = page.post(CLOSE, form(**wrong))
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert rows() == before
    assert person().state == State.ACTIVE


def test_every_obstacle_to_closing_is_named(page: Client) -> None:
    staked(person().pk, "10.00")
    withdrawals.request_withdrawal(
        person(), usd("5.00"), destination=account("Banco Uno"), key=uuid4(), proof=just_now()
    )
    checked(passed=False)
    before = rows()
    shown = text(page.get(CLOSE))
    for told in ("A round is still open", "A withdrawal has not ended", "Withdrawals are closed"):
        assert told in shown
    assert 'name="understood"' not in shown
    answer = page.post(CLOSE, form())
    assert answer.status_code == 422
    assert "A round is still open" in text(answer)
    assert rows() == before


def test_without_money_it_asks_for_no_bank(client: Client) -> None:
    client.force_login(person())
    proves(client)
    read_in(client, "en")
    assert 'name="number"' not in text(client.get(CLOSE))
    assert client.post(CLOSE, {"understood": "on", "key": str(uuid4())}).status_code == 303
    assert person().state == State.CLOSED


def paid_before() -> None:
    """Record an ended withdrawal to the usual destination."""
    asked = withdrawals.request_withdrawal(
        person(), usd("20.00"), destination=account("Banco Uno 0011"), key=uuid4(), proof=just_now()
    )
    withdrawals.refuse_withdrawal(
        asked.pk, seen=1, acting_user=staff(Role.CASHIER), reason="x", told_player="review"
    )


def test_closing_with_another_destination_takes_a_factor_that_is_connected_first(
    page: Client,
) -> None:
    paid_before()
    before = rows()
    answer = page.post(CLOSE, form(bank="Banco Dos 0022"))
    assert answer.status_code == 422
    assert "Connect an app or a passkey in the options" in text(answer)
    assert (rows(), person().state) == (before, State.ACTIVE)
    assert page.post(CLOSE, form()).status_code == 303  # the known destination
    assert person().state == State.CLOSED


def test_closing_with_another_destination_is_sent_again_after_the_factor(page: Client) -> None:
    paid_before()
    codes, before = with_an_app(person()), rows()
    answer = page.post(CLOSE, form(bank="Banco Dos 0022"))
    assert answer["Location"].startswith(reverse("mfa_reauthenticate"))
    back = show(page, answer["Location"], codes[0])
    assert (back.request["PATH_INFO"], rows(), person().state) == (CLOSE, before, State.ACTIVE)
    fields = back.context["form"]
    typed = {name: fields[name].value() for name in fields.fields}
    assert typed["bank"] == "Banco Dos 0022"
    assert page.post(CLOSE, typed).status_code == 303
    assert Withdrawal.objects.latest("id").destination == account("Banco Dos 0022")


def test_the_page_is_in_spanish(page: Client) -> None:
    read_in(page, "es")
    shown = text(page.get(CLOSE))
    assert '<html lang="es"' in shown
    with translation.override("es"):
        for told in (
            "Close the account",
            "Consequences",
            "Points that you have not redeemed go with it: redeem them first if you want to.",
            "A closed account is not opened again.",
        ):
            assert gettext(told) in shown
    assert "US$ 1.234,51" in shown


def test_the_page_needs_a_sign_in(client: Client) -> None:
    assert client.get(CLOSE).status_code == 302
    assert client.post(CLOSE, form()).status_code == 302


class TestTheDesk:
    def account(self) -> str:
        return reverse("cash:account", args=[person().pk])

    def test_viewing_the_account_needs_the_right_to_cash(self) -> None:
        seen = {role for role in Role if inside(staff(role)).get(self.account()).status_code == 200}
        assert seen == {
            Role.COMPLIANCE_ANALYST,
            Role.COMPLIANCE_MANAGER,
            Role.CASHIER,
            Role.AUDITOR,
            Role.LAUNDERING_OFFICER,
            Role.PROTECTION_OFFICER,
        }

    def test_no_account_of_staff_and_none_that_is_not(self) -> None:
        client = inside(staff(Role.CASHIER))
        for pk in (staff(Role.CASHIER).pk, 0):
            assert client.get(reverse("cash:account", args=[pk])).status_code == 404

    def test_compliance_closes_it_and_asks_for_its_payment(self) -> None:
        ana, client = funded(text="50.005"), inside(staff(Role.COMPLIANCE_ANALYST))
        grant_play_money(ana, Money(50_000, "PLY"), key=uuid4(), reason="x")
        close, pay = (reverse(f"cash:{name}", args=[ana]) for name in ("close", "pay_back"))
        shown = text(client.get(self.account()))
        assert "Close this account" in shown
        assert "Pay out what is left" not in shown
        key = str(uuid4())
        for _ in range(2):
            answer = client.post(close, {"reason": "a forged document", "key": key})
            assert (answer.status_code, answer["Location"]) == (303, self.account())
        shown = text(client.get(self.account()))
        assert "a forged document" in shown
        assert "$50.01" in shown
        assert Event.objects.filter(kind="account_state_changed").last() is not None
        desk = reverse("cash:desk")
        assert "Closed accounts with money to be paid" in text(client.get(desk))

        answer = client.post(pay, form())
        assert (answer.status_code, answer["Location"]) == (303, self.account())
        assert re.search(r"W-[0-9]{6}: a cashier", text(client.get(self.account())))
        assert "Closed accounts with money to be paid" not in text(client.get(desk))
        assert Withdrawal.objects.get().units == 500_100

    @pytest.mark.parametrize("wrong", [{}, {"reason": " "}, {"reason": "x", "key": "1"}], ids=str)
    def test_a_wrong_form_closes_nothing(self, wrong: dict[str, str]) -> None:
        ana, client = funded(text="5.00"), inside(staff(Role.COMPLIANCE_MANAGER))
        before = rows()
        address = reverse("cash:close", args=[ana])
        answer = client.post(address, {"key": str(uuid4()), **wrong})
        assert answer.status_code == 422
        assert rows() == before
        assert person().state == State.ACTIVE

    def test_an_open_round_is_said(self) -> None:
        ana, client = funded(text="5.00"), inside(staff(Role.COMPLIANCE_MANAGER))
        staked(ana, "1.00")
        assert "A round is still open" in text(client.get(self.account()))
        told = {"reason": "x", "key": str(uuid4())}
        answer = client.post(reverse("cash:close", args=[ana]), told)
        assert answer.status_code == 422
        assert "A round is still open" in text(answer)

    def test_closing_needs_the_right(self) -> None:
        ana = funded(text="5.00")
        before = rows()
        for role in (Role.OPERATOR, Role.CASHIER, Role.AUDITOR, Role.ADMINISTRATOR):
            client = inside(staff(role))
            for name in ("close", "pay_back"):
                address = reverse(f"cash:{name}", args=[ana])
                assert client.post(address, form(reason="x")).status_code == 403
        assert rows() == before

    def test_the_statement_of_a_closed_account_is_read_by_staff(self) -> None:
        ana, client = funded(text="50.005"), inside(staff(Role.AUDITOR))
        inside(staff(Role.COMPLIANCE_ANALYST)).post(
            reverse("cash:close", args=[ana]), {"reason": "x", "key": str(uuid4())}
        )
        answer: Any = client.get(reverse("cash:account_statement", args=[ana]))
        sheet = b"".join(answer.streaming_content).decode()
        assert "50.0050" in sheet
        assert "the remainder of a closed account is rounded up to the smallest coin" in sheet
        player = Client()
        player.force_login(person())
        address = reverse("cash:account_statement", args=[ana])
        assert player.get(address).status_code == 403
