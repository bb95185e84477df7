"""Reports 7 and 9: the largest wins and bets, and interrupted or cancelled rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from pages.names import choose_name
from reports.models import NotedRound
from reports.selectors.fact_tables import GREATEST, NOTED
from reports.selectors.period_query import query_period
from reports.values.filters import Filters
from reports.values.period import Period
from wallet.money.values import BASE_CURRENCY, Money

_Why = NotedRound.Why
MOST_INTERRUPTED: Final = 500
_BATCH: Final = 1000
_NOTHING: Final = Money.zero(BASE_CURRENCY)

# Filters apply to the rounds themselves. Without one, only the rounds to show are looked up: the first facts in
# order, including ties with the last.
_FILTERED: Final = """
    , noted AS (
        SELECT kept.why, kept.day, kept.usd, round.*, place.table_id
        FROM (SELECT *, rank() OVER (PARTITION BY why ORDER BY {order} DESC) AS nth FROM fact
              WHERE why = ANY (%(whys)s)
                AND (%(before)s::bigint IS NULL OR round_id < %(before)s)) AS kept
             JOIN casino_round AS round ON round.id = kept.round_id
             JOIN casino_place AS place ON place.id = round.place_id
        WHERE (%(chosen)s OR nth <= %(most)s)
          AND (%(of_table)s::bigint IS NULL OR place.table_id = %(of_table)s)
          AND (%(of_version)s::bigint IS NULL OR round.version_id = %(of_version)s)
          AND (%(of_currency)s::text IS NULL OR round.currency = %(of_currency)s)
    )
"""
_LINES: Final = f"""
    {_FILTERED}
    SELECT why, usd, noted.id, noted.public_id, noted.number, player_id, person.email, tables.name, tables.name_es,
           noted.version_id, currency, staked, returned, staked_usd, returned_usd, finished_at, started_at,
           EXISTS (SELECT FROM casino_void AS void
                   WHERE void.round_id = noted.id AND void.undone_at IS NULL) AS voided
    FROM (SELECT *, row_number() OVER (PARTITION BY why ORDER BY {{place}} DESC, id DESC) AS place
          FROM noted) AS noted
         JOIN accounts_user AS person ON person.id = player_id
         JOIN tables_table AS tables ON tables.id = table_id
    WHERE place <= %(most)s ORDER BY why, place
"""  # noqa: S608 - written above
_GREATEST: Final = _LINES.format(order="usd", place="usd")
_LATEST: Final = _LINES.format(order="day", place="finished_at")
_BY_NUMBER: Final = _LINES.format(order="round_id", place="id")
# Number, total and maximum by reason and day.
_COUNTED: Final = (
    "SELECT why, day, count(*) AS rounds, sum(usd)::bigint AS usd, max(usd) AS greatest FROM"
)
_COUNTS: Final = f"{_COUNTED} fact WHERE why = ANY (%(whys)s) GROUP BY why, day"
_COUNTS_CHOSEN: Final = f"{_FILTERED.format(order='round_id')} {_COUNTED} noted GROUP BY why, day"


@dataclass(frozen=True, slots=True)
class ExceptionalRound:
    """A round in the report; `voided` if it no longer counts."""

    number: int
    public_id: UUID
    round_number: str
    player_id: int
    email: str
    table: str
    version_id: int
    staked: Money
    returned: Money
    staked_usd: Money
    returned_usd: Money
    started_at: datetime
    finished_at: datetime
    voided: bool

    @property
    def won_usd(self) -> Money:
        """The player's win, negative for a loss."""
        return self.returned_usd - self.staked_usd


@dataclass(frozen=True, slots=True)
class ExceptionSum:
    """Rounds of one day with one reason: number, total and maximum."""

    rounds: int = 0
    usd: Money = _NOTHING
    greatest: Money = _NOTHING


Days = Mapping[date, Mapping[_Why, ExceptionSum]]


@dataclass(frozen=True, slots=True)
class LargeRounds:
    """Report 7, largest first. Only the fifty largest of each day are stored; filters choose among these."""

    wins: tuple[ExceptionalRound, ...]
    bets: tuple[ExceptionalRound, ...]
    days: Days


