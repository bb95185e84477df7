"""What `benchmarks.reports` has done in Django's world: the mathematics of the tables, the overview and every report measured."""

import argparse
import json
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from secrets import token_hex
from time import perf_counter
from typing import Any

import django

OVERVIEW = "the overview of the morning"
WITHIN_DAYS = "month, 6 to 18 h"
"""A period that begins and ends within a day: eighteen hours of rounds at either end."""
_P95 = 0.95
_PASSWORD = "a long password of nobody"  # noqa: S105 - of staff on a server that is thrown away
_READ = """
SELECT coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)
FROM pg_stat_xact_user_tables
"""


def main() -> None:
    """Do the one thing that is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["mathematics", "reports"])
    parser.add_argument("--times", type=int, default=15)
    given = parser.parse_args()
    django.setup()
    {"mathematics": mathematics, "reports": reports}[given.what](given)


def mathematics(_given: argparse.Namespace) -> None:
    """Compute what the tables' rules return, as the worker would."""
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from tables.mathematics import compute_due  # noqa: PLC0415 - likewise

    while compute_due(timezone.now()):
        pass


def reports(given: argparse.Namespace) -> None:
    """Open the overview, ask every report for a day, a month, a year, today and a month that ends within a day; print what it took."""
    from django.db import connection  # noqa: PLC0415 - after django.setup()

    from casino.models import Round  # noqa: PLC0415 - likewise

    rows = [
        {"report": OVERVIEW, "period": "now", **_measured(_overview(), given.times)},
        *_of_reports(given.times),
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
    print(json.dumps({"rows": rows, "rounds": Round.objects.count(), "bytes": size}))


def _of_reports(times: int) -> list[dict[str, Any]]:
    return [
        {"report": report, "period": period, **_measured(ask, times)}
        for report, period, ask in _questions()
    ]


def _overview() -> Callable[[], object]:
    """The page as who may see the reports and the cash has it, from its request to its last byte."""
    from allauth.account.internal.flows.login import record_authentication  # noqa: PLC0415 - likewise
    from django.test import Client, RequestFactory  # noqa: PLC0415 - after django.setup()

    from accounts.roles import Role  # noqa: PLC0415 - likewise
    from accounts.services import register_demo_staff  # noqa: PLC0415 - likewise

    user = register_demo_staff(f"{token_hex(4)}@bench.example", _PASSWORD, "Bench", Role.AUDITOR)
    client = Client()
    client.force_login(user)
    request = RequestFactory().get("/")
    request.session, request.user = client.session, user
    record_authentication(request, user, "mfa", type="totp")
    request.session.save()
    return lambda: _page(client)


def _page(client: Any) -> bytes:
    from django.urls import reverse  # noqa: PLC0415 - after django.setup()

    answer = client.get(reverse("admin:index"), headers={"host": "localhost"})
    if answer.status_code != HTTPStatus.OK:
        raise SystemExit(f"the overview answers {answer.status_code}")
    return bytes(answer.content)


def _questions() -> list[tuple[str, str, Callable[[], object]]]:
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from reports.figures import (  # noqa: PLC0415 - likewise
        cash,
        events,
        exchange,
        fairness,
        liabilities,
        loyalty,
        noted,
        overview,
        performance,
        players,
        voids,
    )
    from reports.filters import Filters  # noqa: PLC0415 - likewise
    from reports.period import Period, day_of  # noqa: PLC0415 - likewise

    yesterday = day_of(timezone.now()) - timedelta(days=1)
    month = Period.last_days(30, yesterday)
    periods = {
        "day": Period.day(yesterday),
        "month": month,
        "year": Period.last_days(365, yesterday),
        "today": Period.day(yesterday + timedelta(days=1)),
        WITHIN_DAYS: Period(month.since + timedelta(hours=6), month.until - timedelta(hours=6)),
    }
    asked = {
        "1 overview": overview.figures,
        "2 game performance": performance.figures,
        "3 liabilities": liabilities.figures,
        "4 cash": cash.figures,
        "5 exchange": exchange.figures,
        "6 players": players.figures,
        "7 large wins and bets": noted.large,
        "8 voids": voids.figures,
        "9 interrupted": noted.interrupted,
        "10 loyalty": loyalty.figures,
        "11 events": events.figures,
        "12 fairness": fairness.figures,
    }
    found: list[tuple[str, str, Callable[[], object]]] = [
        (name, word, _bound(report, period, Filters()))
        for name, report in asked.items()
        for word, period in periods.items()
    ]
    return found


def _bound(report: Callable[..., object], *given: object) -> Callable[[], object]:
    return lambda: report(*given)


def _measured(ask: Callable[[], object], times: int) -> dict[str, Any]:
    """Once to warm up, counted; then so many times, timed, the rows read those of the last."""
    from django.db import connection, transaction  # noqa: PLC0415 - after django.setup()

    queries = 0

    def count(execute: Callable[..., object], *words: Any) -> object:
        nonlocal queries
        queries += 1
        return execute(*words)

    with connection.execute_wrapper(count):
        ask()
    took = []
    read = 0
    for _ in range(times):
        with transaction.atomic(), connection.cursor() as cursor:
            before = _read(cursor)
            began = perf_counter()
            ask()
            took.append(1000 * (perf_counter() - began))
            read = _read(cursor) - before
    took.sort()
    return {
        "p50": took[len(took) // 2],
        "p95": took[min(len(took) - 1, int(len(took) * _P95))],
        "queries": queries,
        "read": read,
    }


def _read(cursor: Any) -> int:
    """The rows that this transaction has read so far."""
    cursor.execute(_READ)
    return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
