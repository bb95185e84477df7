import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.list_rounds_currency import ListRoundsCurrency
from ...models.list_rounds_result import ListRoundsResult
from ...models.past_round_page import PastRoundPage
from ...types import UNSET, Unset


def list_rounds(
    caller: Caller,
    /,
    *,
    currency: ListRoundsCurrency | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
    max_staked: str | Unset = UNSET,
    min_staked: str | Unset = UNSET,
    number: str | Unset = UNSET,
    result: ListRoundsResult | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    table: str | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> PastRoundPage:
    """List your rounds.

    Finished rounds, the newest first, as far back as the history of the site goes.
    """
    params: dict[str, Any] = {}

    json_currency: str | Unset = UNSET
    if not isinstance(currency, Unset):
        json_currency = currency.value

    params["currency"] = json_currency

    params["cursor"] = cursor

    params["limit"] = limit

    params["max_staked"] = max_staked

    params["min_staked"] = min_staked

    params["number"] = number

    json_result: str | Unset = UNSET
    if not isinstance(result, Unset):
        json_result = result.value

    params["result"] = json_result

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
        "url": "/api/v1/history",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = PastRoundPage.from_dict(response.json())

        return response_200
