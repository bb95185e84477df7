"""Report 3: amounts owed by and to the house, by currency, at the end of a period."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from reports.selectors.fact_tables import MONEY, RATES, query_parameters
from reports.selectors.period_query import (
    Piece,
    SplitPeriod,
    find_last_closed,
    list_pieces,
    query_rows,
    query_split,
)
from reports.values.filters import Filters
from reports.values.period import BEGINNING, DAY, MOMENT, Period, day_of, start_of
from wallet.money.values import BASE_CURRENCY, Money
from wallet.rates.selectors.rates import REAL
from wallet.rates.values import convert_to_usd

HELD: Final = ("player", "in_play", "withdrawal_pending", "suspense", "receivable", "tax")
"""Accounts of a liability; `receivable` is what players owe the house, `tax` what is owed to the tax authority."""

OWED: Final = HELD[:4]
RARE: Final = ("suspense", "receivable", "tax")
RARE_KINDS: Final = (
    *("owe", "collect", "repay", "advance", "suspend", "reverse"),
    *("withhold", "remit"),
)

_KEPT: Final = """
    SELECT currency, place, sum(amount)::bigint AS amount FROM reports_dayofmoney
    WHERE day <= %(day)s AND test = %(test)s AND place = ANY (%(held)s)
      AND (%(country)s::text IS NULL OR country = %(country)s)
    GROUP BY currency, place
"""
_MOVED: Final = """
    SELECT currency, place, sum(amount)::bigint AS amount FROM fact
    WHERE place = ANY (%(held)s) AND (%(all)s OR kind = ANY (%(kinds)s)) GROUP BY currency, place
"""
# A day without movements has no row: the amount owed carries over and is valued at the new rate.
_BY_DAY: Final = """
    WITH moved AS (
        SELECT greatest(day, %(first)s) AS day, currency, sum(amount) AS amount
        FROM reports_dayofmoney
        WHERE day <= %(last)s AND test = %(test)s AND place = ANY (%(owed)s)
          AND (%(currency)s::text IS NULL OR currency = %(currency)s)
          AND (%(country)s::text IS NULL OR country = %(country)s)
        GROUP BY 1, currency
    ), owed AS (
        SELECT whole.day, code.currency, sum(coalesce(moved.amount, 0))
            OVER (PARTITION BY code.currency ORDER BY whole.day) AS amount
        FROM (SELECT date(at) AS day
              FROM generate_series(%(first)s::timestamp, %(last)s, interval '1 day') AS at) AS whole
             CROSS JOIN (SELECT DISTINCT currency FROM moved) AS code
             LEFT JOIN moved ON moved.day = whole.day AND moved.currency = code.currency
    )
    SELECT day, sum(round(amount * coalesce(rate, 0))) AS usd
    FROM owed LEFT JOIN reports_dayofrates USING (day, currency) GROUP BY day ORDER BY day
"""
_NOW: Final = """
    SELECT currency_id AS currency, 'player' AS place, sum(balance)::bigint AS amount
    FROM wallet_account AS account JOIN accounts_user AS person ON person.id = account.player_id
    WHERE currency_id <> 'PLY' AND is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
    GROUP BY currency_id
    UNION ALL
    SELECT currency_id, 'in_play', sum(amount)::bigint
    FROM wallet_open_stake AS stake JOIN accounts_user AS person ON person.id = stake.player_id
    WHERE currency_id <> 'PLY' AND is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
    GROUP BY currency_id
    UNION ALL
    SELECT currency_id, 'withdrawal_pending', sum(amount)::bigint
    FROM wallet_withdrawal_hold AS hold JOIN accounts_user AS person ON person.id = hold.player_id
    WHERE is_open AND is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
    GROUP BY currency_id
"""


@dataclass(frozen=True, slots=True)
class Liability:
    """Liabilities in one currency. `usd` values them at `rate`; None if the currency had no rate yet."""

    currency: str
    balances: Money
    open_stakes: Money
    withdrawals: Money
    suspense: Money
    receivable: Money
    tax: Money
    rate: Decimal | None

    @property
    def owed(self) -> Money:
        """Amount the house owes to players, without their debts."""
        return self.balances + self.open_stakes + self.withdrawals + self.suspense

    @property
    def usd(self) -> Money | None:
        return None if self.rate is None else convert_to_usd(self.owed, self.rate)


@dataclass(frozen=True, slots=True)
class DayOwed:
    """Amount owed at the end of a day, in dollars at that day's rates."""

    day: date
    usd: Money


