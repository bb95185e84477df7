"""Sums of the draws of closed days, oldest day first."""

from collections import defaultdict
from datetime import date
from typing import Final

from django.db import connection, transaction
from django.db.models import Min

from reports.draws.selectors.drawn_shoes import iterate_closed_shoes
from reports.draws.values.columns import ShoeDraws, recompute_draws
from reports.draws.values.sums import DrawSums, sum_draws
from reports.models import ClosedDay, ClosedPart, DayOfDraws
from reports.selectors.period_query import find_last_closed
from reports.values.period import DAY, Period

_LOCK: Final = 0x64726177

Sums = dict[tuple[int, str], DrawSums]
"""Sums by table and version of the library."""


def sum_closed_days(most: int = 1) -> int:
    """Sum the draws of up to this many closed days; return how many. Safe to run twice at once: a day is written once."""
    for done in range(most):
        day = find_next_day()
        if day is None or not _write_day(day, sum_day(day)):
            return done
    return most


def find_next_day() -> date | None:
    """Return the oldest closed day whose draws are not summed. Two queries."""
    last, closed = find_last_closed(ClosedPart.DRAWS), find_last_closed()
    if closed is None:
        return None
    figures = ClosedDay.objects.filter(part=ClosedPart.FIGURES)
    day: date = last + DAY if last else figures.aggregate(first=Min("day"))["first"]
    return day if day <= closed else None


def sum_day(day: date) -> Sums:
    """Recompute the draws of the shoes closed on this day, in batches, and return their sums."""
    sums: defaultdict[tuple[int, str], DrawSums] = defaultdict(DrawSums)
    for shoes in iterate_closed_shoes(Period.day(day)):
        for table in {shoe.table for shoe in shoes}:
            _add_table(sums, table, [shoe for shoe in shoes if shoe.table == table])
    return dict(sums)


def _add_table(sums: Sums, table: int, shoes: list[ShoeDraws]) -> None:
    libraries: list[str] = []
    draws = recompute_draws(shoes, libraries)
    for number, library in enumerate(libraries):
        sums[table, library].add(sum_draws(draws.of_library(number)))


@transaction.atomic(durable=True)
def _write_day(day: date, sums: Sums) -> bool:
    """Store a day's sums. Return False if another process has summed it or is doing so."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0] or find_next_day() != day:
            return False
    ClosedDay.objects.create(day=day, part=ClosedPart.DRAWS)
    DayOfDraws.objects.bulk_create(
        [make_row(day, table, library, one) for (table, library), one in sorted(sums.items())]
    )
    return True


def make_row(day: date, table: int, library: str, sums: DrawSums) -> DayOfDraws:
    """Return the row of these sums, not stored."""
    return DayOfDraws(
        day=day,
        table_id=table,
        library_version=library,
        shoes=sums.shoes,
        by_left=sums.by_left.tolist(),
        parts=sums.parts.tolist(),
        last_bits=sums.last_bits.tolist(),
        products=sums.products.tolist(),
        pairs=sums.pairs.tolist(),
        agreed=sums.agreed.tolist(),
        agreed_expected=sums.agreed_expected.tolist(),
        agreed_variance=sums.agreed_variance.tolist(),
    )
