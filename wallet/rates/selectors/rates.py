"""Exchange rates: in effect, pending, and their age."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.values.currencies import REAL_CURRENCIES
from wallet.money.values import BASE_CURRENCY, MINOR_DIGITS
from wallet.rates.models import Rate, RateMaxAge, RateRecall, RateRecallDecision, Spread
from wallet.rates.refusals import NoRate, RatePending, StaleRate
from wallet.rates.values import CLOCKS_APART, Quote

REAL: Final = REAL_CURRENCIES
FOREIGN: Final = tuple(code for code in REAL if code != BASE_CURRENCY)  # currencies with rate rows
LATEST: Final = 10  # rates read at first: more are hardly ever decided within a minute


def rates_in_effect(currency: str) -> QuerySet[Rate]:
    """Return the approved rates of a currency that were not recalled, the current one first."""
    return _standing_rates().filter(currency_id=currency).order_by("-as_of", "-id")


def _standing_rates() -> QuerySet[Rate]:
    taken_out = RateRecallDecision.objects.filter(approved=True, proposal__rate=OuterRef("pk"))
    return Rate.objects.filter(~Exists(taken_out), decision__approved=True)


def previous_rate(row: Rate) -> Rate | None:
    """Return the rate that a recall of this one would restore, if any."""
    earlier = rates_in_effect(row.currency_id).exclude(pk=row.pk)
    return earlier.first()


def pending_recalls(currency: str | None = None) -> QuerySet[RateRecall]:
    """Return the recalls that wait for a second person, oldest first."""
    asked = RateRecall.objects.filter(decision=None)
    if currency is not None:
        asked = asked.filter(rate__currency_id=currency)
    return asked.order_by("id")


def latest_rate(currency: str) -> Quote:
    """Return the latest approved rate, of any age; USD is 1 by definition. Raises NoRate."""
    if currency == BASE_CURRENCY:
        return Quote(currency, Decimal(1), "definition", datetime.now(UTC))
    if currency not in MINOR_DIGITS:
        raise NoRate(detail=currency)
    row = rates_in_effect(currency).first()
    if row is None:
        raise NoRate(detail=currency)
    return _quote(row)


def latest_rates(currencies: Iterable[str]) -> dict[str, Quote]:
    """Return the latest approved rates of these currencies, of any age. One query, none for USD alone."""
    wanted = set(currencies)
    found = {BASE_CURRENCY: latest_rate(BASE_CURRENCY)} if BASE_CURRENCY in wanted else {}
    foreign = wanted & set(FOREIGN)
    if foreign:
        approved = _standing_rates().filter(currency_id__in=foreign)
        latest = approved.order_by("currency_id", "-as_of", "-id").distinct("currency_id")
        found |= {row.currency_id: _quote(row) for row in latest}
    return found


def usable_rate(currency: str) -> Quote:
    """Return the rate for a new bet or exchange; running rounds never call this.

    Raises RatePending while a newer rate or a recall of this one waits for a second person, StaleRate if the latest
    rate is older than the currency's maximum age or in the future, NoRate without any.
    """
    return latest_rate(currency) if currency == BASE_CURRENCY else _quote(_usable(currency)[0])


def usable_rates(currency: str, seconds: int = 60) -> tuple[Quote, Sequence[Decimal]]:
    """Return `usable_rate` and `recent_rates` together. Raises as `usable_rate`.

    One query; a second one only if the latest 10 rates all took effect within `seconds`.
    """
    if currency == BASE_CURRENCY:
        return latest_rate(currency), (Decimal(1),)
    rows = _usable(currency)
    recent = _until(rows, timezone.now() - timedelta(seconds=seconds))
    if recent is None and len(rows) == LATEST:  # older rates may be recent too
        recent = list(recent_rates(currency, seconds))
    return _quote(rows[0]), recent or [row.rate for row in rows]


def _usable(currency: str) -> list[Rate]:
    """Return the latest rates in effect with their decisions, the current one first."""
    max_ages = _max_age_rows(OuterRef("currency_id")).values("max_age_hours")[:1]
    told = rates_in_effect(currency).annotate(
        waits=Exists(pending_rates(currency))
        | Exists(pending_recalls().filter(rate=OuterRef("pk"))),
        most_hours=Subquery(max_ages),
    )
    rows = list(told.select_related("decision")[:LATEST])
    if rows[0].waits if rows else pending_rates(currency).exists():
        raise RatePending(detail=currency)
    if not rows or rows[0].most_hours is None:
        raise NoRate(detail=currency)
    if not -CLOCKS_APART <= _quote(rows[0]).age <= timedelta(hours=rows[0].most_hours):
        raise StaleRate(detail=currency)
    return list(rows)


def pending_rates(currency: str | None = None) -> QuerySet[Rate]:
    """Return the rates that wait for a second person, newest first.

    A rate superseded by a later one in effect is not pending: it can only be refused.
    """
    later = _standing_rates().filter(
        Q(as_of__gt=OuterRef("as_of")) | Q(as_of=OuterRef("as_of"), pk__gt=OuterRef("pk")),
        currency_id=OuterRef("currency_id"),
    )
    undecided = Rate.objects.filter(~Exists(later), decision__isnull=True)
    if currency is not None:
        undecided = undecided.filter(currency_id=currency)
    return undecided.order_by("-as_of", "-id")


def recent_rates(currency: str, seconds: int = 60) -> Sequence[Decimal]:
    """Return the current rate and those that were in effect within the last `seconds`."""
    if currency == BASE_CURRENCY:
        return (Decimal(1),)
    since = timezone.now() - timedelta(seconds=seconds)
    rows = rates_in_effect(currency).select_related("decision")
    found = _until(rows[:LATEST], since)
    return found if found is not None else _until(rows, since) or [row.rate for row in rows]


def _until(rows: Iterable[Rate], since: datetime) -> list[Decimal] | None:
    """Return the rates down to the first that was in effect at `since`; None if none of these was."""
    found: list[Decimal] = []
    for row in rows:
        found.append(row.rate)
        if row.decision.decided_at <= since:
            return found
    return None


def max_age(currency: str) -> timedelta:
    """Return the maximum age of the currency's rate for new bets and exchanges. Raises NoRate."""
    return timedelta(hours=max_age_row(currency).max_age_hours)


