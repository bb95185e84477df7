from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.session import Session


def get_session(
    caller: Caller,
    /,
) -> Session:
    """Get the session.

    Whether the token's player is signed in, and what is missing. Never 401.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/auth/session",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Session.from_dict(response.json())

        return response_200
