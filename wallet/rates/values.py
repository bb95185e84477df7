"""Exchange rates, and conversion of amounts to USD."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Final

from django.utils import timezone

from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money
from wallet.rates.refusals import NoRate

CLOCKS_APART: Final = timedelta(minutes=1)
"""Maximum time that a rate may lie ahead of our clock."""
_EXACT = Context(prec=80, rounding=ROUND_HALF_EVEN)


def convert_to_usd(money: Money, rate: Decimal) -> Money:
    """Return the value of `money` at `rate` USD per unit, rounded half-even to 10^-4.

    Raises NoRate for play money, which has no value.
    """
    if not isinstance(rate, Decimal):
        raise TypeError(f"a rate is a Decimal, not {rate!r}")
    if money.currency == PLAY_MONEY:
        raise NoRate(detail=money.currency)
    exact = _EXACT.multiply(Decimal(money.units), rate)
    return Money(int(exact.to_integral_value(rounding=ROUND_HALF_EVEN)), BASE_CURRENCY)


@dataclass(frozen=True, slots=True)
class Quote:
    """USD per unit of `currency`, with source and time.

    `rate_id` is the row; None for USD, which is 1 by definition.
    """

    currency: str
    rate: Decimal
    source: str
    as_of: datetime
    rate_id: int | None = None

    @property
    def age(self) -> timedelta:
        return timezone.now() - self.as_of


RATE_STEP: Final = Decimal(1).scaleb(-12)  # precision of stored rates


MAX_RATE: Final = Decimal(10) ** 9


@dataclass(frozen=True, slots=True)
class OfferedRate:
    """Rate to enter: USD per unit of `currency`, source, time."""

    currency: str
    rate: Decimal
    source: str
    as_of: datetime


def quote_details(side: str, quote: Quote) -> dict[str, str | int]:
    """Return the details that a transfer stores about one side's rate."""
    as_of = quote.as_of.isoformat() if quote.rate_id else ""  # USD has no row and no time
    return {
        f"{side}_rate": str(quote.rate),
        f"{side}_rate_id": quote.rate_id or 0,
        f"{side}_source": quote.source,
        f"{side}_as_of": as_of,
    }


_FAR: Final = 5  # per cent; the database applies the same threshold


@dataclass(frozen=True, slots=True)
class RateReading:
    """Rate about to be entered, with the last one; both in USD per unit."""

    currency: str
    rate: Decimal
    present: Decimal

    @property
    def change(self) -> Decimal:
        """Change against the last rate, in per cent."""
        return (self.rate / self.present - 1) * 100

    @property
    def is_far(self) -> bool:
        """True if the difference suggests a typo."""
        return abs(self.change) > _FAR

    @property
    def is_inverted(self) -> bool:
        """True if the inverse is close to the last rate, so the direction may be wrong."""
        return abs(1 / (self.rate * self.present) - 1) * 100 <= _FAR

    @property
    def token(self) -> str:
        """Token with which the page confirms this reading."""
        return f"{self.currency} {self.rate.normalize():f}"
