from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.dispute_detail import DisputeDetail
from ...models.new_reply import NewReply


def reply_to_dispute(
    caller: Caller,
    dispute: UUID,
    *,
    body: NewReply,
    idempotency_key: str | None = None,
) -> DisputeDetail:
    """Write in a dispute.

    Adds a message to an open dispute.
    """

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/v1/disputes/{dispute}/replies".format(
            dispute=quote(str(dispute), safe=""),
        ),
    }
    _kwargs["json"] = body.to_dict()

    response = caller.change(idempotency_key, **_kwargs)
    with Reading(response):
        response_201 = DisputeDetail.from_dict(response.json())

        return response_201