def max_age_row(currency: str) -> RateMaxAge:
    """Return the maximum age in force for a currency. Raises NoRate."""
    row = _max_age_rows(currency).first()
    if row is None:
        raise NoRate(detail=currency)
    return row


def _max_age_rows(currency: str | OuterRef) -> QuerySet[RateMaxAge]:
    approved = RateMaxAge.objects.filter(currency_id=currency, decision__approved=True)
    return approved.order_by("-id")


def spread_for(given: str, received: str) -> Spread:
    """Return the spread in force for a pair: its own, or the default for every pair."""
    rows = Spread.objects.filter(decision__approved=True).order_by("-id")
    own = rows.filter(given_id=given, received_id=received).first()
    return own or rows.filter(given__isnull=True)[0]


def _quote(row: Rate) -> Quote:
    return Quote(row.currency_id, row.rate, row.source, row.as_of, row.pk)


@dataclass(frozen=True, slots=True)
class RateStatus:
    """A currency's rate and its maximum age, and why the currency takes no bets, if so."""

    currency: str
    quote: Quote | None
    limit: timedelta
    code: str  # "usable", or the code of the refusal: no_rate, stale_rate, rate_waits


def rate_statuses() -> list[RateStatus]:
    """Return the status of every currency except USD."""
    return [_standing(currency) for currency in FOREIGN]


def _standing(currency: str) -> RateStatus:
    row = rates_in_effect(currency).first()
    try:
        usable_rate(currency)
        code = "usable"
    except (NoRate, RatePending, StaleRate) as error:
        code = error.code
    return RateStatus(currency, _quote(row) if row else None, max_age(currency), code)
