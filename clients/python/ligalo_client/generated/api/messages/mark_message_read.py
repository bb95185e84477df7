from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.message_detail import MessageDetail


def mark_message_read(
    caller: Caller,
    message: str,
    *,
    idempotency_key: str | None = None,
) -> MessageDetail:
    """Mark a message as read.

    The time of the first reading is kept.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/messages/{message}/read".format(
            message=quote(str(message), safe=""),
        ),
    }
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = MessageDetail.from_dict(response.json())

        return response_200
