from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.stop_order import StopOrder
from ...models.stopped import Stopped


def stop_play(
    caller: Caller,
    /,
    *,
    body: StopOrder,
    idempotency_key: str | None = None,
) -> Stopped:
    """Stop play.

    Stop all play, a rule set, a table, a box or a player from the next bet on; running rounds
    finish. Only staff resume play.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/operator/switches/stop",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = Stopped.from_dict(response.json())

        return response_200
