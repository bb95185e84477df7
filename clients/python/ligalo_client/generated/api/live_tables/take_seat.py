from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.box_number import BoxNumber
from ...models.live_table import LiveTable


def take_seat(
    caller: Caller,
    table: str,
    *,
    body: BoxNumber,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Take a seat.

    Takes a free box, to bet on from the next deal on.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/seats".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
