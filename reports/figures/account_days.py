"""Report 16: accounts of players by day: opening balance, movements, closing balance."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.archive.selectors.months import find_archived_until
from wallet.money.values import Money

MOST: Final = 200
_MOST_DAYS: Final = 20 * 366

MOVEMENTS: Final = {
    "deposits": ("deposit",),
    "withdrawals": ("withdraw", "cancel_withdrawal"),
    "staked": ("bet",),
    "paid": ("settle", "refund"),
    "exchanged": ("exchange",),
    "bonuses": ("bonus", "redeem"),
    "taxes": ("withhold",),
}
"""Kinds of transfers by column; all others are in `other`."""

_SUMS: Final = ", ".join(
    f"coalesce(sum(entry.amount) FILTER (WHERE transfer.kind IN ({', '.join(map(repr, kinds))})), 0)::bigint AS {name}"
    for name, kinds in MOVEMENTS.items()
)
# The balance before the first entry of a day, and after the last: entries of an account are numbered without gaps.
_DAYS: Final = f"""
    SELECT account.player_id, person.email, entry.currency_id AS currency,
           %(day_before)s::date + width_bucket(entry.created_at, %(starts)s::timestamptz[]) AS day,
           (array_agg(entry.balance_after - entry.amount ORDER BY entry.seq))[1] AS opening, {_SUMS},
           sum(entry.amount)::bigint AS moved, count(*) AS transfers,
           (array_agg(entry.balance_after ORDER BY entry.seq DESC))[1] AS closing
    FROM wallet_transfer AS transfer
         CROSS JOIN LATERAL (
             SELECT account_id, currency_id, amount, balance_after, seq, created_at FROM wallet_entry
             WHERE transfer_id = transfer.id AND created_at >= %(since)s AND created_at < %(until)s
             OFFSET 0
         ) AS entry
         JOIN wallet_account AS account ON account.id = entry.account_id
         JOIN accounts_user AS person ON person.id = account.player_id
    WHERE transfer.created_at >= %(since)s AND transfer.created_at < %(until)s
      AND entry.currency_id <> 'PLY'
      AND person.is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
      AND (%(currency)s::text IS NULL OR entry.currency_id = %(currency)s)
    GROUP BY account.player_id, person.email, entry.currency_id, 4
"""  # noqa: S608 - written above
_LINES: Final = f"{_DAYS} ORDER BY 4 DESC, player_id, currency LIMIT %(most)s"
_COUNT: Final = f"""
    SELECT day, count(*) AS days, count(DISTINCT player_id) AS players FROM ({_DAYS}) AS told
    GROUP BY ROLLUP (day) ORDER BY day NULLS FIRST
"""  # noqa: S608 - likewise


@dataclass(frozen=True, slots=True)
class AccountDay:
    """A player's account in one currency on a day on which it moved; amounts are positive if they came in."""

    player_id: int
    email: str
    day: date
    opening: Money
    movements: dict[str, Money]
    other: Money
    transfers: int
    closing: Money


@dataclass(frozen=True, slots=True)
class AccountDays:
    """Number of lines and players, the first lines, and the players of each day."""

    count: int
    players: int
    lines: tuple[AccountDay, ...]
    by_day: dict[date, int]


def find_known_part(period: Period) -> Period | None:
    """Return the part of a period whose movements are in the database, None if all are in the archive. One query."""
    until = find_archived_until()
    if until is None or until <= period.since:
        return period
    return Period(until, period.until) if until < period.until else None


def load_figures(period: Period, chosen: Filters, most: int = MOST) -> AccountDays:
    """Return report 16 with the first lines. Two queries."""
    total, *days = query_rows(_COUNT, _given(period, chosen))
    by_day = {one["day"]: int(one["players"]) for one in days}
    lines = tuple(_load(period, chosen, most))
    return AccountDays(total["days"], total["players"], lines, by_day)


def iterate_days(period: Period, chosen: Filters) -> Iterator[AccountDay]:
    """Yield all lines, the latest day first; one query a day."""
    for part in reversed(list(period.split(_MOST_DAYS))):
        yield from _load(part, chosen, None)


def _load(period: Period, chosen: Filters, most: int | None) -> list[AccountDay]:
    return [_read_line(one) for one in query_rows(_LINES, {**_given(period, chosen), "most": most})]


def _given(period: Period, chosen: Filters) -> dict[str, Any]:
    return {
        "since": period.since,
        "until": period.until,
        "test": chosen.test,
        "country": chosen.country,
        "currency": chosen.currency,
        **day_parameters(period),
    }


def _read_line(one: dict[str, Any]) -> AccountDay:
    currency = one["currency"]
    movements = {name: Money(one[name], currency) for name in MOVEMENTS}
    known = sum(amount.units for amount in movements.values())
    return AccountDay(
        player_id=one["player_id"],
        email=one["email"],
        day=one["day"],
        opening=Money(one["opening"], currency),
        movements=movements,
        other=Money(one["moved"] - known, currency),
        transfers=one["transfers"],
        closing=Money(one["closing"], currency),
    )
