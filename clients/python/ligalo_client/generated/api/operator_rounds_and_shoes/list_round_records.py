import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_round_records_currency import ListRoundRecordsCurrency
from ...models.list_round_records_flag import ListRoundRecordsFlag
from ...models.list_round_records_result import ListRoundRecordsResult
from ...models.list_round_records_status import ListRoundRecordsStatus
from ...models.round_record_page import RoundRecordPage
from ...types import UNSET, Unset


def list_round_records(
    caller: Caller,
    /,
    *,
    currency: ListRoundRecordsCurrency | Unset = UNSET,
    cursor: str | Unset = UNSET,
    flag: ListRoundRecordsFlag | Unset = UNSET,
    least: str | Unset = UNSET,
    limit: int | Unset = 50,
    most: str | Unset = UNSET,
    player: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    result: ListRoundRecordsResult | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    status: ListRoundRecordsStatus | Unset = UNSET,
    table: str | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> RoundRecordPage:
    """List rounds.

    Rounds of all players, the newest first. A page may have fewer rows than `limit`, or none,
    while `next` is not null: the search goes on there.
    """
    params: dict[str, Any] = {}

    json_currency: str | Unset = UNSET
    if not isinstance(currency, Unset):
        json_currency = currency.value

    params["currency"] = json_currency

    params["cursor"] = cursor

    json_flag: str | Unset = UNSET
    if not isinstance(flag, Unset):
        json_flag = flag.value

    params["flag"] = json_flag

    params["least"] = least

    params["limit"] = limit

    params["most"] = most

    params["player"] = player

    params["reference"] = reference

    json_result: str | Unset = UNSET
    if not isinstance(result, Unset):
        json_result = result.value

    params["result"] = json_result

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
        "url": "/api/v1/operator/rounds",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = RoundRecordPage.from_dict(response.json())

        return response_200
