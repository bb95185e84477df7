"""Report 5: exchanges between currencies, their rates, and the spread earned."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from reports.selectors.fact_tables import EXCHANGE, USED
from reports.selectors.period_query import query_split, split_by_day
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.money.values import BASE_CURRENCY, Money

_QUESTION: Final = """
    SELECT day, given_currency, received_currency, sum(exchanges)::bigint AS exchanges,
           sum(given)::bigint AS given, sum(received)::bigint AS received,
           sum(given_usd)::bigint AS given_usd, sum(received_usd)::bigint AS received_usd,
           sum(spread_usd)::bigint AS spread_usd,
           min(least_price) AS least_price, max(greatest_price) AS greatest_price
    FROM fact
    WHERE %(of)s::text IS NULL OR %(of)s IN (given_currency, received_currency)
    GROUP BY GROUPING SETS ((given_currency, received_currency), (day))
    ORDER BY day, given_usd DESC, given_currency, received_currency
"""
_USED: Final = """
    SELECT currency, rate, source, as_of, sum(exchanges)::bigint AS exchanges,
           sum(rounds)::bigint AS rounds
    FROM fact WHERE %(of)s::text IS NULL OR currency = %(of)s
    GROUP BY currency, rate, source, as_of ORDER BY currency, as_of DESC NULLS LAST, rate, source
"""


@dataclass(frozen=True, slots=True)
class CurrencyPair:
    """Exchanges from one currency into another. Prices are per unit given, as players got it."""

    exchanges: int
    given: Money
    received: Money
    given_usd: Money
    received_usd: Money
    spread: Money
    least_price: Decimal
    greatest_price: Decimal


@dataclass(frozen=True, slots=True)
class DayOfSpread:
    """The value of a day's exchanges, and the spread earned."""

    day: date
    exchanges: int
    given_usd: Money
    spread: Money


@dataclass(frozen=True, slots=True)
class UsedRate:
    """A rate in dollars per unit, its source and time, and the number of exchanges and completed rounds at it.

    `source` is empty and `as_of` None if no row in effect has the rate.
    """

    currency: str
    rate: Decimal
    source: str
    as_of: datetime | None
    exchanges: int
    rounds: int


@dataclass(frozen=True, slots=True)
class ExchangeFigures:
    """Exchanges of the period. `used` are the rates of exchanges and rounds by currency, latest first."""

    pairs: tuple[CurrencyPair, ...]
    days: tuple[DayOfSpread, ...]
    used: tuple[UsedRate, ...]

    @property
    def given_usd(self) -> Money:
        """Total value given."""
        return sum((pair.given_usd for pair in self.pairs), Money.zero(BASE_CURRENCY))

    @property
    def spread(self) -> Money:
        """Total spread earned."""
        return sum((pair.spread for pair in self.pairs), Money.zero(BASE_CURRENCY))


def load_figures(period: Period, chosen: Filters) -> ExchangeFigures:
    """Return the exchanges of the period. Three queries.

    `chosen.currency` matches either side; table and segment filters are ignored.
    """
    without, span, given = chosen.of_players(), split_by_day(period), {"of": chosen.currency}
    found = query_split(EXCHANGE, span, without, _QUESTION, given)
    pairs = tuple(
        CurrencyPair(
            one["exchanges"],
            Money(one["given"], one["given_currency"]),
            Money(one["received"], one["received_currency"]),
            Money(one["given_usd"], BASE_CURRENCY),
            Money(one["received_usd"], BASE_CURRENCY),
            Money(one["spread_usd"], BASE_CURRENCY),
            one["least_price"],
            one["greatest_price"],
        )
        for one in found
        if one["day"] is None
    )
    days = tuple(
        DayOfSpread(
            one["day"],
            one["exchanges"],
            Money(one["given_usd"], BASE_CURRENCY),
            Money(one["spread_usd"], BASE_CURRENCY),
        )
        for one in found
        if one["day"] is not None
    )
    used = tuple(UsedRate(**one) for one in query_split(USED, span, without, _USED, given))
    return ExchangeFigures(pairs, days, used)
