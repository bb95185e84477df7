from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.early_choices import EarlyChoices
from ...models.live_table import LiveTable


def choose_early(
    caller: Caller,
    table: str,
    *,
    body: EarlyChoices,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Decide before your turn.

    Played in your turn if hand and actions are unchanged. Without an action, an earlier
    choice is withdrawn.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/early-decisions".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
