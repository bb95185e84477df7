"""A question about any period: closed days from their rows, the rest from what happened, added up in one statement."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from reports.facts import Fact, asked_of
from reports.filters import Filters
from reports.models import ClosedDay, ClosedHour, Part
from reports.period import DAY, HOUR, Period, hour_of, midnight

Answer = dict[str, Any]

_CHOICES: Final = {
    "table": "table_id",
    "version": "version_id",
    "currency": "currency",
    "segment": "segment",
    "test": "test",
}
_INSTANT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Split:
    """A period, as the first and last day or hour of it that is closed, and what is left of it on either side."""

    closed: tuple[date, date] | None
    live: tuple[Period, ...]


def split(period: Period) -> Split:
    """Days are closed in their order: up to the last one, all are. One query."""
    last = last_closed()
    first_whole = period.first if period.since == midnight(period.first) else period.first + DAY
    last_whole = period.last if period.until == midnight(period.last + DAY) else period.last - DAY
    if last is None or first_whole > min(last, last_whole):
        return Split(None, (period,) if period.since < period.until else ())
    last_whole = min(last, last_whole)
    around = (
        Period(period.since, midnight(first_whole)),
        Period(midnight(last_whole + DAY), period.until),
    )
    return Split((first_whole, last_whole), tuple(one for one in around if one.since < one.until))


def split_by_hour(period: Period) -> Split:
    """The same by hours. One query."""
    first = hour_of(period.since + HOUR - _INSTANT)
    end = min(hour_of(period.until), closed_until() or period.since)
    if first >= end:
        return Split(None, (period,) if period.since < period.until else ())
    around = (Period(period.since, first), Period(end, period.until))
    return Split((first, end - HOUR), tuple(one for one in around if one.since < one.until))


def closed_until() -> datetime | None:
    """When the last hour that is closed ended. One query."""
    hours = ClosedHour.objects.order_by("-hour").values_list("hour", flat=True)
    last = hours.first()
    return None if last is None else last + HOUR


def last_closed(part: Part = Part.FIGURES) -> date | None:
    """The last day that is closed. One query."""
    days = ClosedDay.objects.filter(part=part).order_by("-day").values_list("day", flat=True)
    return days.first()


def ask(
    fact: Fact,
    period: Period,
    chosen: Filters,
    select: str,
    given: Mapping[str, Any] | None = None,
) -> list[Answer]:
    """Return the rows of `select`, which reads from `fact`: what is kept and what is not kept yet of the period and the filters.

    Two queries.
    """
    return run(fact, split(period), chosen, select, given)


def run(
    fact: Fact,
    span: Split,
    chosen: Filters,
    select: str,
    given: Mapping[str, Any] | None = None,
) -> list[Answer]:
    """The same of a period that is split already. One query."""
    where, arguments = _filtered(fact, chosen)
    names = ", ".join(fact.columns)
    sources = []
    if span.closed is not None:
        arguments["first"], arguments["last"] = span.closed
        kept = f"SELECT {names} FROM {fact.table} WHERE {fact.by} BETWEEN %(first)s AND %(last)s"  # noqa: S608 - names of models
        sources.append(f"{kept} AND {where}")
    if span.live or not sources:
        sources.append(f"SELECT {names} FROM ({fact.live(len(span.live))}) AS live WHERE {where}")  # noqa: S608 - as above
    whole = f"WITH fact AS ({' UNION ALL '.join(sources)})\n{select}"
    return answers(whole, {**arguments, **asked_of(span.live), **(given or {})})


def answers(query: str, given: Mapping[str, Any]) -> list[Answer]:
    """The rows of a query, by the names of its columns."""
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        names = [column.name for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _filtered(fact: Fact, chosen: Filters) -> tuple[str, dict[str, Any]]:
    """Return the condition that the filters make on the columns which the fact has, with its arguments."""
    parts, arguments = ["true"], dict[str, Any]()
    for name, column in _CHOICES.items():
        value = getattr(chosen, name)
        if column in fact.columns and value is not None:
            parts.append(f"{column} = %({name})s")
            arguments[name] = value
    return " AND ".join(parts), arguments
