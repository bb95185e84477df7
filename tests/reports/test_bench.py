"""Thresholds of `make bench-reports`: what is too slow or too large makes it exit with 1."""

from typing import Any

import pytest

from tools.benchmarks import reports
from tools.benchmarks.reports_inside import OPEN, OVERVIEW, WITHIN_DAYS

NAME = "6 players"


def timed(report: str, own: float | None, page: float, period: str = "day") -> dict[str, Any]:
    figures = None if own is None else {"p50": 1.0, "p95": own}
    return {"report": report, "period": period, "own": figures, "page": {"p50": 1.0, "p95": page}}


@pytest.mark.parametrize(
    ("report", "own", "page", "is_over"),
    [
        (OVERVIEW, None, 299.9, False),
        (OVERVIEW, None, 300.0, True),
        (NAME, 999.9, 999.9, False),
        (NAME, 1000.0, 20.0, True),
        (NAME, 20.0, 1000.0, True),
    ],
)
def test_a_report_has_a_second_and_the_overview_three_tenths(
    report: str,
    own: float | None,
    page: float,
    is_over: bool,  # noqa: FBT001  # a test parameter
) -> None:
    assert reports.is_over_budget(timed(report, own, page)) == is_over


@pytest.mark.parametrize("period", [WITHIN_DAYS, f"day, {OPEN}"])
def test_open_days_have_a_limit_of_three_seconds(period: str) -> None:
    assert not reports.is_over_budget(timed(NAME, 2999.9, 2999.9, period))
    assert reports.is_over_budget(timed(NAME, 20.0, 3000.0, period))
    assert reports.is_over_budget(timed(OVERVIEW, None, 300.0, f"now, {OPEN}"))


@pytest.mark.parametrize(("megabytes", "grows"), [(32, False), (33, True)])
def test_a_workbook_of_ten_times_the_rows_takes_no_more_memory(megabytes: int, grows: bool) -> None:  # noqa: FBT001  # a test parameter
    files = [{"peak": 900 << 20}, {"peak": 200 << 20}, {"peak": (200 + megabytes) << 20}]
    assert reports.memory_grows(files) == grows
