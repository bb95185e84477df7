from typing import Any
from urllib.parse import quote

from ....calls import Caller
from ....problems import Reading
from ...models.answers import Answers
from ...models.live_table import LiveTable


def give_answers(
    caller: Caller,
    table: str,
    *,
    body: Answers,
    idempotency_key: str | None = None,
) -> LiveTable:
    """Answer before the peek.

    Insurance, even money and early surrender; others don't see your answers.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/live/{table}/answers".format(
            table=quote(str(table), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = LiveTable.from_dict(response.json())

        return response_200
