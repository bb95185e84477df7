"""A player's lifetime play."""

from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from reports.figures.players import PlayerSums
from reports.selectors.fact_tables import day_parameters
from reports.selectors.period_query import find_last_closed, query_rows
from reports.values.period import BEGINNING, DAY, Period, start_of
from wallet.money.values import BASE_CURRENCY, Money

# Closed days are summed already; later rounds of a player are few. Time is computed as in sql/facts/players.sql, so
# closing a day does not change it.
_QUESTION: Final = """
    SELECT sum(rounds)::bigint AS rounds, sum(hands)::bigint AS hands, sum(staked)::bigint AS staked,
           sum(returned)::bigint AS returned, sum(seconds)::bigint AS seconds
    FROM (
        SELECT rounds, hands, staked_usd AS staked, returned_usd AS returned, seconds
        FROM reports_dayofplayer WHERE player_id = %(player)s
        UNION ALL
        SELECT count(*), sum(hands), sum(staked_usd), sum(returned_usd), ceil(sum(seconds))
        FROM (
            SELECT day, currency, staked_usd, returned_usd,
                   cardinality(boxes) AS hands,
                   extract(epoch FROM CASE
                       WHEN finished_at - lag(finished_at) OVER before <= interval '10 minutes'
                       THEN finished_at - lag(finished_at) OVER before
                       ELSE least(finished_at - started_at, interval '10 minutes') END) AS seconds
            FROM casino_round CROSS JOIN LATERAL (
                SELECT %(day_before)s::date + width_bucket(finished_at, %(starts)s::timestamptz[]) AS day
            ) AS of_day
            WHERE player_id = %(player)s AND finished_at >= %(since)s AND status = 'completed'
              AND currency <> 'PLY'
            WINDOW before AS (PARTITION BY day ORDER BY finished_at, id)
        ) AS round GROUP BY day, currency
    ) AS played
"""
# Amount due to the player by voids and their later steps (negative: from the player), whether paid or still owed.
# Play money has a rate of zero and adds nothing.
_BY_VOIDS: Final = """
    SELECT sum(round(act.due * round.tasa_cambio))::bigint AS due
    FROM (
        SELECT round_id, due FROM casino_void WHERE player_id = %(player)s
        UNION ALL
        SELECT void.round_id, step.due
        FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
        WHERE void.player_id = %(player)s
    ) AS act JOIN casino_round AS round ON round.id = act.round_id
"""


@dataclass(frozen=True, slots=True)
class LifetimePlay:
    sums: PlayerSums
    by_voids: Money

    @property
    def result(self) -> Money:
        """Net result including voids; negative for a loss."""
        return self.sums.won + self.by_voids


def load_lifetime_play(player: int) -> LifetimePlay:
    """Return a player's completed real-money play and the change by voids. Three queries."""
    (one,) = query_rows(_BY_VOIDS, {"player": player})
    return LifetimePlay(load_lifetime_sums(player), Money(one["due"] or 0, BASE_CURRENCY))


def load_lifetime_sums(player: int) -> PlayerSums:
    """Return the sums of all completed real-money rounds, in dollars at the rate of each. Two queries."""
    last = find_last_closed()
    since = start_of(last + DAY) if last else BEGINNING
    days = day_parameters(Period(since, max(since, timezone.now()) + DAY))
    (one,) = query_rows(_QUESTION, {"player": player, "since": since, **days})
    return PlayerSums(
        one["rounds"] or 0,
        one["hands"] or 0,
        Money(one["staked"] or 0, BASE_CURRENCY),
        Money(one["returned"] or 0, BASE_CURRENCY),
        one["seconds"] or 0,
    )
