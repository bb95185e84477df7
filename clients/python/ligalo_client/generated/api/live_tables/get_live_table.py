from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable
from ...types import UNSET, Unset


def get_live_table(
    caller: Caller,
    table: str,
    *,
    currency: str | Unset = UNSET,
) -> LiveTable:
    """Get a live table.

    The part that everybody sees, and your own. Asking every 20 seconds keeps your seat.
    """
    params: dict[str, Any] = {}

    params["currency"] = currency

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/live/{table}".format(
            table=quote(str(table), safe=""),
        ),
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
