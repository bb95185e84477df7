"""A player's results in a period: by day, by table and by starting hand. A fixed number of queries.

Closed days are summed (`DayOfHands`); later rounds are few.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Self

from reports.models import ClosedPart
from reports.selectors.fact_tables import HANDS, query_parameters
from reports.selectors.period_query import Answer, find_last_closed, query_rows
from reports.values.period import DAY, Period, start_of
from reports.values.starting_hands import StartingHand
from wallet.money.values import Money

_COLUMNS: Final = (
    *("day", "table_id", "currency", "rounds", "boxes", "won", "pushed", "staked", "returned"),
    *("starts", "dealt", "bets", "nets"),
)
_NAMES: Final = ", ".join(_COLUMNS)
_KEPT: Final = (
    f"SELECT {_NAMES} FROM {HANDS.table} WHERE player_id = %(player)s"  # noqa: S608 - names of a model
    " AND day BETWEEN %(first)s AND %(last)s"
)
# Amount due to the player by voids and their later steps for rounds that ended in the period, and how many are void.
_VOIDS: Final = """
    SELECT round.currency, sum(act.due)::bigint AS due, sum(act.standing)::bigint AS standing
    FROM (
        SELECT round_id, due, (undone_at IS NULL)::integer AS standing
        FROM casino_void WHERE player_id = %(player)s
        UNION ALL
        SELECT void.round_id, step.due, 0
        FROM casino_voidstep AS step JOIN casino_void AS void ON void.id = step.void_id
        WHERE void.player_id = %(player)s
    ) AS act JOIN casino_round AS round ON round.id = act.round_id
    WHERE round.finished_at >= %(since)s AND round.finished_at < %(until)s
    GROUP BY round.currency
"""


@dataclass(frozen=True, slots=True)
class ResultSums:
    """Rounds, stakes and payouts, in units of one currency."""

    rounds: int = 0
    boxes: int = 0
    won: int = 0
    pushed: int = 0
    staked: int = 0
    returned: int = 0

    @property
    def lost(self) -> int:
        """Rounds that returned less than was staked."""
        return self.rounds - self.won - self.pushed

    @property
    def net(self) -> int:
        """Payouts less stakes."""
        return self.returned - self.staked

    def __add__(self, other: Self) -> "ResultSums":
        return ResultSums(
            self.rounds + other.rounds,
            self.boxes + other.boxes,
            self.won + other.won,
            self.pushed + other.pushed,
            self.staked + other.staked,
            self.returned + other.returned,
        )


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Number of deals, first bets, and results of the hands, in units."""

    boxes: int = 0
    bets: int = 0
    net: int = 0

    def __add__(self, other: Self) -> "DealtHands":
        return DealtHands(self.boxes + other.boxes, self.bets + other.bets, self.net + other.net)


@dataclass(frozen=True, slots=True)
class Results:
    """Results in one currency; `due` is the change by voids, `voided` the number of void rounds."""

    currency: str
    days: Mapping[date, ResultSums] = field(default_factory=dict)
    tables: Mapping[int, ResultSums] = field(default_factory=dict)
    starts: Mapping[StartingHand, DealtHands] = field(default_factory=dict)
    voided: int = 0
    due: int = 0

    @property
    def total(self) -> ResultSums:
        return sum(self.tables.values(), ResultSums())

    def money(self, units: int) -> Money:
        return Money(units, self.currency)


def load_results(player: int, period: Period) -> dict[str, Results]:
    """Return a player's results by currency, most played first; empty without rounds. Three queries."""
    rows: defaultdict[str, list[Answer]] = defaultdict(list)
    for row in _rows(player, period):
        rows[row["currency"]].append(row)
    found = {currency: _sum_results(currency, of_it) for currency, of_it in rows.items()}
    asked = {"player": player, "since": period.since, "until": period.until}
    for row in query_rows(_VOIDS, asked):
        known = found.get(row["currency"])
        if known is not None:
            changed = replace(known, voided=row["standing"], due=row["due"])
            found[row["currency"]] = changed
    return dict(sorted(found.items(), key=lambda one: -one[1].total.rounds))


def _rows(player: int, period: Period) -> list[Answer]:
    """Return stored rows of closed days, and rows summed from the rounds of later days."""
    last = find_last_closed(ClosedPart.HANDS)
    given: dict[str, Any] = {"player": player, "first": period.first, "last": period.last}
    if last is None or last >= period.last:
        live = [period] if last is None else []
    else:
        given["last"] = last
        live = [Period(max(period.since, start_of(last + DAY)), period.until)]
    asked = [_KEPT] if last is not None else []
    asked += [
        f"SELECT {_NAMES} FROM ({HANDS.select_statement(n)}) AS live WHERE player_id = %(player)s"  # noqa: S608 - as above
        for n in range(len(live))
    ]
    return query_rows(" UNION ALL ".join(asked), {**given, **query_parameters(live)})


def _sum_results(currency: str, rows: Iterable[Answer]) -> Results:
    days: defaultdict[date, ResultSums] = defaultdict(ResultSums)
    tables: defaultdict[int, ResultSums] = defaultdict(ResultSums)
    boxes, bets, nets = Counter[int](), Counter[int](), Counter[int]()
    for row in rows:
        sums = ResultSums(*(row[name] for name in ResultSums.__dataclass_fields__))
        days[row["day"]] += sums
        tables[row["table_id"]] += sums
        for start, dealt, bet, net in zip(
            row["starts"], row["dealt"], row["bets"], row["nets"], strict=True
        ):
            boxes[start] += dealt
            bets[start] += bet
            nets[start] += net
    starts = {
        StartingHand.from_number(start): DealtHands(count, bets[start], nets[start])
        for start, count in boxes.items()
    }
    return Results(currency, days, tables, starts)
