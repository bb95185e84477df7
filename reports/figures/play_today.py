"""Play in part of a day: today, or the same hours of another day. Closed hours are already summed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from reports.selectors.fact_tables import HOURS, day_parameters
from reports.selectors.period_query import query_split, split_by_hour
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.played_sums import SUMMED, PlayedSums

_QUESTION: Final = f"""
    SELECT table_id, {SUMMED},
           (SELECT count(DISTINCT player) FROM fact, unnest(players) AS player) AS players
    FROM fact GROUP BY GROUPING SETS ((), (table_id))
"""  # noqa: S608 - columns named above
_DAYS: Final = f"""
    SELECT * FROM (
        SELECT %(day_before)s::date + width_bucket(hour, %(starts)s::timestamptz[]) AS day, {SUMMED} FROM fact GROUP BY 1
    ) AS done JOIN (
        SELECT %(day_before)s::date + width_bucket(hour, %(starts)s::timestamptz[]) AS day, count(DISTINCT player) AS players
        FROM fact LEFT JOIN LATERAL unnest(players) AS player ON true GROUP BY 1
    ) AS people USING (day)
"""  # noqa: S608 - as above


@dataclass(frozen=True, slots=True)
class PlayedToday:
    """Sums in total and by table id, and the number of players who completed a round."""

    total: PlayedSums
    players: int
    tables: Mapping[int, PlayedSums]


def load_daily_sums(period: Period, *, test: bool) -> dict[date, tuple[PlayedSums, int]]:
    """Return play and number of players of each day that is over and not closed. Two queries."""
    answers = query_split(
        HOURS, split_by_hour(period), Filters(test=test), _DAYS, day_parameters(period)
    )
    return {one["day"]: (PlayedSums.from_row(one), one["players"]) for one in answers}


def load_figures(period: Period, *, test: bool) -> PlayedToday:
    """Return the sums of report 1, for test accounts or all others. Two queries."""
    answers = query_split(HOURS, split_by_hour(period), Filters(test=test), _QUESTION)
    found = {one["table_id"]: one for one in answers}
    total = found.pop(None)
    return PlayedToday(
        PlayedSums.from_row(total),
        total["players"],
        {table: PlayedSums.from_row(one) for table, one in found.items()},
    )
