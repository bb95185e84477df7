"""Exchange between one's own balances: shown first, exact, once, and only as it was shown."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core import signing
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.roles import Role
from tests.accounts.staff import inside, staff
from tests.wallet.ledger import at_once, funded, player, rows
from tests.wallet.rates import approved, enter, limit_set, spread_set
from wallet import errors, exchange, selectors, services
from wallet.models import Transfer
from wallet.money import Money
from wallet.rates import Quote

PAGE = reverse("wallet:exchange")
CONFIRM = reverse("wallet:confirm_exchange")


def money(text: str, currency: str) -> Money:
    return Money.parse(text, currency)


def trader(text: str = "1000.00") -> int:
    """Ana with dollars, and rates of euros and pesos."""
    approved("EUR", "1.16", hours=3)
    approved("COP", "0.00025", hours=3)
    return funded(text=text)


@contextmanager
def nothing_moves(error: type[errors.WalletError]) -> Iterator[None]:
    before = rows()
    with pytest.raises(error), transaction.atomic():
        yield
    assert rows() == before


@pytest.mark.django_db
class TestTheOffer:
    def test_it_says_what_comes_out_and_moves_nothing(self) -> None:
        ana = trader()
        before = rows()
        offer = exchange.offer(ana, money("100", "USD"), "EUR")
        assert str(offer.received) == "85.3448 EUR"  # 100 / 1.16 * 0.99 = 85.34482…
        assert (offer.given_rate.rate, offer.received_rate.rate) == (Decimal(1), Decimal("1.16"))
        assert offer.spread == Decimal("0.01")
        assert offer.until - offer.at == timedelta(seconds=60)
        assert rows() == before

    def test_between_two_foreign_currencies_both_rates_count(self) -> None:
        ana = trader()
        services.deposit(ana, money("500000", "COP"), key=uuid4(), provider="demo")
        offer = exchange.offer(ana, money("400000", "COP"), "EUR")
        assert str(offer.received) == "85.3448 EUR"

    def test_the_pairs_own_spread_counts(self) -> None:
        ana = trader()
        spread_set(("USD", "EUR"), "0", "a campaign")
        assert str(exchange.offer(ana, money("116", "USD"), "EUR").received) == "100.00 EUR"

    @pytest.mark.parametrize(
        ("given", "currency", "error"),
        [
            (Money(0, "USD"), "EUR", errors.InvalidAmount),
            (Money(-1, "USD"), "EUR", errors.InvalidAmount),
            (Money(1, "USD"), "USD", errors.InvalidAmount),
            (Money(1, "COP"), "EUR", errors.InsufficientFunds),
            (Money(10_000_001, "USD"), "EUR", errors.InsufficientFunds),
            (Money(1, "USD"), "VES", errors.NoRate),
            (Money(1, "USD"), "PLY", errors.NoRate),
            (Money(1, "PLY"), "USD", errors.NoRate),
            (Money(1, "USD"), "XXX", errors.NoRate),
        ],
    )
    def test_what_is_not_offered(
        self, given: Money, currency: str, error: type[errors.WalletError]
    ) -> None:
        ana = trader()
        with nothing_moves(error):
            exchange.offer(ana, given, currency)

    def test_too_little_for_the_smallest_unit_is_not_exchanged(self) -> None:
        ana = trader()
        services.deposit(ana, money("1", "COP"), key=uuid4(), provider="demo")
        with nothing_moves(errors.InvalidAmount):
            exchange.offer(ana, Money(100, "COP"), "EUR")

    def test_a_rate_that_waits_or_is_old_offers_nothing(self) -> None:
        ana = trader()
        enter("EUR", "9")
        with nothing_moves(errors.RateWaits):
            exchange.offer(ana, money("1", "USD"), "EUR")
        limit_set("COP", 2)
        with nothing_moves(errors.StaleRate):
            exchange.offer(ana, money("1", "USD"), "COP")


@given(
    units=st.integers(1, 10**15),
    first=st.decimals(min_value="0.000001", max_value="1000", places=12),
    second=st.decimals(min_value="0.000001", max_value="1000", places=12),
    spread=st.decimals(min_value="0", max_value="0.2", places=6),
)
def test_the_result_is_the_exact_value_rounded_down(
    units: int, first: Decimal, second: Decimal, spread: Decimal
) -> None:
    now = timezone.now()
    bought = exchange._bought(
        Money(units, "COP"),
        Quote("COP", first, "", now),
        Quote("EUR", second, "", now),
        spread,
    )
    exact = units * Fraction(first) * (1 - Fraction(spread)) / Fraction(second)
    assert bought.units == exact.numerator // exact.denominator


@pytest.mark.django_db
class TestTheConfirmation:
    def test_it_moves_what_was_shown_and_keeps_why(self) -> None:
        ana = trader()
        offer = exchange.offer(ana, money("100", "USD"), "EUR")
        assert exchange.confirm(ana, offer.sealed) == (offer.given, offer.received)
        assert selectors.balance(ana, "USD") == money("900", "USD")
        assert selectors.balance(ana, "EUR") == offer.received
        details = Transfer.objects.get(kind="exchange").details
        assert details["received_rate"] == "1.160000000000"
        assert details["given_rate"] == "1"
        assert (details["spread"], details["received_source"]) == ("0.010000", "test")
        assert details["received_rate_id"] == offer.received_rate.rate_id

    def test_sent_twice_it_is_done_once(self) -> None:
        ana = trader()
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        first = exchange.confirm(ana, sealed)
        before = rows()
        assert exchange.confirm(ana, sealed) == first
        with time_machine.travel(timezone.now() + timedelta(minutes=5)):
            assert exchange.confirm(ana, sealed) == first
        assert rows() == before

    def test_after_a_minute_it_is_over(self) -> None:
        ana = trader()
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        with (
            time_machine.travel(timezone.now() + timedelta(seconds=61)),
            nothing_moves(errors.QuoteExpired),
        ):
            exchange.confirm(ana, sealed)

    def test_a_changed_rate_or_spread_ends_it(self) -> None:
        ana = trader()
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        approved("COP", "0.00026", hours=2)  # of another currency
        spread_set(("COP", "EUR"), "0.1", "another pair")
        exchange.confirm(ana, sealed)
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        approved("EUR", "1.16", hours=2)  # the same figure of a later day is another rate
        with nothing_moves(errors.QuoteExpired):
            exchange.confirm(ana, sealed)
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        spread_set(None, "0.01", "again")
        with nothing_moves(errors.QuoteExpired):
            exchange.confirm(ana, sealed)
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        enter("EUR", "9")
        with nothing_moves(errors.RateWaits):
            exchange.confirm(ana, sealed)

    def test_nobody_writes_an_offer_or_takes_anothers(self) -> None:
        ana, ben = trader(), funded("ben")
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        asked = signing.loads(sealed, salt="wallet.exchange")
        asked["received"][0] *= 2
        for text in ("", "x", sealed[:-1], signing.dumps(asked), json.dumps(asked)):
            with nothing_moves(errors.QuoteExpired):
                exchange.confirm(ana, text)
        with nothing_moves(errors.QuoteExpired):
            exchange.confirm(ben, sealed)

    def test_money_that_went_meanwhile_is_not_exchanged(self) -> None:
        ana = trader("100.00")
        sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
        services.bet(ana, money("1", "USD"), key=uuid4(), round_id=uuid4())
        with nothing_moves(errors.InsufficientFunds):
            exchange.confirm(ana, sealed)


def test_confirmations_sent_at_once_exchange_once(committed_db: None) -> None:
    ana = trader()
    sealed = exchange.offer(ana, money("100", "USD"), "EUR").sealed
    answers = at_once(8, lambda _n: exchange.confirm(ana, sealed))
    assert {(given.text, received.text) for given, received in answers} == {("100.00", "85.3448")}
    assert selectors.balance(ana, "USD") == money("900", "USD")
    assert Transfer.objects.filter(kind="exchange").count() == 1


def test_two_offers_for_the_same_money_exchange_it_once(committed_db: None) -> None:
    ana = trader("100.00")
    offers = [exchange.offer(ana, money("100", "USD"), "EUR").sealed for _ in range(4)]
    answers = at_once(4, lambda n: exchange.confirm(ana, offers[n]))
    assert sum(isinstance(answer, errors.InsufficientFunds) for answer in answers) == 3
    assert selectors.balance(ana, "EUR") == money("85.3448", "EUR")


@pytest.fixture
def page(client: Client) -> Client:
    client.force_login(User.objects.get(pk=trader()))
    client.cookies["django_language"] = "en"
    return client


def text(response: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return " ".join(words.split())


def form(amount: str = "100", **changes: str) -> dict[str, str]:
    return {"given": "USD", "amount": amount, "received": "EUR", **changes}


@pytest.mark.django_db
class TestThePage:
    def test_rate_spread_and_result_are_shown_before_anything_moves(self, page: Client) -> None:
        before = rows()
        shown = text(page.post(PAGE, form()))
        assert "You give 100.00 USD You get 85.3448 EUR" in shown
        assert "Rate: 1 EUR = 1.16 USD 1 EUR = 1.16 USD, test," in shown
        assert "The house keeps 1 %" in shown
        assert rows() == before

    def test_confirmed_it_is_done_and_told(self, page: Client) -> None:
        offer = page.post(PAGE, form()).context["offer"]
        answer = page.post(CONFIRM, {"offer": offer.sealed})
        assert (answer.status_code, answer["Location"]) == (303, reverse("wallet:bank"))
        assert "100.00 USD became 85.3448 EUR." in text(page.get(reverse("wallet:bank")))

    def test_its_receipt_says_amounts_rate_source_and_what_the_house_kept(
        self, page: Client
    ) -> None:
        offer = page.post(PAGE, form()).context["offer"]
        page.post(CONFIRM, {"offer": offer.sealed})
        done = Transfer.objects.get(kind="exchange")
        address = reverse("wallet:exchange_receipt", args=[done.pk])
        approved("EUR", "1.20", hours=1)
        for linking in (reverse("wallet:bank"), reverse("wallet:statement")):
            assert f'href="{address}"' in page.get(linking).content.decode()
        shown = text(page.get(address)).replace("\N{NO-BREAK SPACE}", " ")
        assert f"Exchange {done.pk}" in shown
        assert "100.00 USD → 85.3448 EUR" in shown
        assert "1 EUR = 1.16 USD" in shown
        assert "1 EUR = 1.16 USD, test," in shown
        assert "The house keeps 1 %" in shown
        assert "ana@example.test" in shown

    @pytest.mark.parametrize("number", ["deposit", "other", "none", "vast"])
    def test_there_is_no_receipt_of_what_is_no_exchange_of_ones_own(
        self, page: Client, number: str
    ) -> None:
        offer = exchange.offer(funded("ben"), money("10", "USD"), "EUR")
        exchange.confirm(offer.player_id, offer.sealed)
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

    def test_who_may_not_play_exchanges_nothing(self, page: Client) -> None:
        sealed = page.post(PAGE, form()).context["offer"].sealed
        User.objects.filter(pk=player()).update(verified_at=None, verification_method="")
        before = rows()
        assert page.post(PAGE, form()).status_code == 403
        assert page.post(CONFIRM, {"offer": sealed}).status_code == 403
        assert inside(staff(Role.CASHIER)).get(PAGE).status_code == 403
        assert rows()["wallet_entry"] == before["wallet_entry"]

    @pytest.mark.parametrize("address", [PAGE, CONFIRM])
    def test_it_is_for_those_who_are_signed_in(self, client: Client, address: str) -> None:
        answer = client.post(address, form())
        assert answer.status_code == 302
        assert reverse("account_login") in answer["Location"]


@pytest.mark.django_db
def test_the_form_names_its_currencies_as_people_do_in_spanish(client: Client) -> None:
    """Not «Desde» and «Hasta», which are days."""
    client.force_login(User.objects.get(pk=trader()))
    client.cookies["django_language"] = "es"
    form = client.get(PAGE).context["form"]
    assert [str(form.fields[name].label) for name in ("given", "received")] == [
        "Entregas",
        "Recibes",
    ]
