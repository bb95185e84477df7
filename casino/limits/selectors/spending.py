"""A player's stakes and losses of real money over rolling windows, at all tables, open bets included. One query."""

from datetime import datetime
from typing import Final

from internals.prepared_statements import run_statement
from limits.values import LENGTH, LimitKind, LimitPeriod, Used
from wallet.money.values import PLAY_MONEY


def load_spending(
    player_id: int, now: datetime, longest: LimitPeriod, replaced_wager: int | None = None
) -> Used:
    """Sum a player's stakes and losses, in USD units, for each window up to the `longest`.

    A round counts at the time of its deal. A running round counts whatever its age, its stakes as lost. A
    cancelled round does not count. A void round has no stakes unless they are held or kept; its loss is what
    the player really lost. Open wagers and kept answers of live tables count as running rounds, at the rate
    of the bet; the open wager with id `replaced_wager` is left out.
    """
    starts = {period: now - LENGTH[period] for period in LimitPeriod}
    values = [player_id, starts[longest], *starts.values(), replaced_wager or _NO_WAGER]
    row = run_statement(_QUERY, values)[0]
    keys = [(kind, period) for period in LimitPeriod for kind in (LimitKind.WAGER, LimitKind.LOSS)]
    found = zip(keys, map(int, row), strict=True)
    return {key: sum_ for key, sum_ in found if LENGTH[key[1]] <= LENGTH[longest]}


# The first part is an index-only scan (`round_player_started`): 100,000 rounds of 30 days among a million in 75 ms; reading their
# rows takes 1.5 s. A void's `due` is what it changes for the player, in the round's currency. It is converted at the average rate of
# that round's stakes, so returned stakes keep their value.
# One statement sees one snapshot: a wager that another transaction deals meanwhile is either open or a round, never both or neither.
def played_rows(start: str, replaced: str) -> str:
    """Return the SQL that lists stakes and losses since `start` of the player in `$1`, without the open wager `replaced`."""
    return f"""
        SELECT started_at AS at, status = 'in_progress' AS open,
               CASE status WHEN 'cancelled' THEN 0 ELSE staked_usd END AS wagered,
               staked_usd - coalesce(returned_usd, 0) AS lost
        FROM casino_round WHERE player_id = $1 AND started_at > {start} AND currency <> '{PLAY_MONEY}'
        UNION ALL
        SELECT started_at, true, staked_usd, staked_usd
        FROM casino_round
        WHERE player_id = $1 AND started_at <= {start} AND status = 'in_progress' AND currency <> '{PLAY_MONEY}'
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
        WHERE void.player_id = $1 AND void.at > {start} AND round.started_at > {start} AND round.currency <> '{PLAY_MONEY}'
        GROUP BY round.id
        UNION ALL
        SELECT wager.placed_at, true, wager.amount_usd, wager.amount_usd
        FROM casino_wager AS wager
        JOIN casino_participant AS participant ON participant.id = wager.participant_id
        WHERE participant.player_id = $1 AND wager."end" = '' AND wager.id <> {replaced}
          AND wager.currency <> '{PLAY_MONEY}'
        UNION ALL
        SELECT answer.given_at, true, answer.amount_usd, answer.amount_usd
        FROM casino_answer AS answer
        JOIN casino_round AS round ON round.id = answer.round_id
        WHERE round.player_id = $1 AND answer.state = 'kept' AND round.currency <> '{PLAY_MONEY}'
    """  # noqa: S608  # built from constants only


_NO_WAGER: Final = 0  # ids begin at 1
_FIRST_START: Final = 3
_REPLACED: Final = _FIRST_START + len(LimitPeriod)
_SUMS: Final = ", ".join(
    f"coalesce(sum({what}) FILTER (WHERE open OR at > ${number}), 0)"
    for number, _ in enumerate(LimitPeriod, _FIRST_START)
    for what in ("wagered", "lost")
)
_QUERY: Final = f"""
    SELECT {_SUMS} FROM (
{played_rows("$2", f"${_REPLACED}")}
    ) AS played
"""  # noqa: S608  # built from constants only
