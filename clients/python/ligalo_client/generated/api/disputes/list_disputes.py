from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.dispute_page import DisputePage
from ...types import UNSET, Unset


def list_disputes(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
) -> DisputePage:
    """List disputes.

    The player's disputes, the newest first.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/disputes",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = DisputePage.from_dict(response.json())

        return response_200
