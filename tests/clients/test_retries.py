"""Requests that are sent again: the same key and body, the waits the server asks for, and bounds."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from ligalo_client import (
    ChangedMeanwhile,
    Conflict,
    NoAnswer,
    Retries,
    ServerError,
    TooManyRequests,
)
from ligalo_client.models import Interval, Login, NewLimit
from tests.clients.faulty import Answer, answer_json, answer_problem, serving
from tests.clients.values import example

CHECK = answer_json(example("RealityCheck"))
HOURLY = Interval(minutes=60)
DROPPED = Answer(drop=True)


@pytest.mark.parametrize(
    "refusal",
    [
        answer_problem(429, "too_many_requests", Retry_After="2"),
        answer_problem(503, "outcome_unknown", Retry_After="2"),
        answer_problem(409, "in_progress", Retry_After="2"),
    ],
)
def test_a_change_is_sent_again_with_the_same_key_after_the_wait_asked_for(refusal: Answer) -> None:
    with serving(refusal, refusal, CHECK) as faulty, faulty.client() as casino:
        casino.set_reality_check(body=HOURLY)

    first, *others = faulty.asked
    assert len(others) == 2
    assert all(
        (one.headers["idempotency-key"], one.body) == (first.headers["idempotency-key"], first.body)
        for one in others
    )
    assert faulty.waits == [pytest.approx(2 + 0.25 * 0.5), pytest.approx(2 + 0.5 * 0.5)]


@pytest.mark.parametrize("lost", [DROPPED, Answer(b"{", cut=True), Answer(status=502)])
def test_a_change_survives_a_lost_answer(lost: Answer) -> None:
    with serving(lost, CHECK) as faulty, faulty.client() as casino:
        casino.set_reality_check(body=HOURLY)

    assert len({one.headers["idempotency-key"] for one in faulty.asked}) == 1
    assert len(faulty.asked) == 2
    assert faulty.waits == [pytest.approx(0.25 * 0.75)]


def test_each_change_has_its_own_key_and_a_given_one_is_kept() -> None:
    with serving(CHECK, CHECK, CHECK) as faulty, faulty.client() as casino:
        casino.set_reality_check(body=HOURLY)
        casino.set_reality_check(body=HOURLY)
        casino.set_reality_check(body=HOURLY, idempotency_key="mine")

    first, second, given = (one.headers["idempotency-key"] for one in faulty.asked)
    assert first != second
    assert given == "mine"


def test_the_attempts_are_bounded_and_the_last_problem_is_raised() -> None:
    busy = answer_problem(503, "unavailable")
    with (
        serving(*[busy] * 9) as faulty,
        faulty.client(attempts=4) as casino,
        pytest.raises(ServerError) as refused,
    ):
        casino.get_reality_check()

    assert (refused.value.status, refused.value.code) == (503, "unavailable")
    assert len(faulty.asked) == 4
    assert faulty.waits == [pytest.approx(0.75 * wait) for wait in (0.25, 0.5, 1.0)]


def test_a_longer_wait_than_the_bound_is_left_to_the_caller() -> None:
    with (
        serving(answer_problem(429, "too_many_requests", Retry_After="3600")) as faulty,
        faulty.client() as casino,
        pytest.raises(TooManyRequests) as refused,
    ):
        casino.get_reality_check()

    assert (refused.value.retry_after, faulty.waits) == (3600, [])


def test_a_date_is_a_wait_too() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=25), usegmt=True)
    busy = answer_problem(503, "unavailable", Retry_After=later)
    with serving(busy, CHECK) as faulty, faulty.client() as casino:
        casino.get_reality_check()

    assert 10 < faulty.waits[0] < 25.5


def test_a_sign_in_is_not_repeated_after_a_lost_answer() -> None:
    """It takes no key: a second attempt could count as a second failure."""
    with (
        serving(DROPPED, CHECK) as faulty,
        faulty.client() as casino,
        pytest.raises(NoAnswer) as lost,
    ):
        casino.log_in(body=Login(email="ana@example.test", password="x"))

    assert (len(faulty.asked), lost.value.idempotency_key) == (1, None)


def test_a_conflict_is_raised_at_once() -> None:
    with (
        serving(answer_problem(409, "conflict"), CHECK) as faulty,
        faulty.client() as casino,
        pytest.raises(Conflict),
    ):
        casino.set_reality_check(body=HOURLY)

    assert len(faulty.asked) == 1


def test_a_condition_is_sent_and_its_failure_raised_at_once() -> None:
    body = NewLimit.from_dict({"amount": {"amount": "50", "currency": "USD"}})
    with (
        serving(answer_problem(412, "precondition_failed")) as faulty,
        faulty.client() as casino,
        pytest.raises(ChangedMeanwhile) as refused,
    ):
        casino.set_limit("loss", "24h", body=body, if_match='"seen"')

    assert refused.value.code == "precondition_failed"
    assert [one.headers["if-match"] for one in faulty.asked] == ['"seen"']


def test_an_unreachable_server_is_retried_with_the_same_key() -> None:
    with serving() as faulty:
        pass
    with faulty.client(attempts=2) as casino, pytest.raises(NoAnswer) as lost:
        casino.set_reality_check(body=HOURLY, idempotency_key="mine")

    assert lost.value.idempotency_key == "mine"
    assert len(faulty.waits) == 1


def test_the_jitter_never_undercuts_the_server_or_the_bound() -> None:
    retries = Retries(attempts=20, longest_wait=30)
    for attempt in range(1, 20):
        for asked in (0.0, 3.0, 30.0):
            wait = retries.wait_after(attempt, asked)
            assert wait is not None
            assert asked <= wait <= 30
        assert 0 < (retries.wait_after(attempt, None) or 0) <= 30
    assert retries.wait_after(20, None) is None
