from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.shoes import Shoes


def get_shoes(
    caller: Caller,
    table: str,
) -> Shoes:
    """Get your shoes at a table.

    Commitments of the present and the next shoe, and your last closed shoes.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tables/{table}/shoes".format(
            table=quote(str(table), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Shoes.from_dict(response.json())

        return response_200
