from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.table_page import TablePage


def list_laboratory_tables(
    caller: Caller,
    /,
) -> TablePage:
    """List laboratory tables.

    A table for each preset, with play money, without limits of pace and rate limits. For test
    accounts, and for registered apps with `play`. Play there like at any private table.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/laboratory/tables",
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = TablePage.from_dict(response.json())

        return response_200
