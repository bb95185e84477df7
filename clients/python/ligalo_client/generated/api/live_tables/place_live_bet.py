from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_bet import LiveBet
from ...models.live_table import LiveTable


def place_live_bet(
    caller: Caller,
    table: str,
    *,
    body: LiveBet,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Bet at a live table.

    Holds the stakes for the next deal; an earlier bet for it is replaced and its money
    returned. Bets behind name their choices.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/bets".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
