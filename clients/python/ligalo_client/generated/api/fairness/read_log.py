from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.log_page import LogPage
from ...types import UNSET, Unset


def read_log(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    first: int | Unset = 1,
    limit: int | Unset = 50,
) -> LogPage:
    """Read the public log of shoes.

    Lines in ascending order. Each holds the hash of the line before it, so that a copy of the
    log shows any later change.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["first"] = first

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/fairness/log",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = LogPage.from_dict(response.json())

        return response_200
