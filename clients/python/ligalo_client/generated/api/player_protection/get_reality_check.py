from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.reality_check import RealityCheck


def get_reality_check(
    caller: Caller,
    /,
) -> RealityCheck:
    """Get the reality check.

    Its interval, the next one, and the session so far.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/reality-check",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = RealityCheck.from_dict(response.json())

        return response_200
