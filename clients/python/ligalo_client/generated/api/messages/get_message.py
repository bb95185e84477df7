from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.message_detail import MessageDetail


def get_message(
    caller: Caller,
    message: str,
) -> MessageDetail:
    """Get a message.

    With its text. Reading it here does not mark it as read.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/messages/{message}".format(
            message=quote(str(message), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = MessageDetail.from_dict(response.json())

        return response_200
