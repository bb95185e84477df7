"""Report 14: large deposits and withdrawals, single and in sum for each player and gaming day."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.cash.models import Deposit, Withdrawal
from wallet.cash.selectors.reportable import REACHED, write_thresholds
from wallet.cash.services.large_cash import find_day_threshold, find_single_threshold
from wallet.money.values import BASE_CURRENCY, UNITS, Money

KINDS: Final = ("deposit", "withdrawal")
_MOVED: Final = """
    WITH moved AS (
        SELECT 'deposit' AS kind, step.at, deposit.id,
               deposit.player_id, deposit.currency_id AS currency, units, amount_usd
        FROM wallet_deposit_step AS step JOIN wallet_deposit AS deposit ON deposit.id = step.deposit_id
        WHERE step.to_state = 'credited' AND step.at >= %(since)s AND step.at < %(until)s
        UNION ALL
        SELECT 'withdrawal', step.at, withdrawal.id,
               withdrawal.player_id, withdrawal.currency_id, units, amount_usd
        FROM wallet_withdrawal_step AS step
             JOIN wallet_withdrawal AS withdrawal ON withdrawal.id = step.withdrawal_id
        WHERE step.to_state = 'paid' AND step.at >= %(since)s AND step.at < %(until)s
    ), counted AS (
        SELECT moved.*, person.email, person.country,
               %(day_before)s::date + width_bucket(at, %(starts)s::timestamptz[]) AS day
        FROM moved JOIN accounts_user AS person ON person.id = moved.player_id
        WHERE person.is_test_account = %(test)s
          AND (%(country)s::text IS NULL OR person.country = %(country)s)
          AND (%(currency)s::text IS NULL OR currency = %(currency)s)
    )
"""
_SINGLE: Final = f"{_MOVED} SELECT * FROM counted WHERE amount_usd >= CASE kind WHEN 'deposit' THEN %(deposit)s ELSE %(withdrawal)s END ORDER BY amount_usd DESC, kind, id"  # noqa: S608 - written above
_REPORTED: Final = f"""{_MOVED}
    SELECT * FROM counted AS moved WHERE {REACHED} ORDER BY at, kind, id
"""  # noqa: S608 - likewise
_SUMS: Final = f"""{_MOVED}
    SELECT kind, day, player_id, email, count(*) AS movements, sum(amount_usd)::bigint AS amount_usd
    FROM counted GROUP BY kind, day, player_id, email HAVING sum(amount_usd) >= CASE kind WHEN 'deposit' THEN %(deposits)s ELSE %(withdrawals)s END
    ORDER BY sum(amount_usd) DESC, day, player_id, kind
"""  # noqa: S608 - written above


@dataclass(frozen=True, slots=True)
class LargeMovement:
    """A credited deposit or a paid withdrawal; `usd` at the rate stored with it."""

    kind: str
    at: datetime
    number: str
    player_id: int
    email: str
    amount: Money
    usd: Money


@dataclass(frozen=True, slots=True)
class LargeDay:
    """A player's deposits or withdrawals of a gaming day."""

    kind: str
    day: date
    player_id: int
    email: str
    movements: int
    usd: Money


@dataclass(frozen=True, slots=True)
class LargeCash:
    """Movements and days from the amounts in the profile on, largest first; `reported` from its reporting threshold on, by time."""

    single_from: dict[str, Money]
    day_from: dict[str, Money]
    single: tuple[LargeMovement, ...]
    days: tuple[LargeDay, ...]
    reported: tuple[LargeMovement, ...]


def load_figures(period: Period, chosen: Filters) -> LargeCash:
    """Return report 14. Three queries."""
    single, day = (
        {kind: Money(find(kind) * UNITS, BASE_CURRENCY) for kind in KINDS}
        for find in (find_single_threshold, find_day_threshold)
    )
    given = {
        "since": period.since,
        "until": period.until,
        "deposit": single["deposit"].units,
        "withdrawal": single["withdrawal"].units,
        "deposits": day["deposit"].units,
        "withdrawals": day["withdrawal"].units,
        "reported": write_thresholds(),
        "test": chosen.test,
        "country": chosen.country,
        "currency": chosen.currency,
        **day_parameters(period),
    }
    return LargeCash(
        single,
        day,
        tuple(_read_movement(one) for one in query_rows(_SINGLE, given)),
        tuple(_read_day(one) for one in query_rows(_SUMS, given)),
        tuple(_read_movement(one) for one in query_rows(_REPORTED, given)),
    )


def _read_movement(one: dict[str, Any]) -> LargeMovement:
    return LargeMovement(
        one["kind"],
        one["at"],
        _number(one),
        one["player_id"],
        one["email"],
        Money(one["units"], one["currency"]),
        Money(one["amount_usd"], BASE_CURRENCY),
    )


def _number(one: dict[str, Any]) -> str:
    made = Deposit(pk=one["id"]) if one["kind"] == "deposit" else Withdrawal(pk=one["id"])
    return made.number


def _read_day(one: dict[str, Any]) -> LargeDay:
    return LargeDay(
        one["kind"],
        one["day"],
        one["player_id"],
        one["email"],
        one["movements"],
        Money(one["amount_usd"], BASE_CURRENCY),
    )
