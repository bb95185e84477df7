from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.new_redemption import NewRedemption
from ...models.redemption import Redemption


def redeem_points(
    caller: Caller,
    /,
    *,
    body: NewRedemption,
    idempotency_key: str | None = None,
) -> Redemption:
    """Redeem points.

    For the amount of the offer; refused if the value has changed.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/points/redemptions",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = Redemption.from_dict(response.json())

        return response_201
