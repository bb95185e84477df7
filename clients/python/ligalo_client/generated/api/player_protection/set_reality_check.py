from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.interval import Interval
from ...models.reality_check import RealityCheck


def set_reality_check(
    caller: Caller,
    /,
    *,
    body: Interval,
    idempotency_key: str | None = None,
) -> RealityCheck:
    """Choose the interval of the reality check.

    It applies to all devices. Refused while a check is due.
    """

    _kwargs: dict[str, Any] = {
        "method": "put",
        "url": "/api/v1/reality-check",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = RealityCheck.from_dict(response.json())

        return response_200
