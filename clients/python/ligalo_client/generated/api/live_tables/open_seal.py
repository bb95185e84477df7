from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable
from ...models.opened_seal import OpenedSeal


def open_seal(
    caller: Caller,
    table: str,
    *,
    body: OpenedSeal,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Open your seal.

    Within three seconds after the list of seals is fixed, if your seal is in it.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/seals/open".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
