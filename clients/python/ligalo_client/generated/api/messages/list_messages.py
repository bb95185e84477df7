from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.message_page import MessagePage
from ...types import UNSET, Unset


def list_messages(
    caller: Caller,
    /,
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 50,
) -> MessagePage:
    """List messages.

    Messages about the account and about rounds, the newest first.
    """
    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/messages",
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = MessagePage.from_dict(response.json())

        return response_200
