"""Report 18: tax on bets and on winnings, computed by the profile that was in force on each day.

The base of the tax on bets is what was staked in rounds that ended on the day. A prize is the net win of one round. Rounds
that are void, cancelled or played with play money are left out, so a void gives its tax back in a report made later.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from django.utils import timezone

from profiles.selectors.in_force import profile_in_force
from profiles.values.fields import ProfileValues
from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import DAY, MOMENT, Period, start_of
from wallet.money.values import PLAY_MONEY, UNITS, Money

_WHOLE: Final = 100  # percent
_PLAYED: Final = f"""
    WITH played AS (
        SELECT round.*, person.email,
               %(day_before)s::date + width_bucket(round.finished_at, %(starts)s::timestamptz[]) AS day
        FROM casino_round AS round JOIN accounts_user AS person ON person.id = round.player_id
        WHERE round.status = 'completed' AND round.currency <> '{PLAY_MONEY}'
          AND round.finished_at >= %(since)s AND round.finished_at < %(until)s
          AND person.is_test_account = %(test)s
          AND (%(country)s::text IS NULL OR person.country = %(country)s)
          AND (%(currency)s::text IS NULL OR round.currency = %(currency)s)
          AND NOT EXISTS (SELECT FROM casino_void WHERE round_id = round.id AND undone_at IS NULL)
    )
"""  # noqa: S608  # a constant
_BETS: Final = f"""{_PLAYED}
    SELECT day, currency, count(*) AS rounds, sum(staked)::bigint AS staked
    FROM played GROUP BY day, currency ORDER BY day, currency
"""  # noqa: S608  # built from constants
_WINS: Final = f"""{_PLAYED}
    SELECT day, currency, number, player_id, email, finished_at, returned - staked AS won
    FROM played
    WHERE returned - staked > (%(lowest)s::jsonb ->> currency)::bigint
    ORDER BY finished_at, id
"""  # noqa: S608  # built from constants


@dataclass(frozen=True, slots=True)
class TaxedBets:
    """Stakes of a day in one currency, and the operator's tax on them."""

    day: date
    rounds: int
    staked: Money
    percent: Decimal

    @property
    def tax(self) -> Money:
        return compute_tax(self.staked, self.percent)


@dataclass(frozen=True, slots=True)
class TaxedWin:
    """A prize above the day's threshold, and the tax on it."""

    at: datetime
    number: str
    player_id: int
    email: str
    won: Money
    percent: Decimal

    @property
    def tax(self) -> Money:
        return compute_tax(self.won, self.percent)


@dataclass(frozen=True, slots=True)
class TaxFigures:
    """Bets by day and currency, and prizes by time."""

    bets: tuple[TaxedBets, ...]
    wins: tuple[TaxedWin, ...]


def compute_tax(base: Money, percent: Decimal) -> Money:
    """Return a part of an amount, rounded half up to the ledger's smallest unit."""
    units = (base.units * percent / _WHOLE).quantize(Decimal(1), ROUND_HALF_UP)
    return Money(int(units), base.currency)


def load_figures(period: Period, chosen: Filters) -> TaxFigures:
    """Return report 18. Two queries, one where no winnings are taxed."""
    terms = {day: _terms_of(day) for day in period.days}
    given = {
        "since": period.since,
        "until": period.until,
        "test": chosen.test,
        "country": chosen.country,
        "currency": chosen.currency,
        **day_parameters(period),
    }
    bets = tuple(_bets(query_rows(_BETS, given), terms))
    return TaxFigures(bets, tuple(_wins(given, terms)))


def _terms_of(day: date) -> ProfileValues:
    """Return the profile in force at the end of a day, or now on a day that has not ended."""
    return profile_in_force(at=min(start_of(day + DAY) - MOMENT, timezone.now()))


def _bets(rows: list[dict[str, Any]], terms: Mapping[date, ProfileValues]) -> Iterator[TaxedBets]:
    for one in rows:
        staked, percent = Money(one["staked"], one["currency"]), terms[one["day"]].bet_tax_percent
        yield TaxedBets(one["day"], one["rounds"], staked, percent)


def _wins(given: Mapping[str, Any], terms: Mapping[date, ProfileValues]) -> Iterator[TaxedWin]:
    thresholds = {day: _thresholds(one) for day, one in terms.items()}
    lowest: dict[str, int] = {}
    for of_day in thresholds.values():
        for currency, units in of_day.items():
            lowest[currency] = min(units, lowest.get(currency, units))
    if not lowest:
        return
    for one in query_rows(_WINS, {**given, "lowest": json.dumps(lowest)}):
        most = thresholds[one["day"]].get(one["currency"])
        if most is None or one["won"] <= most:
            continue
        yield TaxedWin(
            one["finished_at"],
            one["number"],
            one["player_id"],
            one["email"],
            Money(one["won"], one["currency"]),
            terms[one["day"]].winnings_tax_percent,
        )


def _thresholds(terms: ProfileValues) -> dict[str, int]:
    """Return the amounts above which prizes are taxed, in units by currency; none where winnings are not taxed."""
    if terms.winnings_tax == "none":
        return {}
    return {one.currency: int(one.amount * UNITS) for one in terms.winnings_tax_above}
