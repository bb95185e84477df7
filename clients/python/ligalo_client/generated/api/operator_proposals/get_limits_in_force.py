from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.limits_in_force import LimitsInForce
from ...types import UNSET, Unset


def get_limits_in_force(
    caller: Caller,
    /,
    *,
    player: int | Unset = UNSET,
) -> LimitsInForce:
    """Get the limits of play.

    Limits of the house or of one player that are in force. Its ETag is `version`.
    """
    params: dict[str, Any] = {}

    params["player"] = player

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/limits",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = LimitsInForce.from_dict(response.json())

        return response_200
