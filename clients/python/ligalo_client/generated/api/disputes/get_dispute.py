from typing import Any
from urllib.parse import quote
from uuid import UUID

from ....calls import Caller
from ....problems import Reading
from ...models.dispute_detail import DisputeDetail


def get_dispute(
    caller: Caller,
    dispute: UUID,
) -> DisputeDetail:
    """Get a dispute.

    With its messages, the oldest first.
    """

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/api/v1/disputes/{dispute}".format(
            dispute=quote(str(dispute), safe=""),
        ),
    }
    response = caller.read(**_kwargs)
    with Reading(response):
        response_200 = DisputeDetail.from_dict(response.json())

        return response_200
