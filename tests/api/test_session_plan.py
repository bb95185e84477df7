"""The plan of a session by the API."""

from collections.abc import Callable

import pytest

from limits.models import SessionPlan
from tests.api.calls import Caller, assert_problem, read
from tests.wallet.cash import person

pytestmark = pytest.mark.database
PLAN = {"seconds": 1800, "loss": {"amount": "50.00", "currency": "USD"}}


def test_a_session_is_planned_once_and_not_changed(profile: Callable[..., None]) -> None:
    profile(session_plan=True)
    caller = Caller(person())
    first = read(caller.get("/session-plan"))
    assert (first["is_asked"], first["state"], first["session"]) == (True, "none", None)
    made = caller.post("/session-plan", {**PLAN, "lockout_seconds": 60})
    assert made.status_code == 201
    found = read(caller.get("/session-plan"))
    assert (found["state"], found["loss_left"]["amount"]) == ("running", "50.00")
    assert found["session"]["loss"] == PLAN["loss"]
    assert 0 < found["session"]["seconds_left"] <= 1800
    assert_problem(caller.post("/session-plan", {**PLAN, "seconds": 60}), 422, "session_plan_fixed")
    assert SessionPlan.objects.count() == 1


def test_without_the_profile_none_is_taken() -> None:
    caller = Caller(person())
    assert read(caller.get("/session-plan"))["is_asked"] is False
    assert_problem(caller.post("/session-plan", PLAN), 422, "session_plan_not_asked")
    assert not SessionPlan.objects.exists()


@pytest.mark.parametrize(
    "plan",
    [{**PLAN, "seconds": 0}, {**PLAN, "seconds": 86_401}, {"seconds": 60}, {"loss": PLAN["loss"]}],
)
def test_bad_plans_are_refused(plan: dict[str, object], profile: Callable[..., None]) -> None:
    profile(session_plan=True)
    assert Caller(person()).post("/session-plan", plan).status_code in {400, 422}
    assert not SessionPlan.objects.exists()
