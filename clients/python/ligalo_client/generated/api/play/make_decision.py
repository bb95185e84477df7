from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.decision import Decision
from ...models.position import Position


def make_decision(
    caller: Caller,
    round_: UUID,
    *,
    body: Decision,
    idempotency_key: str | None = None,
) -> Position:
    """Make a decision.

    Plays an action at its step. The same decision sent again changes nothing; one for another
    step is refused.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/rounds/{round_}/decisions".format(
            round_=quote(str(round_), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Position.from_dict(response.json())

        return response_200
