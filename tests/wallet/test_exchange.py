"""Exchange between a player's balances: quoted first, exact, once, and only as quoted."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from uuid import uuid4

import pytest
import time_machine
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, strategies as st

from journal.refusals import Refusal
from tests.wallet.ledger import at_once, funded, rows
from tests.wallet.rates import approved, enter, limit_set, spread_set
from wallet.exchange import services
from wallet.exchange.refusals import QuoteExpired
from wallet.ledger.models import Transfer
from wallet.ledger.refusals import InsufficientFunds
from wallet.ledger.selectors import funds
from wallet.ledger.services import movements
from wallet.money.refusals import InvalidAmount
from wallet.money.values import Money
from wallet.rates.refusals import NoRate, RatePending, StaleRate
from wallet.rates.values import Quote

PAGE = reverse("wallet:exchange")
CONFIRM = reverse("wallet:confirm_exchange")


def money(text: str, currency: str) -> Money:
    return Money.parse(text, currency)


def trader(text: str = "1000.00") -> int:
    """Return the id of Ana with dollars; euros and pesos have rates."""
    approved("EUR", "1.16", hours=3)
    approved("COP", "0.00025", hours=3)
    return funded(text=text)


@contextmanager
def nothing_moves(error: type[Refusal]) -> Iterator[None]:
    before = rows()
    with pytest.raises(error), transaction.atomic():
        yield
    assert rows() == before


@pytest.mark.database
class TestTheOffer:
    def test_an_offer_shows_the_result_and_moves_nothing(self) -> None:
        ana = trader()
        before = rows()
        offer = services.offer_exchange(ana, money("100", "USD"), "EUR")
        assert str(offer.received) == "85.3448 EUR"  # 100 / 1.16 * 0.99 = 85.34482…
        assert (offer.given_rate.rate, offer.received_rate.rate) == (Decimal(1), Decimal("1.16"))
        assert offer.spread == Decimal("0.01")
        assert offer.until - offer.at == timedelta(seconds=60)
        assert rows() == before

    def test_between_two_foreign_currencies_both_rates_count(self) -> None:
        ana = trader()
        movements.credit_deposit(ana, money("500000", "COP"), key=uuid4(), provider="demo")
        offer = services.offer_exchange(ana, money("400000", "COP"), "EUR")
        assert str(offer.received) == "85.3448 EUR"

    def test_the_pairs_own_spread_counts(self) -> None:
        ana = trader()
        spread_set(("USD", "EUR"), "0", "a campaign")
        assert (
            str(services.offer_exchange(ana, money("116", "USD"), "EUR").received) == "100.00 EUR"
        )

    @pytest.mark.parametrize(
        ("given", "currency", "error"),
        [
            (Money(0, "USD"), "EUR", InvalidAmount),
            (Money(-1, "USD"), "EUR", InvalidAmount),
            (Money(1, "USD"), "USD", InvalidAmount),
            (Money(1, "COP"), "EUR", InsufficientFunds),
            (Money(10_000_001, "USD"), "EUR", InsufficientFunds),
            (Money(1, "USD"), "VES", NoRate),
            (Money(1, "USD"), "PLY", NoRate),
            (Money(1, "PLY"), "USD", NoRate),
            (Money(1, "USD"), "XXX", NoRate),
        ],
    )
    def test_unavailable_exchanges(self, given: Money, currency: str, error: type[Refusal]) -> None:
        ana = trader()
        with nothing_moves(error):
            services.offer_exchange(ana, given, currency)

    def test_too_little_for_the_smallest_unit_is_not_exchanged(self) -> None:
        ana = trader()
        movements.credit_deposit(ana, money("1", "COP"), key=uuid4(), provider="demo")
        with nothing_moves(InvalidAmount):
            services.offer_exchange(ana, Money(100, "COP"), "EUR")

    def test_a_rate_that_waits_or_is_old_offers_nothing(self) -> None:
        ana = trader()
        enter("EUR", "9")
        with nothing_moves(RatePending):
            services.offer_exchange(ana, money("1", "USD"), "EUR")
        limit_set("COP", 2)
        with nothing_moves(StaleRate):
            services.offer_exchange(ana, money("1", "USD"), "COP")


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
    bought = services._bought(
        Money(units, "COP"),
        Quote("COP", first, "", now),
        Quote("EUR", second, "", now),
        spread,
    )
    exact = units * Fraction(first) * (1 - Fraction(spread)) / Fraction(second)
    assert bought.units == exact.numerator // exact.denominator


@pytest.mark.database
class TestTheConfirmation:
    def test_an_exchange_moves_the_offer_and_records_its_rate(self) -> None:
        ana = trader()
        offer = services.offer_exchange(ana, money("100", "USD"), "EUR")
        assert services.confirm_exchange(ana, offer.sealed) == (offer.given, offer.received)
        assert funds.balance(ana, "USD") == money("900", "USD")
        assert funds.balance(ana, "EUR") == offer.received
        details = Transfer.objects.get(kind="exchange").details
        assert details["received_rate"] == "1.160000000000"
        assert details["given_rate"] == "1"
        assert (details["spread"], details["received_source"]) == ("0.010000", "test")
        assert details["received_rate_id"] == offer.received_rate.rate_id

    def test_a_repeated_confirmation_exchanges_once(self) -> None:
        ana = trader()
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        first = services.confirm_exchange(ana, sealed)
        before = rows()
        assert services.confirm_exchange(ana, sealed) == first
        with time_machine.travel(timezone.now() + timedelta(minutes=5)):
            assert services.confirm_exchange(ana, sealed) == first
        assert rows() == before

    def test_an_offer_expires_after_a_minute(self) -> None:
        ana = trader()
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        with (
            time_machine.travel(timezone.now() + timedelta(seconds=61)),
            nothing_moves(QuoteExpired),
        ):
            services.confirm_exchange(ana, sealed)

    def test_a_changed_rate_or_spread_ends_an_offer(self) -> None:
        ana = trader()
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        approved("COP", "0.00026", hours=2)  # of another currency
        spread_set(("COP", "EUR"), "0.1", "another pair")
        services.confirm_exchange(ana, sealed)
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        approved("EUR", "1.16", hours=2)  # the same figure on a later day is another rate
        with nothing_moves(QuoteExpired):
            services.confirm_exchange(ana, sealed)
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        spread_set(None, "0.01", "again")
        with nothing_moves(QuoteExpired):
            services.confirm_exchange(ana, sealed)
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        enter("EUR", "9")
        with nothing_moves(RatePending):
            services.confirm_exchange(ana, sealed)

    def test_offers_cannot_be_forged_or_taken_by_others(self) -> None:
        ana, ben = trader(), funded("ben")
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        asked = signing.loads(sealed, salt="wallet.exchange")
        asked["received"][0] *= 2
        for text in ("", "x", sealed[:-1], signing.dumps(asked), json.dumps(asked)):
            with nothing_moves(QuoteExpired):
                services.confirm_exchange(ana, text)
        with nothing_moves(QuoteExpired):
            services.confirm_exchange(ben, sealed)

    def test_spent_money_is_not_exchanged(self) -> None:
        ana = trader("100.00")
        sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
        movements.hold_stake(ana, money("1", "USD"), key=uuid4(), round_id=uuid4())
        with nothing_moves(InsufficientFunds):
            services.confirm_exchange(ana, sealed)


def test_confirmations_sent_at_once_exchange_once(committed_db: None) -> None:
    ana = trader()
    sealed = services.offer_exchange(ana, money("100", "USD"), "EUR").sealed
    answers = at_once(8, lambda _n: services.confirm_exchange(ana, sealed))
    assert {(given.text, received.text) for given, received in answers} == {("100.00", "85.3448")}
    assert funds.balance(ana, "USD") == money("900", "USD")
    assert Transfer.objects.filter(kind="exchange").count() == 1


def test_two_offers_for_the_same_money_exchange_it_once(committed_db: None) -> None:
    ana = trader("100.00")
    offers = [services.offer_exchange(ana, money("100", "USD"), "EUR").sealed for _ in range(4)]
    answers = at_once(4, lambda n: services.confirm_exchange(ana, offers[n]))
    assert sum(isinstance(answer, InsufficientFunds) for answer in answers) == 3
    assert funds.balance(ana, "EUR") == money("85.3448", "EUR")
