from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.switch_page import SwitchPage


def list_switches(
    caller: Caller,
    /,
) -> SwitchPage:
    """List switches.

    Every switch that stops play, with its state and last use.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/switches",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = SwitchPage.from_dict(response.json())

        return response_200
