"""Amounts of voided and cancelled wagers, by version of the rules, for report 2."""

from dataclasses import dataclass
from typing import Final

from reports.selectors.period_query import query_rows
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.money.values import BASE_CURRENCY, Money

_QUESTION: Final = """
    WITH withdrawn AS (
        SELECT 'voided' AS why, void.round_id FROM casino_void AS void
        WHERE void.at >= %(since)s AND void.at < %(until)s
        UNION ALL
        SELECT 'cancelled', id FROM casino_round
        WHERE status = 'cancelled' AND finished_at >= %(since)s AND finished_at < %(until)s
    )
    SELECT round.version_id, why, sum(round.staked_usd)::bigint AS staked_usd
    FROM withdrawn JOIN casino_round AS round ON round.id = withdrawn.round_id
         JOIN casino_place AS place ON place.id = round.place_id
         JOIN accounts_user AS person ON person.id = round.player_id
    WHERE round.currency <> 'PLY' AND person.is_test_account = %(test)s
      AND (%(country)s::text IS NULL OR person.country = %(country)s)
      AND (%(currency)s::text IS NULL OR round.currency = %(currency)s)
      AND (%(table)s::bigint IS NULL OR place.table_id = %(table)s)
    GROUP BY round.version_id, why
"""
_NOTHING: Final = Money.zero(BASE_CURRENCY)


@dataclass(frozen=True, slots=True)
class WithdrawnWagers:
    """Stakes of rounds voided, and of rounds cancelled, in the period."""

    voided: Money = _NOTHING
    cancelled: Money = _NOTHING


NONE_WITHDRAWN: Final = WithdrawnWagers()


def load_withdrawn_wagers(period: Period, chosen: Filters) -> dict[int, WithdrawnWagers]:
    """Return the amounts by version. A void counts on its day, whether it was undone later or not. One query."""
    given = {
        "since": period.since,
        "until": period.until,
        "test": chosen.test,
        "country": chosen.country,
        "currency": chosen.currency,
        "table": chosen.table,
    }
    found: dict[int, dict[str, Money]] = {}
    for one in query_rows(_QUESTION, given):
        amounts = found.setdefault(one["version_id"], {})
        amounts[one["why"]] = Money(one["staked_usd"], BASE_CURRENCY)
    return {version: WithdrawnWagers(**amounts) for version, amounts in found.items()}
