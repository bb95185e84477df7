import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models.users import User
from tests.fixtures.reading import read_in
from tests.wallet.ledger import funded, player, rows, staked, usd
from tests.wallet.rates import approved
from wallet.cash.values.activity_lines import ACTIVITY_PAGE
from wallet.ledger.selectors import funds
from wallet.ledger.services.movements import credit_deposit, grant_play_money
from wallet.money.values import PLAY_MONEY, Money

BANK = reverse("wallet:bank")
DEPOSIT = reverse("wallet:deposit")


@pytest.fixture
def page(client: Client) -> Client:
    """Ana's client, in English."""
    client.force_login(User.objects.get(pk=player()))
    read_in(client, "en")
    return client


def form(amount: str = "25.00", **changes: Any) -> dict[str, Any]:
    return {"amount": amount, "currency": "USD", "key": str(uuid4()), **changes}


def text(response: Any) -> str:
    """Return the page text with single spaces, and none next to tags."""
    spaced = " ".join(unescape(response.content.decode()).split())
    return re.sub(r"(?<=>) | (?=<)", "", spaced)


pytestmark = pytest.mark.database


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_page_needs_a_sign_in(client: Client, method: str) -> None:
    address = BANK if method == "get" else DEPOSIT
    response = getattr(client, method)(address, form())
    assert response.status_code == 302
    assert reverse("account_login") in response["Location"]


@pytest.mark.parametrize("name", ["withdraw", "statement", "statement_file"])
def test_every_bank_page_needs_a_sign_in(client: Client, name: str) -> None:
    assert client.get(reverse(f"wallet:{name}")).status_code == 302


def test_the_page_shows_balances_held_stakes_and_movements(page: Client) -> None:
    ana = funded(text="1234.50")
    staked(ana, "10.005")
    shown = text(page.get(BANK, {"show": "all"}))
    assert '<dd class="holding__free" data-balance="USD">$1,224.49</dd>' in shown
    assert "Exactly $1,224.4950: less than a cent stays in your account" in shown
    assert '<span class="num" data-held="USD">$10.0050</span>' in shown
    assert 'data-label="Staked" class="num">$10.0050' in shown
    assert "+$1,234.50" in shown


def test_totals_are_in_the_players_currency(page: Client) -> None:
    ana = funded(text="116.00")
    approved("EUR", "1.16")
    User.objects.filter(pk=ana).update(display_currency="EUR")
    assert "≈ €100.00" in text(page.get(BANK))
    assert '<dd class="holding__free" data-balance="USD">$116.00</dd>' in text(page.get(BANK))


def test_a_new_player_has_no_movements(page: Client) -> None:
    shown = text(page.get(BANK))
    assert '<dd class="holding__free" data-balance="USD">$0.00</dd>' in shown
    assert "You have no deposits or withdrawals yet." in shown
    assert "You have not played yet." in text(page.get(BANK, {"show": "play"}))
    assert "There are no movements yet." in text(page.get(BANK, {"show": "all"}))


def test_play_money_is_called_so_and_not_by_its_code_alone(page: Client) -> None:
    grant_play_money(player(), Money.parse("10", PLAY_MONEY), key=uuid4(), reason="tests")
    shown = text(page.get(BANK))
    assert '<dt>Play money</dt><dd class="holding__free" data-balance="PLY">10.00' in shown
    assert "<dt>Balance in USD</dt>" in shown


def test_amounts_are_written_in_the_language_of_the_reader(page: Client) -> None:
    funded(text="1234.50")
    read_in(page, "es")
    assert "US$ 1.234,50" in text(page.get(BANK))


@pytest.mark.parametrize("view", ["payments", "all"])
def test_the_query_count_of_payments_is_constant(
    page: Client, django_assert_max_num_queries: DjangoAssertNumQueries, view: str
) -> None:
    page.post(DEPOSIT, form("1.00"))
    page.get(BANK)  # consume the message
    with CaptureQueriesContext(connection) as few:
        page.get(BANK, {"show": view})
    allowed = len(few)
    for _ in range(ACTIVITY_PAGE):
        page.post(DEPOSIT, form("1.00"))
    page.get(BANK)
    with django_assert_max_num_queries(allowed):
        shown = text(page.get(BANK, {"show": view}))
    assert shown.count(">D-") == ACTIVITY_PAGE
    assert 'rel="next"' in shown
    assert funds.balance(player()) == usd(f"{ACTIVITY_PAGE + 1}.00")


