from typing import Any

from ....calls import Caller
from ....problems import Reading
from ...models.dispute_detail import DisputeDetail
from ...models.new_dispute import NewDispute


def open_dispute(
    caller: Caller,
    /,
    *,
    body: NewDispute,
    idempotency_key: str | None = None,
) -> DisputeDetail:
    """Open a dispute.

    About the house's work, or about one round of the player.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/disputes",
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = DisputeDetail.from_dict(response.json())

        return response_201
