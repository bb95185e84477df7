"""Rate limits: no more than the quota in any minute, wherever it begins, and honest times to wait."""

from typing import Any

import pytest

from tests.api.calls import assert_problem, get

pytestmark = pytest.mark.database
BEGIN = 1_800_000_000
"""A time in seconds at which a minute of the clock and a slot begin."""


class Clock:
    """A client of the public API that asks at times of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def ask(self, second: float) -> Any:
        self.monkeypatch.setattr("api.throttles.time", lambda: BEGIN + second)
        return get("/fairness/log")

    def count_answers(self, *seconds: float) -> int:
        return sum(self.ask(second).status_code == 200 for second in seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Clock:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "read": 3}
    return Clock(monkeypatch)


@pytest.mark.parametrize("before", [50.1, 57, 59.9])
def test_the_boundary_of_a_minute_does_not_renew_the_quota(clock: Clock, before: float) -> None:
    assert clock.count_answers(before, before, before) == 3
    for after in (60, 60.1, 69.9, 90, before + 59.9):
        assert_problem(clock.ask(after), 429, "too_many_requests")


@pytest.mark.parametrize(("late", "status"), [(0, 200), (-1.1, 429)])
@pytest.mark.parametrize("first", [0, 4, 9.9, 25])
def test_after_the_told_time_requests_are_answered_again(
    clock: Clock, first: float, late: float, status: int
) -> None:
    assert clock.count_answers(first, first + 20, first + 20) == 3
    refused = clock.ask(first + 30)  # it counts too
    wait = int(refused["Retry-After"])
    assert 50 <= wait <= 60
    assert refused["RateLimit"] == f'"read";r=0;t={wait}'
    assert clock.ask(first + 30 + wait + late).status_code == status


def test_a_steady_caller_gets_six_sevenths_of_the_quota(clock: Clock, settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = {**settings.API_REQUESTS_PER_MINUTE, "read": 7}
    steady = [10.0 * n for n in range(20)]
    assert clock.count_answers(*steady) == len(steady)


def test_the_header_says_what_is_left_and_when_there_is_more(clock: Clock) -> None:
    answers = [clock.ask(second) for second in (3, 15, 75)]
    assert [one["RateLimit"] for one in answers] == [
        '"read";r=2;t=67',
        '"read";r=1;t=55',
        '"read";r=1;t=5',
    ]
    assert {one["RateLimit-Policy"] for one in answers} == {'"read";q=3;w=60'}


def test_a_request_is_counted_with_one_query(clock: Clock, django_assert_num_queries: Any) -> None:
    clock.ask(1)
    with django_assert_num_queries(2):  # one of them is the list's
        clock.ask(2)
