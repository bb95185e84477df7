"""The nightly look at random numbers, with alarms for what chance does not explain.

All tests of a night together raise an alarm from fair draws once in 100,000 nights: p times the number of tests is compared
with `UNLIKELY_CHANCE` (Bonferroni), however many tables and versions there are.
"""

from datetime import date
from typing import Final

from journal.models import EventKind
from journal.services.recording import record_once
from reports.draws.selectors.tested import DrawsTested, run_draw_tests
from reports.draws.values.likelihood import DrawTested
from reports.models import ClosedPart
from reports.selectors.names import load_table_names
from reports.selectors.period_query import find_last_closed
from reports.values.period import DAY
from reports.values.tail_bounds import odds_against

DAYS: Final = 30
UNLIKELY_CHANCE: Final = 1e-5
"""Chance of an alarm in one night from fair draws."""


def report_unlikely_draws() -> int:
    """Raise an alarm for each test of the last 30 days that fails; return the number of new alarms. Idempotent.

    A failing test of one table or version is reported once in 30 days: windows with common days are not independent.
    """
    last = find_last_closed(ClosedPart.DRAWS)
    if last is None:
        return 0
    groups = run_draw_tests(last - (DAYS - 1) * DAY, last)
    number = sum(len(group.tests) for group in groups)
    names = load_table_names()
    return sum(
        _report(group, test, number, last, names)
        for group in groups
        for test in group.tests
        if test.p * number < UNLIKELY_CHANCE
    )


def _report(
    group: DrawsTested, test: DrawTested, number: int, last: date, names: dict[int, str]
) -> bool:
    where = {} if group.table is None else {"table": names[group.table]}
    data = {
        "random_test": test.test.value,
        **where,
        **({"version": group.library} if group.library else {}),
        "draws": group.sums.draws,
        "one_in": odds_against(min(1.0, test.p * number)),
        "days": DAYS,
        "until": last.isoformat(),
    }
    once = f"{test.test} {group.table or ''} {group.library} {last.toordinal() // DAYS}"
    return record_once(EventKind.DRAWS_UNLIKELY, subject="random numbers", data=data, once=once)
