"""A player's stakes and losses of real money over rolling windows, at all tables. One query."""

from datetime import datetime
from typing import Final

from internals.prepared_statements import run
from limits.values import LENGTH, Kind, LimitPeriod, Used
from wallet.money.values import PLAY_MONEY


def load_spending(player_id: int, now: datetime, longest: LimitPeriod) -> Used:
    """Stakes and losses of each window up to the `longest`.

    A round counts at the time of its deal, and as long as it is open whatever its age: its stakes as lost. A cancelled round was
    never staked on. A void one was not either unless its stakes are held or kept, and of it is lost what really was.
    """
    starts = {period: now - LENGTH[period] for period in LimitPeriod}
    row = run(_QUERY, [player_id, starts[longest], *starts.values()])[0]
    keys = [(kind, period) for period in LimitPeriod for kind in (Kind.WAGER, Kind.LOSS)]
    found = zip(keys, map(int, row), strict=True)
    return {key: sum_ for key, sum_ in found if LENGTH[key[1]] <= LENGTH[longest]}


_SUMS: Final = ", ".join(
    f"coalesce(sum({what}) FILTER (WHERE open OR at > ${number}), 0)"
    for number, _ in enumerate(LimitPeriod, 3)
    for what in ("wagered", "lost")
)
# The first part reads nothing but its index (`round_player_started`): 100,000 rounds of 30 days among a million in 75 ms, where
# their rows take 1.5 s. A void's `due` is what it changes for the player, in the round's currency; it is worth what the stakes of that
# round were on the average, so that stakes that are given back are worth what they were.
_QUERY: Final = f"""
    SELECT {_SUMS} FROM (
        SELECT started_at AS at, status = 'in_progress' AS open,
               CASE status WHEN 'cancelled' THEN 0 ELSE staked_usd END AS wagered,
               staked_usd - coalesce(returned_usd, 0) AS lost
        FROM casino_round WHERE player_id = $1 AND started_at > $2 AND currency <> '{PLAY_MONEY}'
        UNION ALL
        SELECT started_at, true, staked_usd, staked_usd
        FROM casino_round
        WHERE player_id = $1 AND started_at <= $2 AND status = 'in_progress' AND currency <> '{PLAY_MONEY}'
        UNION ALL
        SELECT round.started_at, false,
               CASE WHEN bool_or(void.undone_at IS NULL AND (void.suspended = 0 OR after.returned))
                    THEN -round.staked_usd ELSE 0 END,
               round.returned_usd
               - round(round.staked_usd::numeric * (round.returned + sum(void.due + after.due)) / round.staked)
        FROM casino_void AS void
        JOIN casino_round AS round ON round.id = void.round_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(due), 0) AS due, coalesce(bool_or(kind = 'return'), false) AS returned
            FROM casino_voidstep WHERE void_id = void.id) AS after
        WHERE void.player_id = $1 AND void.at > $2 AND round.started_at > $2 AND round.currency <> '{PLAY_MONEY}'
        GROUP BY round.id
    ) AS played
"""  # noqa: S608  # of constants alone
