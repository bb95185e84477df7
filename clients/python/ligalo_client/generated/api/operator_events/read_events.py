import datetime
from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.event_page import EventPage
from ...types import UNSET, Unset


def read_events(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
    since: datetime.datetime | Unset = UNSET,
    types: str | Unset = UNSET,
    until: datetime.datetime | Unset = UNSET,
) -> EventPage:
    """Read the feed of events.

    Events in the order of the transactions that wrote them. Going on from `next` misses none,
    whatever is written meanwhile; an event appears when all older transactions have ended.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    json_since: str | Unset = UNSET
    if not isinstance(since, Unset):
        json_since = since.isoformat()
    params["since"] = json_since

    params["types"] = types

    json_until: str | Unset = UNSET
    if not isinstance(until, Unset):
        json_until = until.isoformat()
    params["until"] = json_until

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/operator/events",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = EventPage.from_dict(response.json())

        return response_200
