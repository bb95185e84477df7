from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_table import LiveTable


def withdraw_live_bet(
    caller: Caller,
    table: str,
    *,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Withdraw a bet.

    Until the bell. The money returns at once.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/bets/withdraw".format(
            table=quote(str(table), safe=""),
        ),
    }
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
