from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable
from ...models.new_seal import NewSeal


def seal_again(
    caller: Caller,
    table: str,
    *,
    body: NewSeal,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Seal again.

    A fresh seal for the second exchange, after a seat did not open its seed.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/seals".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
