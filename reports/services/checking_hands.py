"""Checks of players' stored hands against rounds and days of play; part of `checking`, in its snapshot."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from journal.values.findings import Finding, make_finding
from reports.models import ClosedPart
from reports.selectors.fact_tables import GAMES, HANDS, query_parameters
from reports.selectors.period_query import find_last_closed, query_rows
from reports.values.period import Period

_KEYS: Final[Sequence[str]] = ("day", "player_id", "table_id", "currency", "start")
_KEPT: Final = f"SELECT * FROM {HANDS.table} WHERE day BETWEEN %(first)s AND %(last)s"  # noqa: S608 - names of a model
_SUMS: Final = "SELECT day, player_id, table_id, currency, rounds, boxes, won, pushed, staked, returned FROM ({}) AS one"
# unnest pads lists of unequal length with nulls.
_STARTS: Final = (
    "SELECT day, player_id, table_id, currency, coalesce(start, 0) AS start, coalesce(times, 0) AS dealt,"
    " coalesce(bet, 0) AS bets, coalesce(net, 0) AS nets FROM ({}) AS one,"
    " unnest(starts, dealt, bets, nets) AS box (start, times, bet, net)"
)
_OF_PLAYERS: Final = (
    "SELECT day, table_id, currency, sum(rounds)::bigint AS rounds, sum(boxes)::bigint AS hands,"  # noqa: S608 - as above
    " sum(staked)::bigint AS staked, sum(returned)::bigint AS returned"
    f" FROM {HANDS.table} WHERE currency <> 'PLY' GROUP BY day, table_id, currency"
)
_OF_PLAY: Final = (
    "SELECT day, table_id, currency, sum(rounds)::bigint AS rounds, sum(hands)::bigint AS hands,"  # noqa: S608 - as above
    f" sum(staked)::bigint AS staked, sum(returned)::bigint AS returned FROM {GAMES.table}"
    " WHERE day <= %(last)s GROUP BY day, table_id, currency HAVING sum(rounds + hands) > 0"
)
# Rows of either side that the other lacks, duplicates included.
_APART: Final = """
    WITH one AS MATERIALIZED ({}), other AS MATERIALIZED ({})
    SELECT 'one' AS side, apart.* FROM (TABLE one EXCEPT ALL TABLE other) AS apart
    UNION ALL
    SELECT 'other', apart.* FROM (TABLE other EXCEPT ALL TABLE one) AS apart
"""


def recompute_hands(days: int) -> Iterator[Finding]:
    """Recompute the last days and yield differing rows: each player's sums, then starting hands."""
    last = find_last_closed(ClosedPart.HANDS)
    if last is None:
        return
    period = Period.last_days(days, last)
    given = {"first": period.first, "last": last, **query_parameters([period])}
    for code, question in (("day_of_hands", _SUMS), ("start_of_hands", _STARTS)):
        asked = _APART.format(question.format(_KEPT), question.format(HANDS.select_statement()))
        yield from _find_differences(code, ("kept", "found"), asked, given)


def compare_hand_sums() -> Iterator[Finding]:
    """Yield days where all players' sums differ from the days of play; without play money."""
    last = find_last_closed(ClosedPart.HANDS)
    if last is not None:
        asked = _APART.format(_OF_PLAY, _OF_PLAYERS)
        yield from _find_differences("day_of_players", ("day", "players"), asked, {"last": last})


def _find_differences(
    code: str, names: tuple[str, str], question: str, given: Mapping[str, Any]
) -> Iterator[Finding]:
    """Yield a finding per differing key, with the figures of both sides."""
    found: defaultdict[tuple[tuple[str, Any], ...], dict[str, dict[str, int]]] = defaultdict(dict)
    for row in query_rows(question, given):
        side = names[row.pop("side") == "other"]
        key = tuple((name, row.pop(name)) for name in _KEYS if name in row)
        found[key][side] = {name: int(value) for name, value in row.items()}
    for key, sides in sorted(found.items(), key=lambda one: [str(value) for _, value in one[0]]):
        of = {name: value if isinstance(value, int) else str(value) for name, value in key}
        yield make_finding(code, of=of, **{name: sides.get(name) for name in names})
