import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_shoe_records_reason import ListShoeRecordsReason
from ...models.list_shoe_records_status import ListShoeRecordsStatus
from ...models.shoe_record_page import ShoeRecordPage
from ...types import UNSET, Unset


def list_shoe_records(
    caller: Caller,
    /,
    *,
    commitment: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
    player: str | Unset = UNSET,
    reason: ListShoeRecordsReason | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    status: ListShoeRecordsStatus | Unset = UNSET,
    table: str | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> ShoeRecordPage:
    """List shoes.

    Shoes of all tables in any state, the newest first. Pages are as those of rounds.
    """
    params: dict[str, Any] = {}

    params["commitment"] = commitment

    params["cursor"] = cursor

    params["limit"] = limit

    params["player"] = player

    json_reason: str | Unset = UNSET
    if not isinstance(reason, Unset):
        json_reason = reason.value

    params["reason"] = json_reason

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    params["table"] = table

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/shoes",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = ShoeRecordPage.from_dict(response.json())

        return response_200
