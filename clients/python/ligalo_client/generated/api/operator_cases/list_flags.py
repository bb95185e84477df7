import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.flag_record_page import FlagRecordPage
from ...models.list_flags_signal import ListFlagsSignal
from ...models.list_flags_state import ListFlagsState
from ...types import UNSET, Unset


def list_flags(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
    player: int | Unset = UNSET,
    signal: ListFlagsSignal | Unset = UNSET,
    since: datetime.datetime | Unset = UNSET,
    state: ListFlagsState | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> FlagRecordPage:
    """List flags.

    Signals that were over their threshold, the newest first, with their figures.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params["player"] = player

    json_signal: str | Unset = UNSET
    if not isinstance(signal, Unset):
        json_signal = signal.value

    params["signal"] = json_signal

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    json_state: str | Unset = UNSET
    if not isinstance(state, Unset):
        json_state = state.value

    params["state"] = json_state

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/flags",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = FlagRecordPage.from_dict(response.json())

        return response_200
