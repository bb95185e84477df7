from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.position import Position
from ...types import UNSET, Unset


def get_position(
    caller: Caller,
    table: str,
    *,
    currency: str | Unset = UNSET,
) -> Position:
    """Get your position at a table.

    The newest round, the present shoe with its commitment, and the terms of the next bet. The
    first request takes the place and publishes its shoes.
    """
    params: dict[str, Any] = {}

    params["currency"] = currency

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tables/{table}/position".format(
            table=quote(str(table), safe=""),
        ),
        "params": params,
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Position.from_dict(response.json())

        return response_200
