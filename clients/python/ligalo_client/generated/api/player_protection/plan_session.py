from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.new_session_plan import NewSessionPlan
from ...models.session_plan import SessionPlan


def plan_session(
    caller: Caller,
    /,
    *,
    body: NewSessionPlan,
    idempotency_key: str | None = None,
) -> SessionPlan:
    """Plan a session.

    It begins now and can't be changed. Refused while the one before it runs.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/session-plan",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = SessionPlan.from_dict(response.json())

        return response_201
