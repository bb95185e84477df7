import datetime
from typing import Any
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.shoe_page import ShoePage
from ...types import UNSET, Unset


def list_closed_shoes(
    caller: Caller,
    /,
    *,
    commitment: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
    shoe: UUID | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    table: str | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> ShoePage:
    """List closed shoes.

    Closed and lost shoes with their commitments and seeds, the newest first.
    """
    params: dict[str, Any] = {}

    params["commitment"] = commitment

    params["cursor"] = cursor

    params["limit"] = limit

    json_shoe: str | Unset = UNSET
    if not isinstance(shoe, Unset):
        json_shoe = str(shoe)
    params["shoe"] = json_shoe

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    params["table"] = table

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/fairness/shoes",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = ShoePage.from_dict(response.json())

        return response_200
