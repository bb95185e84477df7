from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.session_plan import SessionPlan


def get_session_plan(
    caller: Caller,
    /,
) -> SessionPlan:
    """Get the plan of the session.

    Whether real-money play needs one, and what is left of the session planned last.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/session-plan",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = SessionPlan.from_dict(response.json())

        return response_200
