"""Exchange offers and prices."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_FLOOR, Context, Decimal
from typing import Final
from uuid import UUID

from django.core import signing

from wallet.money.values import Money
from wallet.rates.values import Quote, quote_details

HOLDS: Final = timedelta(seconds=60)


_SALT: Final = "wallet.exchange"


_DOWN: Final = Context(prec=80, rounding=ROUND_FLOOR)


@dataclass(frozen=True, slots=True)
class ExchangePrice:
    """Price of one unit of `one`: `rate` units of `other`."""

    one: str
    rate: Decimal
    other: str


def compute_price(
    given: str, given_rate: Decimal, received: str, received_rate: Decimal
) -> ExchangePrice:
    """Return the rate between two currencies, per unit of the more valuable one."""
    if given_rate >= received_rate:
        return ExchangePrice(given, _DOWN.divide(given_rate, received_rate), received)
    return ExchangePrice(received, _DOWN.divide(received_rate, given_rate), given)


@dataclass(frozen=True, slots=True)
class ExchangeOffer:
    """Offer of an exchange: amounts, rates in USD per unit, spread, and time; valid until `until`."""

    player_id: int
    number: UUID
    given: Money
    received: Money
    given_rate: Quote
    received_rate: Quote
    spread: Decimal
    spread_id: int
    at: datetime

    @property
    def until(self) -> datetime:
        return self.at + HOLDS

    @property
    def price(self) -> ExchangePrice:
        """Rate before the spread, per unit of the more valuable currency."""
        given, received = self.given_rate, self.received_rate
        return compute_price(given.currency, given.rate, received.currency, received.rate)

    @property
    def quotes(self) -> list[Quote]:
        """The rates that have a row; USD is 1 by definition."""
        return [quote for quote in (self.given_rate, self.received_rate) if quote.rate_id]

    @property
    def sealed(self) -> str:
        return signing.dumps(
            {
                "player": self.player_id,
                "number": str(self.number),
                "given": [self.given.units, self.given.currency],
                "received": [self.received.units, self.received.currency],
                "details": dict(self.details),
            },
            salt=_SALT,
        )

    @property
    def details(self) -> Mapping[str, str | int]:
        """Details that the transfer stores: both rates with their sources, and the spread."""
        return {
            "quoted_at": self.at.isoformat(),
            "spread": str(self.spread),
            "spread_id": self.spread_id,
            **quote_details("given", self.given_rate),
            **quote_details("received", self.received_rate),
        }
