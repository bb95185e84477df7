"""Queries over any period: stored rows of closed days plus facts of open parts, in one statement.

Only the parts at the ends of the period are read round by round. If these are large, a worker stores their results
per day first (`reports.exports.services.pieces`) and queries within `use_stored_pieces`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection

from reports.models import ClosedDay, ClosedHour, ClosedPart
from reports.selectors.fact_tables import (
    MONEY,
    FactTable,
    archived_parameters,
    query_parameters,
)
from reports.values.filters import Filters
from reports.values.period import DAY, MOMENT, Period, end_of_hour, hour_of, merge_periods, start_of
from wallet.archive.selectors.months import is_archived

Answer = dict[str, Any]
Piece = tuple[FactTable, Period]
"""A fact table and the part of the period read from it: a day or less, unless very many days are open."""

_CHOICES: Final = {
    "table": "table_id",
    "version": "version_id",
    "currency": "currency",
    "segment": "segment",
    "country": "country",
    "test": "test",
}
_MOST: Final = 100  # pieces per open part


@dataclass(frozen=True, slots=True)
class SplitPeriod:
    """A period: its first and last closed day or hour, and the open parts before and after."""

    closed: tuple[date, date] | None
    live: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class StoredPieces:
    """Pieces whose results are stored for an export; `last` was the last closed day when they were computed."""

    export: int
    last: date | None
    pieces: frozenset[tuple[str, Period]]

    def has(self, fact: FactTable, part: Period) -> bool:
        """Return whether the whole part is stored."""
        return all((fact.name, one) in self.pieces for one in part.split(_MOST))


_KEPT: ContextVar[StoredPieces | None] = ContextVar("kept", default=None)


@contextmanager
def use_stored_pieces(kept: StoredPieces) -> Iterator[None]:
    """Use the stored results of these pieces in queries within; days closed meanwhile count as open."""
    token = _KEPT.set(kept)
    try:
        yield
    finally:
        _KEPT.reset(token)


def list_pieces(facts: Sequence[FactTable], parts: Sequence[Period]) -> list[Piece]:
    """Return one piece per fact and day of these parts; with very many days, several days per piece."""
    return [(fact, one) for part in parts for one in part.split(_MOST) for fact in facts]


def split_by_day(period: Period) -> SplitPeriod:
    """Split a period into its closed days and the open parts around them. One query.

    Days are closed in order: every day up to the last closed one is closed.
    """
    last = find_last_closed()
    first_whole = period.first if period.since == start_of(period.first) else period.first + DAY
    last_whole = period.last if period.until == start_of(period.last + DAY) else period.last - DAY
    if last is None or first_whole > min(last, last_whole):
        return SplitPeriod(None, (period,) if period.since < period.until else ())
    last_whole = min(last, last_whole)
    around = (
        Period(period.since, start_of(first_whole)),
        Period(start_of(last_whole + DAY), period.until),
    )
    return SplitPeriod(
        (first_whole, last_whole), tuple(one for one in around if one.since < one.until)
    )


def split_by_hour(period: Period) -> SplitPeriod:
    """Split a period into its closed hours and the open parts around them. One query."""
    begun = hour_of(period.since)
    first = begun if begun == period.since else end_of_hour(begun)
    end = min(hour_of(period.until), find_closed_until() or period.since)
    if first >= end:
        return SplitPeriod(None, (period,) if period.since < period.until else ())
    around = (Period(period.since, first), Period(end, period.until))
    return SplitPeriod(
        (first, hour_of(end - MOMENT)), tuple(one for one in around if one.since < one.until)
    )


def find_closed_until() -> datetime | None:
    """Return the end of the last closed hour. One query."""
    hours = ClosedHour.objects.order_by("-hour").values_list("hour", flat=True)
    last = hours.first()
    return None if last is None else end_of_hour(last)


def find_last_closed(part: ClosedPart = ClosedPart.FIGURES) -> date | None:
    """Return the last closed day. One query.

    Within `use_stored_pieces` the last day with figures is the stored one, without a query.
    """
    if part == ClosedPart.FIGURES and (kept := _KEPT.get()):
        return kept.last
    days = ClosedDay.objects.filter(part=part).order_by("-day").values_list("day", flat=True)
    return days.first()


def query_period(
    fact: FactTable,
    period: Period,
    chosen: Filters,
    select: str,
    given: Mapping[str, Any] | None = None,
) -> list[Answer]:
    """Return the rows of `select`, which reads `fact`: stored and open parts of the period, filtered. Two queries."""
    return query_split(fact, split_by_day(period), chosen, select, given)


def query_split(
    fact: FactTable,
    span: SplitPeriod,
    chosen: Filters,
    select: str,
    given: Mapping[str, Any] | None = None,
) -> list[Answer]:
    """Return the rows of `select`, as `query_period`, for a split period. One query."""
    where, arguments = _filter_condition(fact, chosen)
    names = ", ".join(fact.columns)
    sources = []
    if span.closed is not None:
        arguments["first"], arguments["last"] = span.closed
        kept = f"SELECT {names} FROM {fact.table} WHERE {fact.by} BETWEEN %(first)s AND %(last)s"  # noqa: S608 - names of models
        sources.append(f"{kept} AND {where}")
    for n, part in enumerate(span.live):
        archived = fact is MONEY and is_archived(part.since)
        if archived:
            arguments |= archived_parameters(n, part)
        live = _live(fact, n, part, archived=archived)
        sources.append(f"SELECT {names} FROM ({live}) AS live WHERE {where}")  # noqa: S608 - as above
    if not sources:
        sources.append(f"SELECT {names} FROM {fact.table} WHERE false")  # noqa: S608 - as above
    if (ready := _KEPT.get()) is not None:
        arguments |= {"kept_export": ready.export, "kept_fact": fact.name}
    whole = f"WITH fact AS ({' UNION ALL '.join(sources)})\n{select}"
    return query_rows(whole, {**arguments, **query_parameters(span.live), **(given or {})})


def _live(fact: FactTable, n: int, part: Period, *, archived: bool) -> str:
    """Return the SQL for an open part, or for its stored result."""
    kept = _KEPT.get()
    return (
        _FROM_KEPT.format(fact.table, n=n)
        if kept and kept.has(fact, part)
        else fact.select_statement(n, archived=archived)
    )


_FROM_KEPT: Final = """
    SELECT kept.* FROM reports_piece AS piece
         CROSS JOIN LATERAL jsonb_populate_recordset(NULL::{0}, piece.answers) AS kept
    WHERE piece.export_id = %(kept_export)s AND piece.fact = %(kept_fact)s
      AND piece.since >= %(since_{n})s AND piece.until <= %(until_{n})s
