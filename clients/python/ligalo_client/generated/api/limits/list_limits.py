from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.limit_page import LimitPage


def list_limits(
    caller: Caller,
    /,
) -> LimitPage:
    """List limits.

    The player's own limits and the house's, what is used of them, and what waits.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/limits",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = LimitPage.from_dict(response.json())

        return response_200
