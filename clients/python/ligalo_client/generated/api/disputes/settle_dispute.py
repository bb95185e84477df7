from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.dispute_detail import DisputeDetail


def settle_dispute(
    caller: Caller,
    dispute: UUID,
    *,
    idempotency_key: str | None = None,
) -> DisputeDetail:
    """Settle a dispute.

    Closes it, because the player is satisfied.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/disputes/{dispute}/settle".format(
            dispute=quote(str(dispute), safe=""),
        ),
    }
    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_200 = DisputeDetail.from_dict(response.json())

        return response_200
