"""Rates as values, and what an amount is worth at one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Final

from django.utils import timezone

from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money
from wallet.rates.refusals import NoRate

CLOCKS_APART: Final = timedelta(minutes=1)
"""How far ahead of our clock the time of a rate may be."""
_EXACT = Context(prec=80, rounding=ROUND_HALF_EVEN)


def amount_usd(money: Money, rate: Decimal) -> Money:
    """Value `money` at `rate` USD per unit, rounded half-even at 10^-4. Play money has no value."""
    if not isinstance(rate, Decimal):
        raise TypeError(f"a rate is a Decimal, not {rate!r}")
    if money.currency == PLAY_MONEY:
        raise NoRate(detail=money.currency)
    exact = _EXACT.multiply(Decimal(money.units), rate)
    return Money(int(exact.to_integral_value(rounding=ROUND_HALF_EVEN)), BASE_CURRENCY)


@dataclass(frozen=True, slots=True)
class Quote:
    """What one unit of `currency` is worth in USD, who says so, and since when.

    `rate_id` names the row; USD, which is 1 by definition, has none.
    """

    currency: str
    rate: Decimal
    source: str
    as_of: datetime
    rate_id: int | None = None

    @property
    def age(self) -> timedelta:
        """How old it is now."""
        return timezone.now() - self.as_of


RATE_STEP: Final = Decimal(1).scaleb(-12)  # as fine as a rate is stored


MAX_RATE: Final = Decimal(10) ** 9


@dataclass(frozen=True, slots=True)
class OfferedRate:
    """A rate to be entered: USD for one unit of `currency`, who says so, and of when it is."""

    currency: str
    rate: Decimal
    source: str
    as_of: datetime


def quote_details(side: str, quote: Quote) -> dict[str, str | int]:
    """Return what a transfer keeps of the rate of one of its sides."""
    as_of = quote.as_of.isoformat() if quote.rate_id else ""  # of USD there is no row and no time
    return {
        f"{side}_rate": str(quote.rate),
        f"{side}_rate_id": quote.rate_id or 0,
        f"{side}_source": quote.source,
        f"{side}_as_of": as_of,
    }


_FAR: Final = 5  # per cent, as in the database's own rule


@dataclass(frozen=True, slots=True)
class RateReading:
    """What somebody is about to enter, beside the last rate; both are USD for one unit."""

    currency: str
    rate: Decimal
    present: Decimal

    @property
    def change(self) -> Decimal:
        """By how many per cent the value would change."""
        return (self.rate / self.present - 1) * 100

    @property
    def far(self) -> bool:
        """Whether it is far enough to be a slip."""
        return abs(self.change) > _FAR

    @property
    def turned(self) -> bool:
        """Whether the other direction would be nearly the last rate."""
        return abs(1 / (self.rate * self.present) - 1) * 100 <= _FAR

    @property
    def token(self) -> str:
        """What a page that showed this reading sends back."""
        return f"{self.currency} {self.rate.normalize():f}"
