from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.balances import Balances


def get_balances(
    caller: Caller,
    /,
) -> Balances:
    """Get balances.

    Every balance, what is held, and what the player owes.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/balances",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Balances.from_dict(response.json())

        return response_200
