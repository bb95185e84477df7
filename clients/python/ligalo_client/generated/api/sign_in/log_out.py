from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.session import Session


def log_out(
    caller: Caller,
    /,
) -> Session:
    """Sign out.

    Ends the session of the token, and the visit.
    """

    _kwargs: dict[str, Any] = {
        "method": "delete",
        "url": "/api/v1/auth/session",
    }
    response = caller.send(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
