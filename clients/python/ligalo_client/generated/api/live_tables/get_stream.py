from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.stream import Stream


def get_stream(
    caller: Caller,
    table: str,
) -> Stream:
    """Get the stream of a live table.

    The address of its server-sent events. Each holds the newest public part as JSON; ask for
    your own part when it concerns you. Add `since` with the version you have.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/live/{table}/stream".format(
            table=quote(str(table), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Stream.from_dict(response.json())

        return response_200
