from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.read_all import ReadAll


def mark_all_messages_read(
    caller: Caller,
    /,
    *,
    idempotency_key: str | None = None,
) -> ReadAll:
    """Mark all messages as read.

    Every message that the player has now.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/messages/read",
    }
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = ReadAll.from_dict(response.json())

        return response_200
