"""The parts of `tools.benchmarks.reports` that need Django: mathematics, overview and reports."""

import argparse
import json
import logging
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import django

from tools.benchmarks.reports_pages import Reader
from tools.benchmarks.reports_timing import measure_reads

if TYPE_CHECKING:
    from reports.values.period import Period

OVERVIEW = "the overview of the morning"
OPEN = "yesterday open"
WITHIN_DAYS = "month, 6 to 18 h"
"""A period that begins and ends within a day: eighteen hours of rounds at either end."""
Row = dict[str, Any]


def main() -> None:
    """Run one command."""
    done = {
        "mathematics": compute_mathematics,
        "reports": measure_reports,
        "reopened": measure_reopened,
    }
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=done)
    parser.add_argument("--times", type=int, default=15)
    given = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)  # one line per request
    done[given.what](given)


def compute_mathematics(_given: argparse.Namespace) -> None:
    """Compute the mathematics of the tables' rules, as the worker would."""
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from tables.services.mathematics import compute_due  # noqa: PLC0415 - likewise

    while compute_due(timezone.now()):
        pass


def measure_reports(given: argparse.Namespace) -> None:
    """Measure the overview, and each report and its page for every period; print the results."""
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    from casino.models import Round  # noqa: PLC0415 - likewise

    reader = Reader()
    rows = [
        _row(OVERVIEW, "now", measure_reads(reader.overview, given.times)),
        *_of_reports(reader, _periods(), given.times),
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    print(json.dumps({"rows": rows, "rounds": Round.objects.count(), "bytes": size}))


def measure_reopened(given: argparse.Namespace) -> None:
    """Delete the last closed day's figures, as just after midnight, and measure the pages that show it."""
    periods = _periods()
    _reopen(periods["day"].first)
    reader = Reader()
    shown = {f"{word}, {OPEN}": periods[word] for word in ("day", "year")}
    rows = [
        _row(OVERVIEW, f"now, {OPEN}", measure_reads(reader.overview, given.times)),
        *_of_reports(reader, shown, given.times),
    ]
    print(json.dumps({"rows": rows}))


def _reopen(day: date) -> None:
    from django.db import connections, transaction  # noqa: PLC0415 - after django.setup()

    from reports.selectors.fact_tables import DECISIONS, FACTS  # noqa: PLC0415 - likewise

    tables = [*(one.table for one in (*FACTS, DECISIONS)), "reports_closedday"]
    with transaction.atomic(using="owner"), connections["owner"].cursor() as owner:
        for table in tables:
            owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            owner.execute(f"DELETE FROM {table} WHERE day = %s", [day])  # noqa: S608 - table names of models
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def _periods() -> dict[str, "Period"]:
    """Return periods up to the last closed day, the day after it, and a month that begins and ends within a day."""
    from reports.selectors.period_query import find_last_closed  # noqa: PLC0415 - after django.setup()
    from reports.values.period import Period  # noqa: PLC0415 - likewise

    last = find_last_closed()
    if last is None:
        raise SystemExit("no day is closed")
    month, away = Period.last_days(30, last), timedelta(hours=6)
    return {
        "day": Period.day(last),
        "month": month,
        "year": Period.last_days(365, last),
        "today": Period.day(last + timedelta(days=1)),
        WITHIN_DAYS: Period(month.since + away, month.until - away),
    }


def _of_reports(reader: Reader, periods: dict[str, "Period"], times: int) -> Iterator[Row]:
    """Measure each report by itself and as its page is served, which includes it."""
    from reports.catalogue.reports import REPORTS  # noqa: PLC0415 - after django.setup()
    from reports.values.filters import Filters  # noqa: PLC0415 - likewise

    names = {f"{one.number}": one.name for one in REPORTS}
    for title, figures in _figures().items():
        for word, period in periods.items():
            own = measure_reads(partial(figures, period, Filters()), times)
            page = partial(reader.report, names[title.partition(" ")[0]], period)
            yield _row(title, word, measure_reads(page, times), own)


def _figures() -> dict[str, Callable[..., object]]:
    """Return the query of each report by its number and name."""
    from reports.figures import (  # noqa: PLC0415 - after django.setup()
        cash,
        events,
        exceptions,
        exchange,
        fairness,
        liabilities,
        loyalty,
        overview,
        performance,
        players,
        voids,
    )

    return {
        "1 overview": overview.load_figures,
        "2 game performance": performance.load_figures,
        "3 liabilities": liabilities.load_figures,
        "4 cash": cash.load_figures,
        "5 exchange": exchange.load_figures,
        "6 players": players.load_figures,
        "7 large wins and bets": exceptions.load_large_rounds,
        "8 voids": voids.load_figures,
        "9 interrupted": exceptions.load_interrupted_rounds,
        "10 loyalty": loyalty.load_figures,
        "11 events": events.load_figures,
        "12 fairness": fairness.load_figures,
    }


def _row(report: str, period: str, page: Row, own: Row | None = None) -> Row:
    return {"report": report, "period": period, "page": page, "own": own}


if __name__ == "__main__":
    main()
