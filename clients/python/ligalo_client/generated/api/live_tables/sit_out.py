from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable
from ...models.sit_out import SitOut


def sit_out(
    caller: Caller,
    table: str,
    *,
    body: SitOut,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Sit out.

    Betting does not wait for a seat that sits out.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/seats/sit-out".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
