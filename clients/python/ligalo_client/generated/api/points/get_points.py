from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.points import Points


def get_points(
    caller: Caller,
    /,
) -> Points:
    """Get points.

    Balance, tier, and what is missing to the next one.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/points",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Points.from_dict(response.json())

        return response_200
