"""The exchange page: the offer, its confirmation, the receipt and refusals."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models.users import User
from accounts.roles.values import Role
from tests.accounts.staff import inside, staff
from tests.fixtures.reading import read_in
from tests.wallet.ledger import funded, player, rows
from tests.wallet.rates import approved
from tests.wallet.test_exchange import money, trader
from wallet.exchange import services
from wallet.ledger.models import Transfer

PAGE = reverse("wallet:exchange")
CONFIRM = reverse("wallet:confirm_exchange")


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(User.objects.get(pk=trader()))
    read_in(client, "en")
    return client


def text(response: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return " ".join(words.split())


def form(amount: str = "100", **changes: str) -> dict[str, str]:
    return {"given": "USD", "amount": amount, "received": "EUR", **changes}


@pytest.mark.database
class TestThePage:
    def test_rate_spread_and_result_are_shown_before_anything_moves(self, page: Client) -> None:
        before = rows()
        shown = text(page.post(PAGE, form()))
        assert "You give $100.00 You get €85.3448" in shown
        assert "Rate: 1 EUR = 1.16 USD 1 EUR = 1.16 USD, test," in shown
        assert "The house keeps 1%" in shown
        assert rows() == before

    def test_a_confirmed_exchange_is_announced(self, page: Client) -> None:
        offer = page.post(PAGE, form()).context["offer"]
        answer = page.post(CONFIRM, {"offer": offer.sealed})
        assert (answer.status_code, answer["Location"]) == (303, reverse("wallet:bank"))
        assert "$100.00 became €85.3448." in text(page.get(reverse("wallet:bank")))

    def test_its_receipt_says_amounts_rate_source_and_what_the_house_kept(
        self, page: Client
    ) -> None:
        offer = page.post(PAGE, form()).context["offer"]
        page.post(CONFIRM, {"offer": offer.sealed})
        done = Transfer.objects.get(kind="exchange")
        address = reverse("wallet:exchange_receipt", args=[done.pk])
        approved("EUR", "1.20", hours=1)
        for linking in (f"{reverse('wallet:bank')}?show=all", reverse("wallet:statement")):
            assert f'href="{address}"' in page.get(linking).content.decode()
        shown = text(page.get(address)).replace("\N{NO-BREAK SPACE}", " ")
        assert f"Exchange {done.pk}" in shown
        assert "$100.00 → €85.3448" in shown
        assert "1 EUR = 1.16 USD" in shown
        assert "1 EUR = 1.16 USD, test," in shown
        assert "The house keeps 1%" in shown
        assert "ana@example.test" in shown

    @pytest.mark.parametrize("number", ["deposit", "other", "none", "vast"])
    def test_receipts_are_for_own_exchanges_only(self, page: Client, number: str) -> None:
        offer = services.offer_exchange(funded("ben"), money("10", "USD"), "EUR")
        services.confirm_exchange(offer.player_id, offer.sealed)
        numbers = {
            "deposit": Transfer.objects.filter(kind="deposit").earliest("id").pk,
            "other": Transfer.objects.get(kind="exchange").pk,
            "none": 10**9,
            "vast": 10**30,
        }
        answer = page.get(reverse("wallet:exchange_receipt", args=[numbers[number]]))
        assert answer.status_code == 404

    def test_an_offer_that_is_over_is_answered_with_a_new_one(self, page: Client) -> None:
        sealed = page.post(PAGE, form()).context["offer"].sealed
        approved("EUR", "1.20", hours=1)
        before = rows()
        answer = page.post(CONFIRM, {"offer": sealed})
        assert answer.status_code == 409
        assert "This offer is over." in text(answer)
        assert str(answer.context["offer"].received) == "82.50 EUR"
        assert rows() == before

    @pytest.mark.parametrize(
        "wrong",
        [
            {"amount": ""},
            {"amount": "0"},
            {"amount": "-1"},
            {"amount": "1.00001"},
            {"amount": "1e3"},
            {"amount": "1000.01"},
            {"amount": "9" * 30},
            {"received": "USD"},
            {"received": "PLY"},
            {"received": "VES"},
            {"given": "PLY"},
            {"given": "EUR"},
        ],
    )
    def test_a_wrong_form_is_explained(self, page: Client, wrong: dict[str, str]) -> None:
        before = rows()
        answer = page.post(PAGE, form(**wrong))
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
        assert answer.context["offer"] is None
        assert rows() == before

    def test_barred_players_cannot_exchange(self, page: Client) -> None:
        sealed = page.post(PAGE, form()).context["offer"].sealed
        User.objects.filter(pk=player()).update(verified_at=None, verification_method="")
        before = rows()
        assert page.post(PAGE, form()).status_code == 403
        assert page.post(CONFIRM, {"offer": sealed}).status_code == 403
        assert inside(staff(Role.CASHIER)).get(PAGE).status_code == 403
        assert rows()["wallet_entry"] == before["wallet_entry"]

    @pytest.mark.parametrize("address", [PAGE, CONFIRM])
    def test_the_page_needs_a_sign_in(self, client: Client, address: str) -> None:
        answer = client.post(address, form())
        assert answer.status_code == 302
        assert reverse("account_login") in answer["Location"]


@pytest.mark.database
def test_the_form_names_its_currencies_as_people_do_in_spanish(client: Client) -> None:
    """Not «Desde» and «Hasta», which are used for dates."""
    client.force_login(User.objects.get(pk=trader()))
    read_in(client, "es")
    form = client.get(PAGE).context["form"]
    assert [str(form.fields[name].label) for name in ("given", "received")] == [
        "Entregas",
        "Recibes",
    ]
