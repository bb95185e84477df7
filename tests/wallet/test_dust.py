"""The dust of a closed account is paid up to the smallest coin, once, and only that."""

from uuid import uuid4

import pytest

from journal.models import Event
from tests.wallet.ledger import funded, refused
from wallet import selectors, services
from wallet.cash.services import dust
from wallet.errors import BalanceMoved
from wallet.money import Money

pytestmark = pytest.mark.django_db


def with_dust() -> int:
    """A player with 1.0001 USD, 2.0099 EUR, whole pesos and play money in parts."""
    ana = funded(text="1.0001")
    for units, currency in ((20_099, "EUR"), (50_000, "COP")):
        services.deposit(ana, Money(units, currency), key=uuid4(), provider="demo")
    services.grant_play_money(ana, Money(77, "PLY"), key=uuid4(), reason="x")
    return ana


def test_each_real_currency_is_paid_up_to_its_coin_once() -> None:
    ana, key = with_dust(), uuid4()
    paid = [Money(1, "EUR"), Money(99, "USD")]
    after = [Money(50_000, "COP"), Money(20_100, "EUR"), Money(77, "PLY"), Money(10_100, "USD")]

    assert dust.pay_up_dust(ana, key=key, acting_user=7) == paid
    assert selectors.balances(ana) == after
    events = Event.objects.filter(kind="balance_adjusted").order_by("id")
    assert [(event.actor_id, event.data["amount"]) for event in events] == [
        (7, "0.0001 EUR"),
        (7, "0.0099 USD"),
    ]

    assert dust.pay_up_dust(ana, key=key) == paid
    assert dust.pay_up_dust(ana, key=uuid4()) == []
    assert selectors.balances(ana) == after
    assert events.count() == 2


@pytest.mark.parametrize("units", [1, 10_000 + 5])
def test_nothing_is_paid_where_the_money_moved_after_it_was_read(
    monkeypatch: pytest.MonkeyPatch, units: int
) -> None:
    ana = with_dust()
    read = selectors.balances(ana)
    services.deposit(ana, Money(units, "USD"), key=uuid4(), provider="demo")
    monkeypatch.setattr(dust, "balances", lambda _player: read)

    with refused(BalanceMoved):
        dust.pay_up_dust(ana, key=uuid4())