def test_a_deposit_reloads_the_page(page: Client) -> None:
    response = page.post(DEPOSIT, form("25.50"))
    assert (response.status_code, response["Location"]) == (303, BANK)
    assert "$25.50 is in your account." in text(page.get(BANK))
    assert funds.balance(player()) == usd("25.50")


def test_a_comma_is_understood_in_spanish(page: Client) -> None:
    read_in(page, "es")
    assert page.post(DEPOSIT, form("25,50")).status_code == 303
    assert funds.balance(player()) == usd("25.50")


@pytest.mark.parametrize(("language", "typed"), [("es", "1.000"), ("en", "1,000")])
def test_a_thousand_is_a_thousand_in_the_pages_language(
    page: Client, language: str, typed: str
) -> None:
    read_in(page, language)
    assert page.post(DEPOSIT, form(typed)).status_code == 303
    assert funds.balance(player()) == usd("1000.00")


@pytest.mark.parametrize(("language", "typed"), [("es", "1,000"), ("en", "1.000")])
def test_an_ambiguous_amount_is_refused_at_its_field(
    page: Client, language: str, typed: str
) -> None:
    read_in(page, language)
    before = rows()
    answer = page.post(DEPOSIT, form(typed))
    assert answer.status_code == 422
    assert "1000" in answer.context["form"].errors["amount"][0]
    assert f'value="{typed}"' in text(answer)
    assert rows() == before


def test_the_same_form_twice_pays_in_once(page: Client) -> None:
    sent = form("25.00")
    assert [page.post(DEPOSIT, sent).status_code for _ in range(2)] == [303, 303]
    assert funds.balance(player()) == usd("25.00")


def test_the_same_form_with_another_amount_is_a_conflict(page: Client) -> None:
    sent = form("25.00")
    page.post(DEPOSIT, sent)
    before = rows()
    response = page.post(DEPOSIT, {**sent, "amount": "26.00"})
    assert response.status_code == 409
    assert "already sent with other content" in text(response)
    assert rows() == before
    key = str(response.context["form"]["key"].value())
    assert key in text(response)
    anew = page.post(DEPOSIT, {**sent, "amount": "26.00", "key": key})
    assert anew.status_code == 303  # reviewed and sent again, it is a new deposit
    assert funds.balance(player()) == usd("51.00")


def test_a_page_offers_a_new_key_each_time(page: Client) -> None:
    keys = {page.get(DEPOSIT).context["form"]["key"].value() for _ in range(2)}
    assert len(keys) == 2


def test_the_key_of_one_player_does_not_bind_another(page: Client, client: Client) -> None:
    sent = form("25.00")
    page.post(DEPOSIT, sent)
    ben = player("ben")
    client.force_login(User.objects.get(pk=ben))
    assert client.post(DEPOSIT, {**sent, "amount": "3.00"}).status_code == 303
    assert funds.balance(ben) == usd("3.00")


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": ""},
        {"amount": "0"},
        {"amount": "0.00"},
        {"amount": "-5"},
        {"amount": "0.001"},
        {"amount": "10.555"},
        {"amount": "10000.01"},
        {"amount": "1e9"},
        {"amount": "1e2"},
        {"amount": "1_0"},
        {"amount": "\N{ARABIC-INDIC DIGIT FIVE}"},
        {"amount": "NaN"},
        {"amount": "Infinity"},
        {"amount": "ten"},
        {"amount": "1,000.00.00"},
        {"amount": "9" * 400},
        {"currency": "EUR"},
        {"currency": "XYZ"},
        {"key": "1"},
        {"key": ""},
    ],
)
def test_a_wrong_form_is_explained_and_pays_nothing_in(page: Client, wrong: dict[str, str]) -> None:
    before = rows()
    response = page.post(DEPOSIT, form(**wrong))
    assert response.status_code == 422
    assert 'role="alert"' in text(response)
    assert rows() == before


