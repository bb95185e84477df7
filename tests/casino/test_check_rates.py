"""Exchanges and rounds against the rates and spreads in force, regardless of clocks."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from psycopg import Connection

from casino.models import Round
from casino.play.services import betting
from casino.play.services.betting import place_bet
from casino.reconciliation.selectors.lines import RATES
from tests.casino import scenes
from tests.casino.spoiled_records import EXCHANGES
from tests.casino.test_check_records import broken, names
from tests.casino.test_currencies import request
from tests.wallet.ledger import usd
from tests.wallet.rates import approved, decided_at, spread_set
from wallet.exchange import services
from wallet.ledger.services import movements
from wallet.money.values import Money
from wallet.rates.models import Rate

__all__ = ("names",)  # a fixture

pytestmark = [
    pytest.mark.committed,
    pytest.mark.breaks_the_ledger("that is what is tested"),
]


def test_an_exchange_at_what_no_longer_counted_is_named(
    names: dict[str, Any], owner_connection: Connection[Any]
) -> None:
    """The previous rate and spread were approved too, but using them costs the house."""
    offer = services.offer_exchange(names["ana"], usd("1.00"), "EUR")
    earlier = Rate.objects.get()
    decided_at(owner_connection, earlier, 3)
    now = approved("EUR", "1.17", hours=0.5)
    spread_set(("USD", "EUR"), "0.02")
    taken = movements.exchange_money(
        names["ana"], offer.given, offer.received, key=uuid4(), details=offer.details
    )
    assert broken() == {}  # within the minute

    decided_at(owner_connection, now, 2)
    assert f"exchange {taken.transfer_id}: 10000 USD" in " ".join(broken()[EXCHANGES])
    decided_at(owner_connection, now, 0)
    assert broken() == {}
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_spread_decision DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE wallet_spread_decision SET decided_at = decided_at - interval '1 hour' WHERE proposal_id > 1"
        )
    assert f"exchange {taken.transfer_id}: 10000 USD" in " ".join(broken()[EXCHANGES])


def test_a_round_at_a_rate_that_no_longer_counted_is_named(
    names: dict[str, Any], owner_connection: Connection[Any]
) -> None:
    later = approved("EUR", "1.17", hours=0.5)
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE casino_round DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE casino_round SET currency = 'EUR', tasa_cambio = 1.16,"
            " amount_usd = round(amount * 1.16)"
        )
    assert RATES not in broken()
    decided_at(owner_connection, Rate.objects.get(rate="1.16"), 3)
    assert RATES not in broken()

    decided_at(owner_connection, later, 2)
    assert RATES not in broken()  # the round's transaction is older than the later rate's

    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_rate_decision DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE wallet_rate_decision SET xact = '3' WHERE proposal_id = %s", [later.pk]
        )
    named = "round {round} of player {dealt}: 100000 EUR at 1.16".format(**names)
    assert named in " ".join(broken()[RATES])


def test_a_clock_that_went_back_breaks_no_line(
    names: dict[str, Any], owner_connection: Connection[Any]
) -> None:
    """The clock went back by an hour after the approvals; the rates and spreads are in force all the same."""
    euros = approved("EUR", "1.17", hours=0.5)
    spread_set(("USD", "EUR"), "0.02")
    decided_at(owner_connection, euros, -1)
    with owner_connection.transaction():
        owner_connection.execute("ALTER TABLE wallet_spread_decision DISABLE TRIGGER USER")
        owner_connection.execute(
            "UPDATE wallet_spread_decision SET decided_at = decided_at + interval '1 hour'"
        )
        owner_connection.execute("ALTER TABLE wallet_spread_decision ENABLE TRIGGER USER")
    offer = services.offer_exchange(names["ana"], usd("1.00"), "EUR")
    services.confirm_exchange(names["ana"], offer.sealed)
    round_ = dealt_in_euros()

    assert round_.currency == "EUR"
    assert broken() == {}


def dealt_in_euros() -> Round:
    """Return a round of a player who holds euros only."""
    player, table = scenes.new_player("eva@example.test"), scenes.ligalo()
    movements.credit_deposit(player.pk, Money.parse("100", "EUR"), key=uuid4(), provider="demo")
    participant = scenes.sit(player, table)
    return place_bet(player, table, request(participant, "10", "EUR"))


def test_a_web_whose_clock_differs_breaks_no_line(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, Any]
) -> None:
    # may be minutes ago: `names` is prepared once per run
    approved_at = Rate.objects.get().decision.decided_at

    class Late:
        @staticmethod
        def now() -> datetime:
            return approved_at - timedelta(minutes=5)

    monkeypatch.setattr(betting, "timezone", Late)
    round_ = dealt_in_euros()

    assert names
    assert round_.started_at < approved_at
    assert broken() == {}