"""


def store_piece(export: int, piece: Piece) -> None:
    """Compute one piece and store the result for an export, for use within `use_stored_pieces`. One query."""
    fact, part = piece
    names = ", ".join(fact.columns)
    archived = fact is MONEY and is_archived(part.since)
    given = {**query_parameters([part]), **(archived_parameters(0, part) if archived else {})}
    statement = (
        "INSERT INTO reports_piece (export_id, fact, since, until, answers)"  # noqa: S608 - names of models
        " SELECT %(export)s, %(fact)s, %(since_0)s, %(until_0)s, coalesce(jsonb_agg(live), '[]')"
        f" FROM (SELECT {names} FROM ({fact.select_statement(archived=archived)}) AS live) AS live"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"export": export, "fact": fact.name, **given})


def count_rounds(parts: Iterable[Period], most: int) -> int:
    """Count the rounds that ended in these periods, up to `most` + 1. One query per separate period."""
    found = 0
    with connection.cursor() as cursor:
        for part in merge_periods(parts):
            cursor.execute(
                "SELECT count(*) FROM (SELECT FROM casino_round WHERE finished_at >= %s"
                " AND finished_at < %s LIMIT %s) AS round",
                [part.since, part.until, most + 1 - found],
            )
            found += cursor.fetchone()[0]
    return found


def query_rows(query: str, given: Mapping[str, Any]) -> list[Answer]:
    """Return the rows of a query as dictionaries by column name."""
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _filter_condition(fact: FactTable, chosen: Filters) -> tuple[str, dict[str, Any]]:
    """Return the SQL condition of the filters whose columns the fact has, with its arguments."""
    parts, arguments = ["true"], dict[str, Any]()
    for name, column in _CHOICES.items():
        value = getattr(chosen, name)
        if column in fact.columns and value is not None:
            parts.append(f"{column} = %({name})s")
            arguments[name] = value
    return " AND ".join(parts), arguments
