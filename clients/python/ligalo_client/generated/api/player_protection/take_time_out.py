from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.break_ import Break
from ...models.time_out import TimeOut


def take_time_out(
    caller: Caller,
    /,
    *,
    body: TimeOut,
    idempotency_key: str | None = None,
) -> Break:
    """Take a time-out.

    Bars the player from play at once, for as many days as the profile in force allows: mostly
    1 to 30.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/time-out",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = Break.from_dict(response.json())

        return response_201