@dataclass(frozen=True, slots=True)
class InterruptedFigures:
    """Report 9, latest first; `interrupted` and `cancelled` are total numbers, `*_usd` their stakes."""

    interrupted: int
    cancelled: int
    interrupted_usd: Money
    cancelled_usd: Money
    lines: tuple[ExceptionalRound, ...]
    cancelled_lines: tuple[ExceptionalRound, ...]
    days: Days


def load_large_rounds(period: Period, chosen: Filters, most: int = GREATEST) -> LargeRounds:
    """Return report 7. Four queries."""
    whys = [_Why.WIN, _Why.BET]
    found = _query_noted(_GREATEST, period, chosen, whys, most)
    return LargeRounds(_of(found, _Why.WIN), _of(found, _Why.BET), _days(period, chosen, whys))


def load_interrupted_rounds(
    period: Period, chosen: Filters, most: int = MOST_INTERRUPTED
) -> InterruptedFigures:
    """Return report 9. Four queries."""
    whys = [_Why.INTERRUPTED, _Why.CANCELLED]
    days = _days(period, chosen, whys)
    found = _query_noted(_LATEST, period, chosen, whys, most)
    first, second = ([of[why] for of in days.values() if why in of] for why in whys)
    return InterruptedFigures(
        interrupted=sum(one.rounds for one in first),
        cancelled=sum(one.rounds for one in second),
        interrupted_usd=sum((one.usd for one in first), _NOTHING),
        cancelled_usd=sum((one.usd for one in second), _NOTHING),
        lines=_of(found, _Why.INTERRUPTED),
        cancelled_lines=_of(found, _Why.CANCELLED),
        days=days,
    )


def _days(period: Period, chosen: Filters, whys: list[_Why]) -> Days:
    counted = _COUNTS_CHOSEN if _are_chosen(chosen) else _COUNTS
    found: dict[date, dict[_Why, ExceptionSum]] = {}
    for one in _query_noted(counted, period, chosen, whys, 0):
        usd, greatest = Money(one["usd"], BASE_CURRENCY), Money(one["greatest"], BASE_CURRENCY)
        found.setdefault(one["day"], {})[_Why(one["why"])] = ExceptionSum(
            one["rounds"], usd, greatest
        )
    return found


def iterate_rounds(
    period: Period, chosen: Filters, why: NotedRound.Why
) -> Iterator[ExceptionalRound]:
    """Yield every round noted for this reason, newest number first, in batches."""
    before: int | None = None
    more = True
    while more:
        found = _of(_query_noted(_BY_NUMBER, period, chosen, [why], _BATCH, before), why)
        yield from found
        more = len(found) == _BATCH
        before = found[-1].number if found else before


def _query_noted(
    question: str,
    period: Period,
    chosen: Filters,
    whys: list[_Why],
    most: int,
    before: int | None = None,
) -> list[dict[str, Any]]:
    given = {
        "whys": [why.value for why in whys],
        "chosen": _are_chosen(chosen),
        "of_table": chosen.table,
        "of_version": chosen.version,
        "of_currency": chosen.currency,
        "most": most,
        "before": before,
    }
    return query_period(NOTED, period, chosen.of_players(), question, given)


def _are_chosen(chosen: Filters) -> bool:
    """Return whether a filter needs more than the stored facts of the rounds."""
    return any((chosen.table, chosen.version, chosen.currency))


def _of(found: list[dict[str, Any]], why: _Why) -> tuple[ExceptionalRound, ...]:
    return tuple(_line(one) for one in found if one["why"] == why)


def _line(one: Mapping[str, Any]) -> ExceptionalRound:
    return ExceptionalRound(
        number=one["id"],
        public_id=one["public_id"],
        round_number=one["number"],
        player_id=one["player_id"],
        email=one["email"],
        table=choose_name(one["name"], one["name_es"]),
        version_id=one["version_id"],
        staked=Money(one["staked"], one["currency"]),
        returned=Money(one["returned"], one["currency"]),
        staked_usd=Money(one["staked_usd"], BASE_CURRENCY),
        returned_usd=Money(one["returned_usd"], BASE_CURRENCY),
        started_at=one["started_at"],
        finished_at=one["finished_at"],
        voided=one["voided"],
    )
