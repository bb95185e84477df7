"""The part of `tools.benchmarks.growth` that needs Django: the seconds of statement pages and of a day's report, as JSON."""

import argparse
import json
import logging
from collections.abc import Callable
from datetime import date
from functools import partial
from statistics import median
from time import perf_counter

import django


def main() -> None:
    """Print the medians of one turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--day", type=date.fromisoformat, required=True)
    parser.add_argument("--times", type=int, default=40)
    given = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    from reports.selectors.fact_tables import MONEY, query_parameters  # noqa: PLC0415 - likewise
    from reports.values.period import Period  # noqa: PLC0415 - likewise
    from wallet.cash.selectors import statement  # noqa: PLC0415 - likewise
    from wallet.cash.values.statement_lines import StatementFilter  # noqa: PLC0415 - likewise
    from wallet.ledger.models import Account  # noqa: PLC0415 - likewise

    players = list(
        Account.objects.filter(player__isnull=False).values_list("player_id", flat=True)[
            : given.times
        ]
    )
    parameters = query_parameters([Period.day(given.day)])

    def report() -> None:
        with connection.cursor() as cursor:
            cursor.execute(MONEY.select_statement(), parameters)
            cursor.fetchall()

    pages = [_timed(partial(statement.load_page, one, StatementFilter())) for one in players]
    reports = [_timed(report) for _ in range(max(3, given.times // 10))]
    print(json.dumps({"statement": median(pages), "report": median(reports)}))


def _timed(act: Callable[[], object]) -> float:
    begun = perf_counter()
    act()
    return perf_counter() - begun


if __name__ == "__main__":
    main()
