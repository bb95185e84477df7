from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.withdrawal_page import WithdrawalPage
from ...types import UNSET, Unset


def list_withdrawals(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
) -> WithdrawalPage:
    """List withdrawals.

    The player's withdrawals, the newest first.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/withdrawals",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = WithdrawalPage.from_dict(response.json())

        return response_200
