from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.table import Table


def get_table(
    caller: Caller,
    table: str,
) -> Table:
    """Get a table.

    A table that players can see, open or closed.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tables/{table}".format(
            table=quote(str(table), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = Table.from_dict(response.json())

        return response_200
