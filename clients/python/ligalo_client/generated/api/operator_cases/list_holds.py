from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.hold_record_page import HoldRecordPage
from ...types import UNSET, Unset


def list_holds(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
) -> HoldRecordPage:
    """List holds.

    Withdrawals that are held in cases now, the newest first. Staff release them.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/holds",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = HoldRecordPage.from_dict(response.json())

        return response_200