@dataclass(frozen=True, slots=True)
class Liabilities:
    """Liabilities at the end of `day`, or now if `is_now`. `days` are the closed days of the period, for a chart."""

    day: date
    is_now: bool
    lines: tuple[Liability, ...]
    days: tuple[DayOwed, ...]

    @property
    def usd(self) -> Money:
        """Total owed in dollars, without currencies that have no rate."""
        return sum((line.usd for line in self.lines if line.usd), Money.zero(BASE_CURRENCY))


def load_figures(period: Period, chosen: Filters) -> Liabilities:
    """Return the liabilities at the end of the period, or now if that is in the future. Table and segment filters are ignored."""
    now, last = timezone.now(), find_last_closed()
    is_now = period.until >= now
    end = now if is_now else period.until
    closed = _closed_before(end, last)
    held = _closed_balances(closed, chosen)
    if is_now:
        _add(held, _held_since(closed, end, chosen, rare=True))
        for currency, states in _states(chosen).items():
            held[currency].update(states)
    elif closed is None or end > start_of(closed + DAY):
        _add(held, _held_since(closed, end, chosen, rare=False))
    rates = _rates(end)
    lines = [
        _line(currency, held[currency], rates.get(currency))
        for currency in sorted(held)
        if chosen.currency in {None, currency} and any(held[currency].values())
    ]
    return Liabilities(day_of(end - MOMENT), is_now, tuple(lines), _days(period, last, chosen))


def list_ledger_pieces(period: Period) -> list[Piece]:
    """Return the ledger pieces to read when a past period ends within a day or on an open day. One query."""
    closed = _closed_before(period.until, find_last_closed())
    if closed is None or period.until >= timezone.now():
        return []
    since = start_of(closed + DAY)
    return list_pieces([MONEY], [Period(since, period.until)] if since < period.until else [])


Held = defaultdict[str, defaultdict[str, int]]


def _closed_before(end: datetime, last: date | None) -> date | None:
    """Return the last closed day that was over by then."""
    return None if last is None else min(last, day_of(end) - DAY)


def _player_arguments(chosen: Filters) -> dict[str, Any]:
    return {"country": chosen.country, "test": chosen.test}


def _closed_balances(day: date | None, chosen: Filters) -> Held:
    given = {**_player_arguments(chosen), "day": day, "held": list(HELD)}
    return _by_place([] if day is None else query_rows(_KEPT, given))


def _held_since(closed: date | None, end: datetime, chosen: Filters, *, rare: bool) -> Held:
    """Return movements since the last closed day; with `rare`, only for accounts without a stored balance."""
    since = start_of(closed + DAY) if closed else BEGINNING
    live = SplitPeriod(None, (Period(since, end),))
    wanted = {"held": list(RARE if rare else HELD), "all": not rare, "kinds": list(RARE_KINDS)}
    return _by_place(query_split(MONEY, live, chosen.of_players(), _MOVED, wanted))


def _states(chosen: Filters) -> dict[str, dict[str, int]]:
    """Return the balances that the ledger stores now, in every currency."""
    found = _by_place(query_rows(_NOW, _player_arguments(chosen)))
    kept = [place for place in HELD if place not in RARE]
    return {code: {place: found[code][place] for place in kept} for code in REAL}


def _by_place(found: list[dict[str, Any]]) -> Held:
    held: Held = defaultdict(lambda: defaultdict(int))
    for one in found:
        held[one["currency"]][one["place"]] += one["amount"]
    return held


def _add(held: Held, moved: Held) -> None:
    for currency, places in moved.items():
        for place, amount in places.items():
            held[currency][place] += amount


def _rates(end: datetime) -> dict[str, Decimal]:
    """Return the rate of each currency at that time, as a closed day would store it."""
    found = query_rows(RATES.select_statement(), query_parameters([Period(end - MOMENT, end)]))
    return {one["currency"]: one["rate"] for one in found}


def _line(currency: str, held: Mapping[str, int], rate: Decimal | None) -> Liability:
    balances, open_stakes, withdrawals, suspense, receivable, tax = (
        Money(held.get(place, 0), currency) for place in HELD
    )
    return Liability(currency, balances, open_stakes, withdrawals, suspense, -receivable, tax, rate)


def _days(period: Period, last: date | None, chosen: Filters) -> tuple[DayOwed, ...]:
    """Return the amount owed at the end of each closed day, in dollars; currencies without a rate count as zero."""
    over = day_of(period.until) - DAY
    if last is None or min(last, over) < period.first:
        return ()
    given = {
        "last": min(last, over),
        **_player_arguments(chosen),
        "owed": list(OWED),
        "currency": chosen.currency,
    }
    found = query_rows(_BY_DAY, {**given, "first": period.first})
    return tuple(DayOwed(one["day"], Money(int(one["usd"]), BASE_CURRENCY)) for one in found)
