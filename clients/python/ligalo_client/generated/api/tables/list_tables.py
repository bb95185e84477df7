from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.table_page import TablePage


def list_tables(
    caller: Caller,
    /,
) -> TablePage:
    """List open tables.

    Every open table, the oldest first, with its limits for anybody in each currency.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/tables",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = TablePage.from_dict(response.json())

        return response_200