@pytest.mark.parametrize("amount", ["0.01", "10000", "10000.00", "7.5"])
def test_amounts_at_the_limits_are_paid_in(page: Client, amount: str) -> None:
    assert page.post(DEPOSIT, form(amount)).status_code == 303
    assert funds.balance(player()) == Money.parse(amount, "USD")


def test_a_link_moves_nothing(page: Client) -> None:
    before = rows()
    assert page.get(DEPOSIT, form()).status_code == 200
    assert rows() == before


def test_a_deposit_needs_the_token_of_the_page(page: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = page.cookies
    before = rows()
    assert strict.post(DEPOSIT, form()).status_code == 403
    assert rows() == before


def test_without_a_provider_nothing_is_offered_or_taken(page: Client, settings: Settings) -> None:
    settings.DEMO_PROVIDER_ENABLED = False
    assert 'name="amount"' not in text(page.get(DEPOSIT))
    before = rows()
    assert page.post(DEPOSIT, form()).status_code == 422
    assert rows() == before


def test_barred_players_cannot_deposit(page: Client) -> None:
    User.objects.filter(pk=player()).update(verified_at=None, verification_method="")
    assert 'name="amount"' not in text(page.get(DEPOSIT))
    before = rows()
    response = page.post(DEPOSIT, form())
    assert response.status_code == 403
    assert "Verify your age and identity" in text(response)
    assert rows() == before


def test_the_page_is_never_kept_by_a_cache(page: Client) -> None:
    assert "no-store" in page.get(BANK)["Cache-Control"]


def test_signing_in_again_returns_to_the_form(client: Client) -> None:
    funded()
    before = rows()

    answer = client.post(DEPOSIT, form("5.00"))

    assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={DEPOSIT}")
    assert rows() == before


@pytest.mark.parametrize(("held", "offered"), [("USD", "VES"), ("EUR", "USD")])
def test_an_exchange_begins_with_two_different_currencies(
    page: Client, held: str, offered: str
) -> None:
    approved("EUR", "1.10")
    credit_deposit(player(), Money.parse("10.00", held), key=uuid4(), provider="demo")
    shown = text(page.get(reverse("wallet:exchange")))
    assert f'<option value="{held}">' in shown
    assert re.findall(r'<option value="(\w+)" selected', shown) == [offered]


def test_a_deposit_shows_the_balance_the_methods_and_round_amounts_of_each_currency(
    page: Client,
) -> None:
    funded(text="12.50")
    answer = page.get(DEPOSIT)
    shown = text(answer)
    assert '<strong class="num" data-balance="USD">$12.50</strong>' in shown
    assert "Payment methods" in shown
    assert "Demonstration" in shown.partition("Payment methods")[2]
    assert re.findall(r'data-amount="([^"]+)">\$', shown) == [
        "10.00",
        "25.00",
        "50.00",
        "100.00",
    ]
    limits = {one.most.currency: one for one in answer.context["bounds"]}
    for amounts in answer.context["quick"]:
        assert amounts
        for one in amounts:
            assert limits[one.currency].least <= one <= limits[one.currency].most
    assert shown.count('data-quick="') == len(limits)
    assert len(re.findall(r'data-quick="[A-Z]{3}" hidden', shown)) == len(limits)


def test_a_deposit_begins_in_the_players_currency_unless_it_has_no_rate(page: Client) -> None:
    User.objects.filter(pk=player()).update(display_currency="COP")
    assert page.get(DEPOSIT).context["form"]["currency"].initial == "USD"
    approved("COP", "0.00025")
    assert page.get(DEPOSIT).context["form"]["currency"].initial == "COP"


def test_a_quick_amount_is_read_as_it_was_meant_in_either_language(page: Client) -> None:
    for language in ("es", "en"):
        read_in(page, language)
        shown = text(page.get(DEPOSIT))
        (most,) = re.findall(r'data-amount="([^"]+)">(?:US)?\$', shown)[-1:]
        assert page.post(DEPOSIT, form(most)).status_code == 303
    assert funds.balance(player()) == usd("200.00")
