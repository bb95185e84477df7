"""What is known about rates: what is in effect, what waits, how old a rate may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from wallet.errors import NoRate, RateWaits, StaleRate
from wallet.money import BASE_CURRENCY, MINOR_DIGITS, PLAY_MONEY
from wallet.rate_models import IN_EFFECT, Rate, RateLimit, Spread

FOREIGN: Final = tuple(
    code for code in MINOR_DIGITS if code not in {BASE_CURRENCY, PLAY_MONEY}
)  # the currencies that have a rate
REAL: Final = (BASE_CURRENCY, *FOREIGN)


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


def in_effect(currency: str) -> QuerySet[Rate]:
    """Every rate of a currency that was ever in effect, the present one first."""
    approved = Rate.objects.filter(currency_id=currency, decision__verdict__in=IN_EFFECT)
    return approved.order_by("-as_of", "-id")


def rate(currency: str) -> Quote:
    """Return the latest approved rate, however old. USD is 1 by definition; raises NoRate."""
    if currency == BASE_CURRENCY:
        return Quote(currency, Decimal(1), "definition", datetime.now(UTC))
    if currency not in MINOR_DIGITS:
        raise NoRate(currency)
    row = in_effect(currency).first()
    if row is None:
        raise NoRate(currency)
    return _quote(row)


def usable_rate(currency: str) -> Quote:
    """Return the rate for something new: a first bet, an exchange.

    Raises RateWaits while a newer rate waits for a second person, StaleRate when the latest
    is older than the currency's limit, NoRate without any. A running round never asks.
    """
    if currency == BASE_CURRENCY:
        return rate(currency)
    if waiting(currency).exists():
        raise RateWaits(currency)
    found = rate(currency)
    if found.age > limit_of(currency):
        raise StaleRate(currency)
    return found


def waiting(currency: str | None = None) -> QuerySet[Rate]:
    """Return the rates that wait for a second person, newest first.

    One that a later rate has overtaken no longer waits: it can only be refused.
    """
    later = Rate.objects.filter(
        currency_id=OuterRef("currency_id"),
        decision__verdict__in=IN_EFFECT,
        as_of__gte=OuterRef("as_of"),
    )
    undecided = Rate.objects.filter(~Exists(later), decision__isnull=True)
    if currency is not None:
        undecided = undecided.filter(currency_id=currency)
    return undecided.order_by("-as_of", "-id")


def recent_rates(currency: str, seconds: int = 60) -> Sequence[Decimal]:
    """Return the present rate and those that were in effect within the last seconds."""
    if currency == BASE_CURRENCY:
        return (Decimal(1),)
    since = timezone.now() - timedelta(seconds=seconds)
    found: list[Decimal] = []
    for row in in_effect(currency).select_related("decision"):
        found.append(row.rate)
        if row.decision.at <= since:
            break
    return found


def limit_of(currency: str) -> timedelta:
    """Return how old the currency's rate may be for new bets and exchanges."""
    row = RateLimit.objects.filter(currency_id=currency).order_by("-id").first()
    if row is None:
        raise NoRate(currency)
    return timedelta(hours=row.max_age_hours)


def spread_of(given: str, received: str) -> Spread:
    """Return the spread of a pair: its own, or the one for every pair."""
    own = Spread.objects.filter(given_id=given, received_id=received).order_by("-id").first()
    return own or Spread.objects.filter(given__isnull=True).order_by("-id")[0]


def _quote(row: Rate) -> Quote:
    return Quote(row.currency_id, row.rate, row.source, row.as_of, row.pk)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a currency stands for staff: its rate, its limit, and what keeps bets away, if anything."""

    currency: str
    quote: Quote | None
    limit: timedelta
    code: str  # "usable", or the code of what is refused: no_rate, stale_rate, rate_waits


def standings() -> list[Standing]:
    """Every currency with a rate of its own."""
    return [_standing(currency) for currency in FOREIGN]


def _standing(currency: str) -> Standing:
    row = in_effect(currency).first()
    try:
        usable_rate(currency)
        code = "usable"
    except (NoRate, RateWaits, StaleRate) as error:
        code = error.code
    return Standing(currency, _quote(row) if row else None, limit_of(currency), code)
