from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.live_decision import LiveDecision
from ...models.live_table import LiveTable


def make_live_decision(
    caller: Caller,
    table: str,
    *,
    body: LiveDecision,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Decide at a live table.

    Plays an action in your turn.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/decisions".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
