"""Report 1: the house as a whole, by day, table, version, currency, segment and country."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import Count, QuerySet, Sum

from casino.models import Round
from journal.models import Event, Severity
from reports.figures import liabilities
from reports.figures.liabilities import Liabilities
from reports.models import Segment
from reports.selectors.fact_tables import GAMES, PLAYERS
from reports.selectors.names import load_country_names, load_table_names, load_version_names
from reports.selectors.period_query import SplitPeriod, query_split, split_by_day
from reports.values.filters import Filters
from reports.values.period import Period
from reports.values.played_sums import SUMMED, PlayedSums
from wallet.money.values import BASE_CURRENCY, PLAY_MONEY, Money

_WAYS: Final = ("day", "table_id", "version_id", "currency", "segment", "country")
_SETS: Final = ", ".join(f"({way})" for way in _WAYS)
_QUESTION: Final = f"""
    SELECT {", ".join(_WAYS)}, grouping({", ".join(_WAYS)}) AS way, {SUMMED}
    FROM fact GROUP BY GROUPING SETS ((), {_SETS})
"""  # noqa: S608 - columns named above
_DAY: Final = 0b011111
"""Value of `grouping` for lines by day."""

_PLAYERS: Final = """
    SELECT day, count(DISTINCT player_id) AS players FROM fact
    WHERE rounds > 0 GROUP BY GROUPING SETS ((), (day))
"""


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """Figures of one day, table, version, currency, segment or country, with its key and name."""

    key: str
    name: str
    played: PlayedSums


@dataclass(frozen=True, slots=True)
class DayLine:
    day: date
    played: PlayedSums
    players: int


@dataclass(frozen=True, slots=True)
class OpenRounds:
    """Number and stakes of rounds in play now."""

    rounds: int
    staked: Money


@dataclass(frozen=True, slots=True)
class OverviewFigures:
    """Report 1. `players` is None if filtered by table or version, for which it is not stored."""

    total: PlayedSums
    players: int | None
    days: tuple[DayLine, ...]
    tables: tuple[OverviewLine, ...]
    versions: tuple[OverviewLine, ...]
    currencies: tuple[OverviewLine, ...]
    segments: tuple[OverviewLine, ...]
    countries: tuple[OverviewLine, ...]
    open: OpenRounds
    liabilities: Liabilities
    alarms: int


def load_figures(period: Period, chosen: Filters) -> OverviewFigures:
    """Return the overview of the period. A fixed number of queries. `alarms` counts the period's events of high severity."""
    span = split_by_day(period)
    found = query_split(GAMES, span, chosen, _QUESTION)
    total = [PlayedSums.from_row(one) for one in found if _is_by(one, None)]
    players = _players(span, chosen)
    return OverviewFigures(
        total=total[0] if total else PlayedSums(),
        players=None if players is None else players.get(None, 0),
        days=_days(found, players or {}),
        tables=_lines(found, "table_id", load_table_names()),
        versions=_lines(found, "version_id", load_version_names()),
        currencies=_lines(found, "currency", {}),
        segments=_lines(found, "segment", {one.value: str(one.label) for one in Segment}),
        countries=_lines(found, "country", load_country_names()),
        open=sum_open_rounds(chosen),
        liabilities=liabilities.load_figures(period, chosen),
        alarms=Event.objects.filter(
            severity=Severity.ALARM.value, at__gte=period.since, at__lt=period.until
        ).count(),
    )


def load_daily_sums(period: Period, chosen: Filters) -> tuple[DayLine, ...]:
    """Return the sums of each day that had any. Three queries."""
    span = split_by_day(period)
    question = f"SELECT day, {_DAY} AS way, {SUMMED} FROM fact GROUP BY day ORDER BY day"  # noqa: S608 - as above
    return _days(query_split(GAMES, span, chosen, question), _players(span, chosen) or {})


def sum_open_rounds(chosen: Filters) -> OpenRounds:
    """Return the number and stakes of real-money rounds in play now. One query."""
    found = rounds_in_play(chosen).aggregate(
        rounds=Count("pk"), staked=Sum("staked_usd", default=0)
    )
    return OpenRounds(found["rounds"], Money(int(found["staked"]), BASE_CURRENCY))


def sum_open_rounds_by_version(chosen: Filters) -> dict[int, OpenRounds]:
    """Return real-money rounds in play now by version of the rules. One query."""
    rows = rounds_in_play(chosen).order_by().values_list("version")
    found = rows.annotate(rounds=Count("pk"), staked=Sum("staked_usd", default=0))
    return {
        version: OpenRounds(rounds, Money(int(staked), BASE_CURRENCY))
        for version, rounds, staked in found
    }


def rounds_in_play(chosen: Filters) -> QuerySet[Round]:
    """Return the real-money rounds in play."""
    running = Round.objects.filter(status=Round.Status.IN_PROGRESS).exclude(currency=PLAY_MONEY)
    return running.filter(**chosen.of_rounds())


def _players(span: SplitPeriod, chosen: Filters) -> dict[date | None, int] | None:
    if chosen.table is not None or chosen.version is not None:
        return None
    return {one["day"]: one["players"] for one in query_split(PLAYERS, span, chosen, _PLAYERS)}


def _is_by(answer: Mapping[str, Any], way: str | None) -> bool:
    """Return whether a row is the total (None) or a line of this grouping."""
    bits = [0 if name == way else 1 for name in _WAYS]
    return bool(answer["way"] == int("".join(map(str, bits)), 2))


def _days(found: list[dict[str, Any]], players: Mapping[date | None, int]) -> tuple[DayLine, ...]:
    days = [one for one in found if _is_by(one, "day")]
    days.sort(key=lambda one: one["day"])
    return tuple(
        DayLine(one["day"], PlayedSums.from_row(one), players.get(one["day"], 0)) for one in days
    )


def _lines(
    found: list[dict[str, Any]], way: str, names: Mapping[Any, str]
) -> tuple[OverviewLine, ...]:
    lines = [
        OverviewLine(str(one[way]), names.get(one[way], str(one[way])), PlayedSums.from_row(one))
        for one in found
        if _is_by(one, way)
    ]
    return tuple(sorted(lines, key=lambda line: (-line.played.staked_usd, line.key)))
